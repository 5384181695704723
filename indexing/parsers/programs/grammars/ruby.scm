(class name: (_) @name body: (_)? @body) @class
(module name: (_) @name body: (_)? @body) @module
(module body: (_ (method name: (_) @name body: (_)? @body) @method))
(singleton_class body: (_ (method name: (_) @name body: (_)? @body) @method))
(singleton_method name: (_) @name body: (_)? @body) @method
(method name: (_) @name body: (_)? @body) @function
(alias name: (_) @name) @method
(assignment left: (constant) @name right: (_ block: (do_block) @body)) @class
(assignment left: (constant) @name) @constant
((_ method: (identifier) @_attr arguments: (_ (simple_symbol) @name)) @field
  (#match? @_attr "^(?:c|m)?attr_(?:accessor|reader|writer)$"))
((_ method: (identifier) @_define arguments: (_ . (simple_symbol) @name)) @method
  (#any-of? @_define "define_method" "alias_method" "define_singleton_method"))

(superclass (_) @base)
((_ method: (identifier) @_mixin arguments: (_ [(constant) (scope_resolution)] @base))
  (#any-of? @_mixin "include" "extend" "prepend"))
(_ method: [(identifier) (constant)] @call)
(body_statement (identifier) @call)
(_ receiver: [(constant) @reference (scope_resolution name: (constant) @reference)])

((_ method: (identifier) @_require arguments: (_ . (string (string_content) @import)))
  (#any-of? @_require "require" "require_relative" "load" "autoload"))
((_ method: (identifier) @_require arguments: (_ (string (string_content) @import)))
  (#eq? @_require "autoload"))

(comment) @skip
(string_content) @skip
(heredoc_content) @skip
