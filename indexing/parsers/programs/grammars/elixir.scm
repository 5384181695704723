((unary_operator operator: "@" operand: (_ target: (identifier) @_attribute)) @attribute
  (#any-of? @_attribute "spec" "impl" "deprecated" "since" "tag"))

((_ target: (identifier) @_def (arguments . (alias) @name) (do_block) @body) @module
  (#eq? @_def "defmodule"))
((_ target: (identifier) @_def (arguments . (alias) @name) (do_block) @body) @interface
  (#eq? @_def "defprotocol"))
((_
  target: (identifier) @_def
  (_ (alias) (keywords (pair value: (alias) @name)))
  (do_block) @body) @extension
  (#eq? @_def "defimpl"))
((_ target: (identifier) @_def (arguments . [
    (identifier) @name
    (call target: (identifier) @name)
    (binary_operator left: [(identifier) @name (call target: (identifier) @name)])]
    (keywords)? @body)
  (do_block)? @body) @function
  (#any-of? @_def "def" "defp" "defmacro" "defmacrop" "defdelegate" "defguard" "defguardp" "defn" "defnp"))
((unary_operator operator: "@" operand: (_ target: (identifier) @_attribute (arguments . (binary_operator left: [
    (identifier) @name
    (call target: (identifier) @name)])))) @type
  (#any-of? @_attribute "type" "typep" "opaque" "callback" "macrocallback"))
((unary_operator operator: "@" operand: (_ target: (identifier) @name)) @constant
  (#not-match? @name "^(?:.*doc|spec|type|typep|opaque|.*callbacks?|impl|behaviour|deprecated|since|dialyzer|compile|.*tag|derive|enforce_keys|(?:before|after)_compile|external_resource|on_load|on_definition)$"))

((unary_operator operand: (_ target: (identifier) @_doc (arguments (string) @doc)))
  (#eq? @_doc "moduledoc"))
((unary_operator operand: (_ target: (identifier) @_doc (arguments (string) @doc_next)))
  (#any-of? @_doc "doc" "typedoc"))

((unary_operator operand: (_ target: (identifier) @_behaviour (arguments (alias) @base)))
  (#eq? @_behaviour "behaviour"))
((_ target: (identifier) @_impl (arguments . (alias) @base))
  (#eq? @_impl "defimpl"))
((call target: (identifier) @call)
  (#not-match? @call "^(?:def[a-z]*|use|import|alias|require|.*doc|spec|typep?|opaque|impl|behaviour|if|unless|case|cond|for|with|try|receive|quote|unquote)$"))
(call target: (_ left: (alias) right: (identifier) @call))
(call target: (_ left: (identifier) right: (identifier) @call))
(struct (alias) @reference)

((_ target: (identifier) @_import (arguments . [(alias) (dot)] @imports . (keywords (pair key: (keyword) @_key))?))
  (#any-of? @_import "import" "use" "alias" "require")
  (#not-eq? @_key "as: "))
((_ target: (identifier) @_import (_ . (alias) @import (keywords (pair key: (keyword) @_key value: (alias) @alias))))
  (#any-of? @_import "alias" "require")
  (#eq? @_key "as: "))

(comment) @skip
(quoted_content) @skip
