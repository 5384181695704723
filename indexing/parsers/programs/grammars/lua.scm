(function_declaration name: (_) @name body: (_)? @body) @function
(assignment_statement
  (variable_list . name: (_) @name)
  (expression_list . value: (function_definition body: (_)? @body))) @function
(field name: (identifier) @name value: (function_definition body: (_)? @body)) @function
(chunk local_declaration: (variable_declaration (assignment_statement (variable_list name: (identifier) @name))) @constant)
(chunk (assignment_statement (variable_list name: (_) @name)) @constant)

(function_call name: [
  (identifier) @call
  (dot_index_expression field: (_) @call)
  (method_index_expression method: (_) @call)])

((function_call name: (identifier) @_require arguments: (arguments . (string content: (_) @import)))
  (#any-of? @_require "require" "dofile" "loadfile"))
((assignment_statement
  (variable_list . name: (identifier) @alias)
  (expression_list . value: (function_call name: (identifier) @_require arguments: (arguments . (string content: (_) @import)))))
  (#eq? @_require "require"))

(comment) @skip
(string_content) @skip
