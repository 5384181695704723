(package_declaration (_) @package)

(class_declaration name: (_) @name body: (_) @body) @class
(interface_declaration name: (_) @name body: (_) @body) @interface
(annotation_type_declaration name: (_) @name body: (_) @body) @interface
(enum_declaration name: (_) @name body: (_) @body) @enum
(record_declaration name: (_) @name body: (_) @body) @class
(enum_constant name: (_) @name body: (_)? @body) @constant
(method_declaration name: (_) @name body: (_)? @body) @method
(annotation_type_element_declaration name: (_) @name) @method
(constructor_declaration name: (_) @name body: (_) @body) @constructor
(compact_constructor_declaration name: (_) @name body: (_) @body) @constructor
(field_declaration declarator: (variable_declarator name: (identifier) @name)) @field
(constant_declaration declarator: (variable_declarator name: (identifier) @name)) @constant
(record_declaration parameters: (formal_parameters (formal_parameter name: (_) @name) @field))

(superclass (_) @base)
(super_interfaces (type_list (_) @base))
(extends_interfaces (type_list (_) @base))
(method_invocation name: (_) @call)
(object_creation_expression type: [
  (type_identifier) @call
  (generic_type . (type_identifier) @call)
  (scoped_type_identifier (type_identifier) @call .)
  (generic_type . (scoped_type_identifier (type_identifier) @call .))])
(method_reference (_) "::" (identifier) @call)
(type_identifier) @reference
(annotation name: (_) @reference)
(marker_annotation name: (_) @reference)

(import_declaration [(scoped_identifier) (identifier)] @import .)
(import_declaration (_) @import (asterisk) @imported)

(line_comment) @skip
(block_comment) @skip
(string_fragment) @skip
(string_literal (multiline_string_fragment) @skip)

(method_declaration type: (_) @declared name: (_) @name) @binding
(field_declaration type: (_) @declared declarator: (variable_declarator name: (_) @name)) @binding
(constant_declaration type: (_) @declared declarator: (variable_declarator name: (_) @name)) @binding
(local_variable_declaration type: (_) @declared declarator: (variable_declarator name: (_) @name value: (_)? @value)) @binding
(formal_parameter type: (_) @declared name: (_) @name) @binding
(spread_parameter (_) @declared . "..." (variable_declarator name: (_) @name)) @collection @binding
(enhanced_for_statement type: (_) @declared name: (_) @name value: (_) @element) @binding
(catch_formal_parameter (catch_type . (_) @declared) name: (_) @name) @binding
(resource type: (_) @declared name: (_) @name) @binding
(instanceof_expression right: (_) @declared name: (identifier) @name) @binding
([(type_pattern . (_) @declared (identifier) @name .) (record_pattern_component . (_) @declared (identifier) @name .)]) @binding
(lambda_expression parameters: (identifier) @name) @binding
(inferred_parameters (identifier) @name) @binding

[(block) (lambda_expression) (for_statement) (enhanced_for_statement) (catch_clause) (try_with_resources_statement)
  (switch_block)] @scope

(type_parameter (type_identifier) @name (type_bound . (_) @declared)?) @bound
