(field_definition
  property: (_) @name
  value: [(arrow_function body: (_) @body) (function_expression body: (_) @body)]) @function
(field_definition property: (_) @name) @field
(class_heritage (_) @base)

(formal_parameters (identifier) @name) @binding
(field_definition property: (_) @name value: (_) @value) @binding
