(binary_operator
  lhs: [(identifier) (string)] @name
  operator: ["<-" "<<-" "="]
  rhs: (function_definition body: (_) @body)) @function
(program (binary_operator lhs: (identifier) @name operator: ["<-" "<<-" "="]) @constant)
((call function: (identifier) @_define arguments: (arguments . argument: (argument value: (string) @name))) @class
  (#any-of? @_define "setClass" "R6Class" "setRefClass"))
((call function: (identifier) @_define arguments: (arguments . argument: (argument value: (string) @name))) @function
  (#any-of? @_define "setGeneric" "setMethod" "test_that"))

(call function: [
  (identifier) @call
  (namespace_operator rhs: (identifier) @call)
  (extract_operator rhs: (identifier) @call)])

((call function: (identifier) @_import arguments: (arguments . argument: (argument value: (_) @import)))
  (#any-of? @_import "library" "require" "source"))

(comment) @skip
(string_content) @skip
