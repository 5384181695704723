(file_scoped_namespace_declaration name: (_) @package)
(namespace_declaration name: (_) @package)

(namespace_declaration name: (_) @name body: (_) @body) @module
(class_declaration name: (_) @name body: (_) @body) @class
(class_declaration name: (_) @name) @class
(interface_declaration name: (_) @name body: (_) @body) @interface
(struct_declaration name: (_) @name body: (_) @body) @struct
(enum_declaration name: (_) @name body: (_) @body) @enum
(record_declaration name: (_) @name body: (_)? @body) @class
(enum_member_declaration name: (_) @name) @constant
(delegate_declaration name: (_) @name) @type
(method_declaration name: (_) @name body: (_)? @body) @method
(constructor_declaration name: (_) @name body: (_)? @body) @constructor
(local_function_statement name: (_) @name body: (_)? @body) @function
(property_declaration name: (_) @name accessors: (_)? @body) @field
(field_declaration (_ (variable_declarator name: (_) @name))) @field
(event_field_declaration (_ (variable_declarator name: (_) @name))) @field
(event_declaration name: (_) @name) @field
(record_declaration (_ (parameter name: (_) @name) @field))

(base_list (_) @base)
(invocation_expression function: [
  (identifier) @call
  (generic_name . (identifier) @call)
  (member_access_expression name: [(identifier) @call (_ . (identifier) @call)])
  (conditional_access_expression (member_binding_expression name: [(identifier) @call (_ . (identifier) @call)]))])
(object_creation_expression type: [
  (identifier) @call
  (generic_name . (identifier) @call)
  (qualified_name name: (identifier) @call)])
(attribute name: (_) @reference)
(parameter type: (_) @types)
(method_declaration returns: (_) @types)
(property_declaration type: (_) @types)
(variable_declaration type: [(identifier) (generic_name) (nullable_type) (array_type) (qualified_name)] @types)
(cast_expression type: (_) @types)
(typeof_expression (_) @types)
(type_argument_list (_) @types)

(using_directive [(identifier) (qualified_name)] @import . ";")
(using_directive name: (identifier) @alias [(identifier) (qualified_name)] @import . ";")

(comment) @skip
(string_literal_content) @skip
(string_content) @skip
(verbatim_string_literal) @skip
(raw_string_content) @skip

(method_declaration returns: (_) @declared name: (_) @name) @binding
(property_declaration type: (_) @declared name: (_) @name) @binding
(field_declaration (_ type: (_) @declared (variable_declarator name: (_) @name))) @binding
([(local_declaration_statement (_
    type: (_) @declared (variable_declarator name: (_) @name . "=" . (_) @value)))
  (using_statement (_
    type: (_) @declared (variable_declarator name: (_) @name . "=" . (_) @value)))]) @binding
(local_declaration_statement (_ type: (_) @declared (variable_declarator name: (_) @name .))) @binding
(parameter type: (_) @declared name: (_) @name) @binding
(foreach_statement type: (_) @declared left: (_) @name right: (_) @element) @binding
(catch_declaration type: (_) @declared name: (_) @name) @binding
(declaration_pattern type: (_) @declared name: (_) @name) @binding

[(block) (lambda_expression) (for_statement) (foreach_statement) (using_statement) (catch_clause) (switch_section)] @scope
