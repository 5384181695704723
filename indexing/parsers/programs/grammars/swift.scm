(class_declaration declaration_kind: ["class" "actor"] name: (_) @name body: (_) @body) @class
(class_declaration declaration_kind: "struct" name: (_) @name body: (_) @body) @struct
(class_declaration declaration_kind: "enum" name: (_) @name body: (_) @body) @enum
(class_declaration declaration_kind: "extension" name: (_) @name body: (_) @body) @extension
(protocol_declaration name: (_) @name body: (_) @body) @interface
(enum_entry name: (simple_identifier) @name) @constant
(function_declaration name: [(simple_identifier) (custom_operator)] @name body: (_)? @body) @function
(protocol_function_declaration name: (_) @name) @function
(init_declaration name: "init" @name body: (_)? @body) @constructor
(subscript_declaration "subscript" @name (computed_property) @body) @method
(class_body (property_declaration name: (pattern bound_identifier: (_) @name) computed_value: (_)? @body) @field)
(enum_class_body (property_declaration name: (pattern bound_identifier: (_) @name) computed_value: (_)? @body) @field)
(protocol_property_declaration name: (pattern bound_identifier: (_) @name)) @field
(source_file (property_declaration name: (pattern bound_identifier: (_) @name)) @constant)
(typealias_declaration name: (type_identifier) @name) @type
(associatedtype_declaration name: (_) @name) @type

(inheritance_specifier inherits_from: (_) @base)
(call_expression . (simple_identifier) @call)
(call_expression . (navigation_expression suffix: (navigation_suffix suffix: (simple_identifier) @call)))
(user_type (type_identifier) @reference .)

(import_declaration (identifier) @import)

(comment) @skip
(multiline_comment) @skip
(line_str_text) @skip
(multi_line_str_text) @skip
