; The parts of an implementation; an interface has only some of them.
(type_definition ["type" "nonrec"] . (type_binding name: (_) @name) .) @type
(type_definition (type_binding name: (_) @name) @type)
(field_declaration (field_name) @name) @field
(constructor_declaration (constructor_name) @name) @constant
(module_definition (module_binding (module_name) @name body: (_) @body)) @module
(module_definition (module_binding (module_name) @name)) @module
(module_type_definition (module_type_name) @name body: (_) @body) @interface
(value_specification (value_name) @name) @function
(external (value_name) @name) @function

(value_path (value_name) @reference)
(type_constructor_path (type_constructor) @reference)
(open_module module: (_) @import)
(include_module module: (_) @import)

(comment) @skip
(string_content) @skip
