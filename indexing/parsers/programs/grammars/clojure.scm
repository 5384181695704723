((list_lit . (sym_lit) @_ns . (sym_lit) @package) (#eq? @_ns "ns"))

((list_lit . (sym_lit) @_def . (sym_lit) @name (vec_lit)? @body) @function
  (#match? @_def "^(?:s/)?(?:defn-?|defmacro|defmulti|defmethod|deftest|defmacro-)$"))
((list_lit . (sym_lit) @_def . (sym_lit) @name) @constant (#match? @_def "^(?:s/)?(?:def|defonce|defstate)$"))
((list_lit . (sym_lit) @_def . (sym_lit) @name) @class (#match? @_def "^(?:s/)?(?:defrecord|deftype)$"))
((list_lit . (sym_lit) @_def . (sym_lit) @name) @interface (#match? @_def "^(?:defprotocol|definterface)$"))

((list_lit . (sym_lit) @_def . (sym_lit) . (str_lit) @doc) (#match? @_def "^(?:ns|defn-?|defmacro|defprotocol|defmulti)$"))

((list_lit . (sym_lit) @call) (#not-match? @call "^(?:ns|def.*|let|if|when|cond|do|fn|loop|for|->>?|and|or|not|case)$"))

((list_lit . (kwd_lit) @_require [(sym_lit) @import (vec_lit . (sym_lit) @import)])
  (#match? @_require "^:(?:require|use|import|require-macros)$"))
((list_lit . (kwd_lit) @_require (vec_lit . (sym_lit) @import (kwd_lit) @_as . (sym_lit) @alias))
  (#eq? @_require ":require") (#eq? @_as ":as"))

(comment) @skip
(str_lit) @skip
