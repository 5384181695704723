(package_clause (package_identifier) @package)

; In parentheses each specification stands for itself, else the declaration around it does.
(type_declaration "(" (type_spec name: (_) @name type: (struct_type (field_declaration_list) @body)) @struct)
(type_declaration (type_spec name: (_) @name type: (struct_type (field_declaration_list) @body))) @struct
(type_declaration "(" (type_spec name: (_) @name type: (interface_type "{" @body)) @interface)
(type_declaration (type_spec name: (_) @name type: (interface_type "{" @body))) @interface
(type_declaration "(" [(type_spec name: (_) @name) (type_alias name: (_) @name)] @type)
(type_declaration [(type_spec name: (_) @name) (type_alias name: (_) @name)]) @type
(function_declaration name: (_) @name body: (_)? @body) @function
(method_declaration
  receiver: (parameter_list (parameter_declaration type: (_) @owner))
  name: (_) @name
  body: (_)? @body) @method
(method_elem name: (_) @name) @method
(field_declaration name: (field_identifier) @name) @field
(source_file (const_declaration "(" (const_spec (identifier) @name) @constant))
(source_file (const_declaration (const_spec (identifier) @name)) @constant)
(source_file (var_declaration (var_spec_list (var_spec name: (identifier) @name) @constant)))
(source_file (var_declaration (var_spec name: (identifier) @name)) @constant)

(field_declaration !name type: (_) @base)
(interface_type (type_elem . [(type_identifier) (qualified_type)] @base .))
(call_expression function: [
  (identifier) @call
  (selector_expression field: (_) @call)
  (index_expression operand: (identifier) @call)
  (generic_type type: (type_identifier) @call)])
(type_conversion_expression type: (generic_type type: (type_identifier) @call))
(composite_literal type: [
  (type_identifier) @call
  (qualified_type name: (_) @call)
  (generic_type type: [(type_identifier) @call (qualified_type name: (_) @call)])])
(type_identifier) @reference

(import_spec !name path: (_) @import)
(import_spec name: (package_identifier) @alias path: (_) @import)
(import_spec name: [(blank_identifier) (dot)] path: (_) @import)

(comment) @skip
(interpreted_string_literal_content) @skip
(raw_string_literal_content) @skip

(function_declaration name: (_) @name result: (_) @declared) @binding
(method_declaration name: (_) @name result: (_) @declared) @binding
(method_elem name: (_) @name result: (_) @declared) @binding
(field_declaration name: (_) @name type: (_) @declared) @binding
(type_alias name: (_) @name type: (_) @declared) @binding
(parameter_declaration name: (identifier) @name type: (_) @declared) @binding
(variadic_parameter_declaration name: (identifier) @name type: (_) @declared) @collection @binding
(var_spec name: (identifier) @name type: (_) @declared) @binding
(var_spec name: (identifier) @name value: (expression_list . (_) @value)) @binding
(short_var_declaration left: (expression_list . (identifier) @name) right: (expression_list . (_) @value)) @binding @again
(short_var_declaration left: (expression_list (_) (identifier) @name)) @binding @again
(range_clause left: (expression_list (_) . (identifier) @name) right: (_) @element) @binding
(range_clause left: (expression_list (identifier) @name)) @binding
(range_clause left: (expression_list . (identifier) @name .) right: (_) @received) @binding
(receive_statement left: (expression_list (identifier) @name)) @binding
(receive_statement left: (expression_list . (identifier) @name) right: (_) @value) @binding
(type_switch_statement alias: (expression_list (identifier) @name)) @binding

[(block) (func_literal) (if_statement) (for_statement) (expression_switch_statement) (type_switch_statement)
  (expression_case) (type_case) (default_case) (communication_case)] @scope

(type_spec type: [
  (slice_type element: (_) @element)
  (array_type element: (_) @element)
  (map_type value: (_) @element)
  (channel_type value: (_) @element)]) @fields

(type_parameter_declaration name: (identifier) @name type: (_) @declared) @bound
