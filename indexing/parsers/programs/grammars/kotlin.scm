(package_header (identifier) @package)

(class_declaration "interface" (type_identifier) @name (class_body)? @body) @interface
(class_declaration "enum" (type_identifier) @name (enum_class_body)? @body) @enum
(class_declaration "class" (type_identifier) @name (class_body)? @body) @class
(object_declaration (type_identifier) @name (class_body)? @body) @class
(companion_object (type_identifier) @name (class_body)? @body) @class
(enum_entry (simple_identifier) @name) @constant
(function_declaration
  receiver: (receiver_type) @owner
  (simple_identifier) @name
  (function_body)? @body) @method
(function_declaration (simple_identifier) @name (function_body)? @body) @function
(secondary_constructor "constructor" @name "{"? @body) @constructor
(source_file (property_declaration (variable_declaration (simple_identifier) @name)) @constant)
(class_body (property_declaration (variable_declaration (simple_identifier) @name)) @field)
(enum_class_body (property_declaration (variable_declaration (simple_identifier) @name)) @field)
(class_parameter (binding_pattern_kind) (simple_identifier) @name) @field
(type_alias (type_identifier) @name) @type

(delegation_specifier [(user_type) (constructor_invocation (user_type))] @base)
(delegation_specifier (explicit_delegation (user_type) @base))
(call_expression . (simple_identifier) @call)
(call_expression . (navigation_expression (navigation_suffix (simple_identifier) @call)))
(callable_reference (simple_identifier) @call)
(user_type (type_identifier) @reference .)

(import_header (identifier) @import .)
(import_header (identifier) @import (wildcard_import) @imported)
(import_header (identifier) @import (import_alias (_) @alias))

(line_comment) @skip
(multiline_comment) @skip
(string_content) @skip
