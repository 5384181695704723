(annotation) @attribute

(class_definition name: (_) @name body: (_) @body) @class
(mixin_declaration . (_)* . (identifier) @name (class_body) @body) @trait
(extension_declaration name: (_) class: (_) @name body: (_) @body) @extension
(enum_declaration name: (_) @name body: (_) @body) @enum
(enum_constant name: (_) @name) @constant
(type_alias . (type_identifier) @name) @type
((method_signature (function_signature name: (_) @name)) @function . (function_body) @tail)
((method_signature (getter_signature name: (_) @name)) @function . (function_body) @tail)
((method_signature (setter_signature name: (_) @name)) @function . (function_body) @tail)
((method_signature (factory_constructor_signature (identifier) @name . (formal_parameter_list))) @constructor . (function_body) @tail)
((method_signature (constructor_signature name: (identifier) @name .)) @constructor . (function_body) @tail)
(local_function_declaration (lambda_expression
  parameters: (function_signature name: (_) @name)
  body: (function_body) @body)) @function
((function_signature name: (_) @name) @function . (function_body) @tail)
(function_signature name: (_) @name) @function
(getter_signature name: (_) @name) @function
(setter_signature name: (_) @name) @function
(declaration (constructor_signature name: (identifier) . name: (identifier) @name)) @constructor
(declaration (constructor_signature . name: (identifier) @name . parameters: (_))) @constructor
(declaration (initialized_identifier_list (initialized_identifier . (identifier) @name))) @field
(declaration (static_final_declaration_list (static_final_declaration . (identifier) @name))) @field
(program (static_final_declaration_list (static_final_declaration . (identifier) @name) @constant))

(superclass (type_identifier) @base)
(mixins (type_identifier) @base)
(interfaces (type_identifier) @base)
((identifier) @call . (selector (argument_part)))
((selector (unconditional_assignable_selector (identifier) @call)) . (selector (argument_part)))
((selector (conditional_assignable_selector (identifier) @call)) . (selector (argument_part)))
(type_identifier) @reference
(annotation name: (_) @reference)

(import_specification (configurable_uri (uri (string_literal) @import)))
(library_export (configurable_uri (uri (string_literal) @import)))
(part_directive (uri (string_literal) @import))

(comment) @skip
(documentation_comment) @skip
(string_literal) @skip
