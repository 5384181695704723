(header module: (module) @package)

(data_type name: (_) @name) @type
(newtype name: (_) @name) @type
(type_synomym name: (_) @name) @type
(type_family name: (_) @name) @type
(class name: (_) @name declarations: (_)? @body) @trait
(instance patterns: (type_patterns . (_) @name) declarations: (_)? @body) @extension
(data_constructor (prefix name: (_) @name) @constructor)
(data_constructor (record name: (_) @name) @constructor)
(gadt_constructor name: (_) @name) @constructor
(field_name (variable) @name) @field
(declarations [
  (signature name: [(variable) (prefix_id)] @name)
  (function name: [(variable) (prefix_id)] @name)
  (function (infix operator: (_) @name))
  (bind name: (variable) @name)] @function)
(class_declarations [
  (signature name: [(variable) (prefix_id)] @name)
  (function name: [(variable) (prefix_id)] @name)
  (bind name: (variable) @name)] @function)
(instance_declarations [
  (function name: [(variable) (prefix_id)] @name)
  (function (infix operator: (_) @name))
  (bind name: (variable) @name)] @function)

(instance name: (_) @base)
(apply function: [(variable) (constructor)] @call)
(apply function: (qualified id: (_) @call))
(apply argument: (variable) @call)
(infix left_operand: [(variable) (constructor)] @call)
(infix right_operand: [(variable) (constructor)] @call)
(match expression: (variable) @call)
(signature type: (_) @types)
(field type: (_) @types)

(import !alias module: (_) @import)
(import module: (_) @import alias: (_) @alias)
(import module: (_) @import names: (import_list name: (import_name (_) @imported)))

(comment) @skip
(haddock) @skip
(string) @skip
(pragma) @skip
