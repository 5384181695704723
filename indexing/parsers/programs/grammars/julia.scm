(module_definition name: (_) @name) @module
(struct_definition (type_head [(identifier) @name (binary_expression . (identifier) @name) (parametrized_type_expression . (identifier) @name)])) @struct
(abstract_definition (type_head [(identifier) @name (binary_expression . (identifier) @name) (parametrized_type_expression . (identifier) @name)])) @type
(function_definition (signature [
  (call_expression . (_) @name)
  (typed_expression . (call_expression . (_) @name))
  (where_expression . (call_expression . (_) @name))
  (where_expression . (typed_expression . (call_expression . (_) @name)))]) . (block)? @body) @function
(assignment . (call_expression . (_) @name) (operator) @body) @function
(macro_definition (signature (call_expression . (_) @name)) (block)? @body) @function
(const_statement (assignment . (identifier) @name)) @constant
(struct_definition (block [(identifier) @name (typed_expression . (identifier) @name)] @field))

((string_literal (content) @doc_next) . (function_definition))
((string_literal (content) @doc_next) . (struct_definition))
((string_literal (content) @doc_next) . (assignment))
((string_literal (content) @doc_next) . (macrocall_expression))

(struct_definition (type_head (binary_expression (operator) (_) @base)))
(call_expression . [(identifier) @call (field_expression (identifier) @call .)])
(broadcast_call_expression . [(identifier) @call (field_expression (identifier) @call .)])
(macrocall_expression (macro_identifier (identifier) @call))

(using_statement [(identifier) (import_path)] @import)
(import_statement [(identifier) (import_path)] @import)
(selected_import . (_) @import (identifier) @imported)
((call_expression . (identifier) @_include (argument_list (string_literal (content) @import)))
  (#eq? @_include "include"))

(line_comment) @skip
(block_comment) @skip
(content) @skip
