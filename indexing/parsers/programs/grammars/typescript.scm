(ambient_declaration) @span
(class_body (decorator) @attribute)

(interface_declaration name: (_) @name body: (_) @body) @interface
(abstract_class_declaration name: (_) @name body: (_) @body) @class
(type_alias_declaration name: (_) @name) @type
(enum_declaration name: (_) @name body: (_) @body) @enum
(enum_body name: (_) @name @constant)
(enum_body (enum_assignment name: (_) @name) @constant)
(internal_module name: (_) @name body: (_) @body) @module
(module name: (_) @name body: (_) @body) @module
(ambient_declaration "global" @name (statement_block) @body) @module
(ambient_declaration (statement_block [
  (lexical_declaration (variable_declarator name: (identifier) @name))
  (variable_declaration (variable_declarator name: (identifier) @name))] @constant))
(function_signature name: (_) @name) @function
(object_type (method_signature name: (_) @name) @function @keyed)
(method_signature name: (_) @name) @function
(abstract_method_signature name: (_) @name) @function
(public_field_definition
  name: (_) @name
  value: [(arrow_function body: (_) @body) (function_expression body: (_) @body)]) @function
(public_field_definition name: (_) @name) @field
(property_signature name: (_) @name) @field
(ambient_declaration [
  (lexical_declaration (variable_declarator name: (identifier) @name))
  (variable_declaration (variable_declarator name: (identifier) @name))]) @constant

; await f<Type>(value), which the grammar reads as (await f)(value)
(call_expression function: (await_expression [(identifier) @call (_ property: (_) @call)]))

(extends_clause value: (_) @base)
(implements_clause (_) @base)
(extends_type_clause type: (_) @base)
(type_identifier) @reference
(nested_type_identifier name: (type_identifier) @reference)
(type_query (identifier) @reference)

(import_statement (import_require_clause (identifier) @alias source: (string (string_fragment) @import)))

(required_parameter pattern: (identifier) @name type: (type_annotation (_) @declared)?) @binding
(optional_parameter pattern: (identifier) @name type: (type_annotation (_) @declared)?) @binding
(required_parameter pattern: (this) @name type: (type_annotation (_) @declared)) @binding
(variable_declarator name: (identifier) @name type: (type_annotation (_) @declared)) @binding
(variable_declarator
  name: (identifier) @name
  value: (arrow_function return_type: (type_annotation (_) @declared))) @binding
(function_declaration name: (_) @name return_type: (type_annotation (_) @declared)) @binding
(generator_function_declaration name: (_) @name return_type: (type_annotation (_) @declared)) @binding
(function_signature name: (_) @name return_type: (type_annotation (_) @declared)) @binding
(method_definition name: (_) @name return_type: (type_annotation (_) @declared)) @binding
(method_signature name: (_) @name return_type: (type_annotation (_) @declared)) @binding
(abstract_method_signature name: (_) @name return_type: (type_annotation (_) @declared)) @binding
(public_field_definition name: (_) @name type: (type_annotation (_) @declared)? value: (_)? @value) @binding
(property_signature name: (_) @name type: (type_annotation (_) @declared)) @binding
(type_alias_declaration name: (_) @name value: (_) @declared) @binding

(type_parameter name: (_) @name constraint: (constraint (_) @declared)?) @bound
; constructor(private name: Type)
(required_parameter
  (accessibility_modifier)
  pattern: (identifier) @name
  type: (type_annotation (_) @declared)) @fields

[(function_declaration) (generator_function_declaration) (function_signature) (method_definition) (method_signature)
  (abstract_method_signature) (function_type) (call_signature) (construct_signature)] @signature
(variable_declarator value: [(arrow_function) (function_expression)] @signature)
(public_field_definition value: [(arrow_function) (function_expression)] @signature)
(arrow_function body: (arrow_function) @signature)
(return_statement [(arrow_function) (function_expression)] @signature)
[(function_type) (call_signature) (construct_signature)] @scope

(function_declaration name: (_) @name !return_type body: (_ (return_statement (_) @result)))
(method_definition name: (_) @name !return_type body: (_ (return_statement (_) @result)))
(variable_declarator name: (identifier) @name value: (arrow_function !return_type body: [
  (_ (return_statement (_) @result))
  [(call_expression) (new_expression) (member_expression) (parenthesized_expression) (as_expression)] @result]))

; A condition that lets through only values of a type.
(function_declaration
  name: (_) @name
  return_type: (type_predicate_annotation (type_predicate type: (_) @predicate)))
(variable_declarator
  name: (identifier) @name
  value: (arrow_function return_type: (type_predicate_annotation (type_predicate type: (_) @predicate))))
(binary_expression left: (identifier) @name operator: "instanceof" right: (_) @instance) @asked
(parenthesized_expression (call_expression function: (identifier) @guard arguments: (arguments . (identifier) @name .))) @asked
(unary_expression (call_expression function: (identifier) @guard arguments: (arguments . (identifier) @name .))) @asked
(binary_expression left: (call_expression function: (identifier) @guard arguments: (arguments . (identifier) @name .)) operator: "&&") @asked

(type_alias_declaration
  name: (_) @name
  type_parameters: (type_parameters . (type_parameter name: (_) @chosen))
  value: (conditional_type) @chosen)
