(module_attribute name: (_) @package)

(spec) @attribute

(record_decl name: (_) @name) @struct
(record_field name: (_) @name) @field
(pp_define lhs: (macro_lhs name: (_) @name)) @constant
(type_alias name: (type_name name: (_) @name)) @type
(opaque name: (type_name name: (_) @name)) @type
(fun_decl clause: (function_clause name: (_) @name body: (_) @body)) @function

(behaviour_attribute name: (_) @base)
(call expr: (atom) @call)
(call expr: (remote fun: (atom) @call))
(record_expr name: (record_name name: (_) @reference))

(pp_include file: (_) @import)
(pp_include_lib file: (_) @import)
(import_attribute module: (_) @import)

(comment) @skip
(string) @skip
