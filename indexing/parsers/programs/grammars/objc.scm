(class_interface . (identifier) @name !category) @class
(class_interface . (identifier) @name category: (_)) @extension
(class_implementation . (identifier) @name) @extension
(protocol_declaration . (identifier) @name) @interface
(method_declaration . (_) . (identifier) @name) @method
(method_definition . (_) . (identifier) @name (compound_statement) @body) @method
(property_declaration (struct_declaration (struct_declarator (_) @name))) @field

(class_interface superclass: (_) @base)
(message_expression method: (identifier) @call)
