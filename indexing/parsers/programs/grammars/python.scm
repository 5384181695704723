(decorated_definition) @span

((decorated_definition
  (decorator [(identifier) (attribute)] @property)
  definition: (function_definition name: (identifier) @name body: (_) @body) @function)
  (#match? @property "(?:property|\\.(?:setter|getter|deleter))$"))
(class_definition name: (identifier) @name body: (_) @body) @class
(function_definition name: (identifier) @name body: (_) @body) @function
(assignment left: (identifier) @name right: (lambda body: (_) @body)) @function
(module (assignment left: (identifier) @name) @constant)
(module (assignment right: (assignment left: (identifier) @name)) @constant)
(module (assignment left: (pattern_list (identifier) @name)) @constant)
(module (type_alias_statement left: (type [(identifier) @name (generic_type (identifier) @name)])) @type)
(module (if_statement (_ (assignment left: (identifier) @name) @constant)))
(module (try_statement (_ (assignment left: (identifier) @name) @constant)))
(class_definition body: (_ (assignment left: (identifier) @name) @field))

(module . (comment)* . (string) @doc)
(class_definition body: (_ . (comment)* . (string) @doc))
(function_definition body: (_ . (comment)* . (string) @doc))

(class_definition superclasses: (argument_list [(identifier) (attribute) (subscript)] @base))
(call function: [(identifier) @call (_ attribute: (identifier) @call)])
(decorator [(identifier) @reference (_ attribute: (identifier) @reference)])
(type) @types

(import_statement name: (dotted_name) @import)
(import_statement name: (aliased_import name: (dotted_name) @import alias: (identifier) @alias))
(import_from_statement module_name: (_) @import name: (dotted_name) @imported)
(import_from_statement
  module_name: (_) @import
  name: (aliased_import name: (dotted_name) @imported alias: (identifier) @alias))
(import_from_statement module_name: (_) @import (wildcard_import) @imported)

(comment) @skip
(string_content) @skip

(function_definition name: (identifier) @name return_type: (type) @declared) @binding
(typed_parameter . (identifier) @name type: (type) @declared) @binding
(typed_default_parameter name: (identifier) @name type: (type) @declared) @binding
(default_parameter name: (identifier) @name) @binding
(default_parameter name: (identifier) @name value: [(identifier) (attribute)] @default) @binding
(parameters (identifier) @name) @binding
(lambda_parameters (identifier) @name) @binding
(assignment left: (identifier) @name type: (type)? @declared right: (_)? @value) @binding @again
(pattern_list (identifier) @name) @binding
(tuple_pattern (identifier) @name) @binding
(list_pattern (identifier) @name) @binding
(pattern_list (_ object: (identifier)) @name) @binding
([(list_splat_pattern (identifier) @name) (dictionary_splat_pattern (identifier) @name)]) @collection @binding
(typed_parameter
  [(list_splat_pattern (identifier) @name) (dictionary_splat_pattern (identifier) @name)] @collection
  type: (type) @declared) @binding
(case_pattern (dotted_name . (identifier) @name .)) @binding
(keyword_pattern (identifier) (dotted_name . (identifier) @name .)) @binding
(as_pattern (case_pattern) (identifier) @name) @binding
(as_pattern_target (tuple (identifier) @name)) @binding
(assignment
  left: (_ object: (identifier)) @name
  type: (type)? @declared
  right: (_)? @value) @binding
(named_expression name: (identifier) @name value: (_) @value) @binding
(as_pattern (_) @value alias: (as_pattern_target (identifier) @name)) @binding
(for_statement left: (identifier) @name right: (_) @element) @binding
(for_in_clause left: (identifier) @name right: (_) @element) @binding @early
(for_in_clause left: [(pattern_list (identifier) @name) (tuple_pattern (identifier) @name)]) @binding @early
((for_statement
  left: [(pattern_list . (_) . (identifier) @name .) (tuple_pattern . (_) . (identifier) @name .)]
  right: (call function: [(identifier) @_function (attribute attribute: (_) @_function)]) @pair) @binding
  (#any-of? @_function "enumerate" "items"))
((for_in_clause
  left: [(pattern_list . (_) . (identifier) @name .) (tuple_pattern . (_) . (identifier) @name .)]
  right: (call function: [(identifier) @_function (attribute attribute: (_) @_function)]) @pair) @binding @early
  (#any-of? @_function "enumerate" "items"))
(global_statement (identifier) @name) @outer

(return_statement (_) @result)

(lambda) @scope
(list_comprehension) @scope
(set_comprehension) @scope
(dictionary_comprehension) @scope
(generator_expression) @scope
(if_statement consequence: (_) @branch)
(elif_clause) @branch
(else_clause) @branch
(for_statement) @branch
(while_statement) @branch
(except_clause) @branch
(case_clause) @branch

; A condition that lets through only values of a type.
((call function: (identifier) @_asks arguments: (argument_list . (identifier) @name . (_) @instance .)) @asked
  (#eq? @_asks "isinstance"))
