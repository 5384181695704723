; `let f …` alone; of several joined by `and`, each is a definition of its own.
(value_definition ["let" "rec" (attribute)] . (let_binding pattern: (value_name) @name (parameter) body: (_) @body) .) @function
(value_definition
  ["let" "rec" (attribute)] .
  (let_binding pattern: (value_name) @name body: [(fun_expression) (function_expression)] @body) .) @function
(value_definition (let_binding pattern: (value_name) @name (parameter) body: (_) @body) @function)
(value_definition
  (let_binding pattern: (value_name) @name body: [(fun_expression) (function_expression)] @body) @function)
(compilation_unit (value_definition (let_binding pattern: (value_name) @name)) @constant)
(structure (value_definition (let_binding pattern: (value_name) @name)) @constant)
(class_definition (class_binding (class_name) @name body: (_) @body)) @class
(method_definition (method_name) @name) @method

(application_expression function: (value_path (value_name) @call))
