; JavaScript and TypeScript.
(export_statement) @span

(class_declaration name: (_) @name body: (_) @body) @class
(function_declaration name: (_) @name body: (_) @body) @function
(generator_function_declaration name: (_) @name body: (_) @body) @function
(class_body (_ name: (_) @name body: (_) @body) @function)
; { key() {} }: known only by the object.
(object (_ name: (_) @name body: (_) @body) @function @keyed)
; const f = () => {}, const f = function () {}, const C = class {}
(lexical_declaration
  (_ name: (identifier) @name value: [
    (arrow_function body: (_) @body)
    (function_expression body: (_) @body)
    (generator_function body: (_) @body)])) @function
(variable_declaration
  (_ name: (identifier) @name value: [
    (arrow_function body: (_) @body)
    (function_expression body: (_) @body)
    (generator_function body: (_) @body)
    (assignment_expression right: (function_expression body: (_) @body))])) @function
(lexical_declaration (_ name: (identifier) @name value: (class body: (_) @body))) @class
; A component inside memo(), forwardRef() and the like.
((lexical_declaration
  (_
    name: (identifier) @name
    value: (call_expression arguments: (_ . [
      (arrow_function body: (_) @body)
      (function_expression body: (_) @body)
      (call_expression arguments: (_ . [
        (arrow_function body: (_) @body)
        (function_expression body: (_) @body)]))])))) @function
  (#match? @name "^(?:[A-Z][a-z]|use[A-Z])"))
; a.b = a.c = function () {}: two names for the whole.
((assignment_expression
  left: [(identifier) (member_expression)] @name
  right: (assignment_expression right: [
    (arrow_function body: (_) @body)
    (function_expression body: (_) @body)
    (generator_function body: (_) @body)])) @function
  (#not-match? @name "^(?:this\\.on[a-z]+|(?:module\\.)?exports|[^.]*\\.prototype|.*[\\[(].*)$"))
((assignment_expression
  right: (assignment_expression
    left: [(identifier) (member_expression)] @name
    right: [
      (arrow_function body: (_) @body)
      (function_expression body: (_) @body)
      (generator_function body: (_) @body)])) @function
  (#not-match? @name "^(?:this\\.on[a-z]+|(?:module\\.)?exports|[^.]*\\.prototype|.*[\\[(].*)$"))
; module.exports = function f () {}
((assignment_expression
  left: (_) @_exports
  right: [
    (function_expression name: (identifier) @name body: (_) @body)
    (assignment_expression right: (function_expression name: (identifier) @name body: (_) @body))]) @function
  (#match? @_exports "^(?:module\\.)?exports$"))
((assignment_expression left: (_) @_exports right: (class name: (_) @name body: (_) @body)) @class
  (#eq? @_exports "module.exports"))
; a.b = function () {}, module.exports.c = () => {}
((assignment_expression
  left: [(identifier) (member_expression)] @name
  right: [
    (arrow_function body: (_) @body)
    (function_expression body: (_) @body)
    (generator_function body: (_) @body)]) @function
  (#not-match? @name "^(?:this\\.on[a-z]+|module\\.exports|[^.]*\\.prototype|.*[\\[(].*)$"))
((assignment_expression left: [(identifier) (member_expression)] @name right: (class body: (_) @body)) @class
  (#not-match? @name "^module\\.exports$"))
; get(object, "size", function size() {})
(arguments (function_expression name: (identifier) @name body: (_) @body) @function)
; { key: () => {} }
(pair
  key: (property_identifier) @name
  value: [(arrow_function body: (_) @body) (function_expression body: (_) @body)]) @function @keyed

(program [(lexical_declaration (_ name: (identifier) @name)) @constant
          (variable_declaration (_ name: (identifier) @name)) @constant])
(program (export_statement
  [(lexical_declaration (_ name: (identifier) @name)) @constant
   (variable_declaration (_ name: (identifier) @name)) @constant]))

(call_expression function: [(identifier) @call (_ property: (_) @call)])
(new_expression constructor: [(identifier) @call (_ property: (_) @call)])
(decorator [(identifier) @reference (_ property: (_) @reference)])

(import_statement source: (_ (string_fragment) @import))
(import_statement
  (import_clause (identifier) @alias @default)
  source: (_ (string_fragment) @import))
(import_statement
  (import_clause (named_imports (import_specifier name: (_) @imported !alias)))
  source: (_ (string_fragment) @import))
(import_statement
  (import_clause (named_imports (import_specifier name: (_) @imported alias: (_) @alias)))
  source: (_ (string_fragment) @import))
(import_statement
  (import_clause (namespace_import (identifier) @alias))
  source: (_ (string_fragment) @import))
(export_statement source: (_ (string_fragment) @import))
(export_statement !source (export_clause (export_specifier name: (_) @export alias: (_) @alias)))
(export_statement "default" value: (identifier) @export)
(export_statement "default" declaration: (_ name: (_) @export))
(export_statement "*" @imported source: (_ (string_fragment) @import))
(export_statement (namespace_export (identifier) @alias) source: (_ (string_fragment) @import))
(export_statement
  (export_clause (export_specifier name: (_) @imported !alias))
  source: (_ (string_fragment) @import))
(export_statement
  (export_clause (export_specifier name: (_) @imported alias: (_) @alias))
  source: (_ (string_fragment) @import))
((call_expression function: [(identifier) (import)] @_function arguments: (_ . (string (string_fragment) @import)))
  (#any-of? @_function "require" "import"))
((variable_declarator
  name: (identifier) @alias
  value: [
    (_ function: (_) @_function arguments: (_ . (string (string_fragment) @import)))
    (await_expression
      (_ function: (_) @_function arguments: (_ . (string (string_fragment) @import))))])
  (#any-of? @_function "require" "import"))
((variable_declarator
  name: (identifier) @alias
  value: (_
    object: (_ function: (_) @_function arguments: (_ . (string (string_fragment) @import)))
    property: (_) @imported))
  (#eq? @_function "require"))
((variable_declarator
  name: (_ [
    (shorthand_property_identifier_pattern) @imported
    (pair_pattern key: (_) @imported value: (identifier) @alias)])
  value: (_ function: (_) @_function arguments: (_ . (string (string_fragment) @import))))
  (#eq? @_function "require"))

((variable_declarator
  name: (_ [
    (shorthand_property_identifier_pattern) @imported
    (pair_pattern key: (_) @imported value: (identifier) @alias)])
  value: (await_expression
    (_ function: (import) arguments: (_ . (string (string_fragment) @import))))))

(comment) @skip
(string_fragment) @skip
(regex_pattern) @skip

(variable_declarator name: (identifier) @name value: (_)? @value) @binding
(assignment_expression left: (member_expression object: (this)) @name right: (_) @value) @binding
(for_in_statement left: (identifier) @name operator: "of" right: (_) @element) @binding
(for_in_statement left: (array_pattern . (_) . (identifier) @name .) operator: "of" right: (_) @pair) @binding
(arrow_function parameter: (identifier) @name) @binding
(array_pattern (identifier) @name) @binding
(pair_pattern value: (identifier) @name) @binding
(object_pattern (shorthand_property_identifier_pattern) @name) @binding
(object_assignment_pattern left: (shorthand_property_identifier_pattern) @name) @binding
(assignment_pattern left: (identifier) @name) @binding
(rest_pattern (identifier) @name) @binding
(catch_clause parameter: (identifier) @name) @binding

[(statement_block) (arrow_function) (function_expression) (generator_function) (method_definition) (for_statement)
  (for_in_statement) (catch_clause) (switch_body)] @scope
