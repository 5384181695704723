; Also the first part of C++ and Objective-C. A declarator's name is found inside its pointers and brackets.
(function_definition declarator: (_) @name body: (_) @body) @function
(declaration declarator: (function_declarator declarator: (identifier)) @name) @function
(declaration declarator: (pointer_declarator [
  (function_declarator declarator: (identifier))
  (pointer_declarator (function_declarator declarator: (identifier)))]) @name) @function
(type_definition type: (struct_specifier name: (_) @name body: (_) @body)) @struct
(type_definition type: (union_specifier name: (_) @name body: (_) @body)) @struct
(type_definition type: (enum_specifier name: (_) @name body: (_) @body)) @enum
(type_definition type: (struct_specifier body: (_) @body) declarator: (_) @name) @struct
(type_definition type: (union_specifier body: (_) @body) declarator: (_) @name) @struct
(type_definition type: (enum_specifier body: (_) @body) declarator: (_) @name) @enum
(type_definition declarator: (_) @name) @type
(struct_specifier name: (_) @name body: (_) @body) @struct
(union_specifier name: (_) @name body: (_) @body) @struct
(enum_specifier name: (_) @name body: (_) @body) @enum
(enumerator name: (_) @name) @constant
(preproc_def name: (_) @name value: (_)) @constant
(preproc_function_def name: (_) @name value: (_)? @body) @function
(translation_unit (declaration declarator: [(identifier) (init_declarator) (pointer_declarator) (array_declarator)] @name) @constant)
(preproc_ifdef (declaration declarator: [(identifier) (init_declarator) (pointer_declarator) (array_declarator)] @name) @constant)
(preproc_if (declaration declarator: [(identifier) (init_declarator) (pointer_declarator) (array_declarator)] @name) @constant)
(declaration_list (declaration declarator: [(identifier) (init_declarator) (pointer_declarator) (array_declarator)] @name) @constant)

(call_expression function: [(identifier) @call (field_expression field: (field_identifier) @call)])
(type_identifier) @reference

(preproc_include path: (_) @import)

(comment) @skip
(string_content) @skip
(system_lib_string) @skip
