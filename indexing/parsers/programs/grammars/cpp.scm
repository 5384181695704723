(template_declaration) @span

(namespace_definition name: (_) @name body: (_) @body) @module
(class_specifier name: (_) @name body: (_) @body) @class
(alias_declaration name: (_) @name) @type
(concept_definition name: (_) @name) @type
(field_declaration declarator: [
  (function_declarator declarator: [(field_identifier) (operator_name) (destructor_name)])
  (pointer_declarator (function_declarator declarator: [(field_identifier) (operator_name)]))
  (reference_declarator (function_declarator declarator: [(field_identifier) (operator_name)]))] @name) @function
(declaration declarator: [
  (function_declarator declarator: [(qualified_identifier) (destructor_name) (operator_name)])
  (reference_declarator (function_declarator))] @name) @function
(declaration declarator: (operator_cast) @name) @function

(base_class_clause [(type_identifier) (qualified_identifier) (template_type)] @base)
(call_expression function: [
  (qualified_identifier) @call
  (template_function name: (identifier) @call)
  (field_expression field: (template_method name: (field_identifier) @call))])
(new_expression type: [(type_identifier) @call (template_type name: (_) @call) (qualified_identifier) @call])

(using_declaration (qualified_identifier) @reference)
(raw_string_content) @skip
