(namespace_definition name: (_) @package)

(namespace_definition name: (_) @name body: (_) @body) @module
(class_declaration name: (_) @name body: (_) @body) @class
(interface_declaration name: (_) @name body: (_) @body) @interface
(trait_declaration name: (_) @name body: (_) @body) @trait
(enum_declaration name: (_) @name body: (_) @body) @enum
(enum_case name: (_) @name) @constant
(method_declaration name: (_) @name body: (_)? @body) @method
(function_definition name: (_) @name body: (_) @body) @function
(const_declaration (const_element . (name) @name)) @constant
(property_declaration (property_element name: (variable_name (name) @name))) @field
(property_promotion_parameter name: (variable_name (name) @name)) @field
((function_call_expression
  function: (name) @_define
  arguments: (arguments . (argument (string (string_content) @name)))) @constant
  (#eq? @_define "define"))

(base_clause (_) @base)
(class_interface_clause (_) @base)
(use_declaration [(name) (qualified_name)] @base)
(function_call_expression function: [(name) (qualified_name)] @call)
(member_call_expression name: (name) @call)
(nullsafe_member_call_expression name: (name) @call)
(scoped_call_expression name: (name) @call)
(object_creation_expression [(name) (qualified_name)] @call)
(named_type [(name) (qualified_name)] @reference)
(class_constant_access_expression . [(name) (qualified_name)] @reference)
(attribute [(name) (qualified_name)] @reference)
(binary_expression right: (name) @reference)

(namespace_use_declaration) @imports
(require_once_expression [(string (string_content) @import) (binary_expression right: (string (string_content) @import))])
(require_expression [(string (string_content) @import) (binary_expression right: (string (string_content) @import))])
(include_once_expression [(string (string_content) @import) (binary_expression right: (string (string_content) @import))])
(include_expression [(string (string_content) @import) (binary_expression right: (string (string_content) @import))])

(comment) @skip
(string_content) @skip
(heredoc_body) @skip
(text) @skip
