(package_clause !body name: (_) @package)
(package_clause name: (_) @name body: (_) @body) @module
(package_object name: (_) @name body: (_) @body) @module

(class_definition name: (_) @name body: (_)? @body) @class
(object_definition name: (_) @name body: (_)? @body) @class
(trait_definition name: (_) @name body: (_)? @body) @trait
(enum_definition name: (_) @name body: (_) @body) @enum
(simple_enum_case name: (_) @name) @constant
(full_enum_case name: (_) @name) @constant
(given_definition name: (_) @name body: (_)? @body) @constant
(function_definition name: (_) @name body: (_) @body) @function
(function_declaration name: (_) @name) @function
(type_definition name: (_) @name) @type
(template_body [
  (val_definition pattern: [(identifier) @name (identifiers (identifier) @name)])
  (var_definition pattern: [(identifier) @name (identifiers (identifier) @name)])
  (val_declaration name: (_) @name)
  (var_declaration name: (_) @name)] @field)
(compilation_unit [
  (val_definition pattern: (identifier) @name)
  (var_definition pattern: (identifier) @name)] @constant)
(class_parameter ["val" "var"] name: (_) @name) @field

(extends_clause [(type_identifier) (generic_type) (stable_type_identifier)] @base)
(call_expression function: [
  (identifier) @call
  (field_expression field: (_) @call)
  (generic_function function: [(identifier) @call (field_expression field: (_) @call)])])
(instance_expression [(type_identifier) @call (generic_type type: (type_identifier) @call)])
(infix_expression operator: (identifier) @call)
(type_identifier) @reference
(annotation name: (_) @reference)

(import_declaration) @imports

(comment) @skip
(block_comment) @skip
(string) @skip
