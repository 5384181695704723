(attribute_item) @attribute
(attribute_item (attribute (identifier) @_cfg arguments: (_) @condition) (#eq? @_cfg "cfg"))

(struct_item name: (_) @name body: (_)? @body) @struct
(union_item name: (_) @name body: (_) @body) @struct
(enum_item name: (_) @name body: (_) @body) @enum
(enum_variant name: (_) @name) @constant
(trait_item name: (_) @name body: (_) @body) @trait
(impl_item type: (_) @name body: (_) @body) @extension
(mod_item name: (_) @name body: (_) @body) @module
(type_item name: (_) @name) @type
(associated_type name: (_) @name) @type
(function_item name: (_) @name body: (_) @body) @function
(function_signature_item name: (_) @name) @function
(macro_definition name: (_) @name) @function
(const_item name: (_) @name) @constant
(static_item name: (_) @name) @constant
(field_declaration name: (_) @name) @field

(trait_item bounds: (trait_bounds (_) @base))
(impl_item trait: (_) @base)
(call_expression function: [
  (identifier) @call
  (field_expression field: (field_identifier) @call)
  (scoped_identifier name: (_) @call)
  (generic_function function: [
    (identifier) @call
    (field_expression field: (field_identifier) @call)
    (scoped_identifier name: (_) @call)])])
(macro_invocation macro: [(identifier) @call (scoped_identifier name: (_) @call)])
; Arguments of macros are not parsed: a name before parentheses is a call.
(token_tree (identifier) @call . (token_tree "("))
(type_identifier) @reference

(use_declaration argument: (_) @imports)
(mod_item !body name: (_) @import)
; #[path = "unix/mod.rs"] mod imp;
((attribute_item (attribute (identifier) @_path value: (string_literal (string_content) @import)))
  . (mod_item !body name: (_) @alias)
  (#eq? @_path "path"))
((attribute_item (attribute (identifier) @_path value: (string_literal (string_content) @import)))
  . (attribute_item) . (mod_item !body name: (_) @alias)
  (#eq? @_path "path"))
(extern_crate_declaration name: (_) @import alias: (_)? @alias)

(line_comment) @skip
(block_comment) @skip
(string_content) @skip
(raw_string_literal) @skip

(function_item name: (_) @name return_type: (_) @declared) @binding
(function_signature_item name: (_) @name return_type: (_) @declared) @binding
(field_declaration name: (_) @name type: (_) @declared) @binding
(type_item name: (_) @name type: (_) @declared) @binding
(const_item name: (_) @name type: (_) @declared) @binding
(static_item name: (_) @name type: (_) @declared) @binding
(parameter pattern: [(identifier) @name (mut_pattern (identifier) @name)] type: (_) @declared) @binding
(let_declaration pattern: (identifier) @name type: (_)? @declared value: (_)? @value) @binding
(assignment_expression left: (identifier) @name @again right: (_) @value) @binding
(enum_variant name: (_) @name body: (ordered_field_declaration_list . type: (_) @declared .)) @binding
; A pattern takes out what a variant holds; of wrappers, which types are noted without, what is matched.
((tuple_struct_pattern type: (_) @value . [
    (identifier) @name
    (mut_pattern (identifier) @name)
    (reference_pattern (identifier) @name)
    (ref_pattern [(identifier) @name (mut_pattern (identifier) @name)])] .) @binding
  (#not-eq? @value "Err") (#not-eq? @value "Some") (#not-eq? @value "Ok"))
((let_condition pattern: (tuple_struct_pattern
  type: (_) @_type . [
    (identifier) @name
    (mut_pattern (identifier) @name)
    (reference_pattern (identifier) @name)
    (ref_pattern [(identifier) @name (mut_pattern (identifier) @name)])] .)
  value: (_) @inside) @binding
  (#any-of? @_type "Some" "Ok" "Ready" "Poll::Ready"))
((let_declaration pattern: (tuple_struct_pattern
  type: (_) @_type . [
    (identifier) @name
    (mut_pattern (identifier) @name)
    (reference_pattern (identifier) @name)
    (ref_pattern [(identifier) @name (mut_pattern (identifier) @name)])] .)
  value: (_) @inside) @binding
  (#any-of? @_type "Some" "Ok" "Ready" "Poll::Ready"))
((match_expression
  value: (_) @inside
  body: (match_block (match_arm pattern: (match_pattern (tuple_struct_pattern
    type: (_) @_type . [
    (identifier) @name
    (mut_pattern (identifier) @name)
    (reference_pattern (identifier) @name)
    (ref_pattern [(identifier) @name (mut_pattern (identifier) @name)])] .)))))
  @binding
  (#any-of? @_type "Some" "Ok" "Ready" "Poll::Ready"))
((match_expression value: (_) @value body: (match_block (match_arm pattern: (match_pattern . (identifier) @name))))
  @binding (#match? @name "^[a-z_]"))
((let_declaration
  pattern: [(identifier) @name (mut_pattern (identifier) @name)]
  value: (match_expression
    value: (_) @inside
    body: (match_block (match_arm
      pattern: (match_pattern (tuple_struct_pattern type: (_) @_type . (identifier) @_held .))
      value: (identifier) @_given)))) @binding
  (#any-of? @_type "Some" "Ok") (#eq? @_held @_given))
(for_expression pattern: (identifier) @name value: (_) @element) @binding
(for_expression pattern: (tuple_pattern . (_) . (identifier) @name .) value: (_) @pair) @binding
(closure_parameters (identifier) @name) @binding
(closure_parameters [(reference_pattern (identifier) @name) (mut_pattern (identifier) @name)]) @binding
(function_type) @signature
(tuple_struct_pattern type: (_) (identifier) @name) @binding
(tuple_pattern (identifier) @name) @binding
(slice_pattern (identifier) @name) @binding
(captured_pattern . (identifier) @name) @binding
(field_pattern name: (shorthand_field_identifier) @name) @binding
(field_pattern pattern: [
    (identifier) @name
    (mut_pattern (identifier) @name)
    (reference_pattern (identifier) @name)
    (ref_pattern [(identifier) @name (mut_pattern (identifier) @name)])]) @binding

[(block) (closure_expression) (match_arm) (if_expression) (while_expression) (for_expression)] @scope

(type_parameter name: (_) @name bounds: (_)? @declared) @bound
(where_predicate left: [(type_identifier) (scoped_type_identifier)] @name @again bounds: (_) @declared) @bound
(associated_type name: (_) @name bounds: (_) @declared) @binding
(struct_item body: (ordered_field_declaration_list) @fields)
((impl_item
  trait: (generic_type type: [(type_identifier) @_trait (scoped_type_identifier name: (_) @_trait)])
  body: (declaration_list (type_item type: (_) @element))) @fields
  (#eq? @_trait "Index"))
((impl_item trait: (_) @_trait body: (declaration_list (type_item type: (_) @inside))) @fields
  (#any-of? @_trait "Deref" "ops::Deref" "std::ops::Deref" "core::ops::Deref"))
(impl_item trait: (generic_type) @several) @fields
(impl_item type: (reference_type) @pointer) @fields
((impl_item type: (generic_type type: (type_identifier) @_pointer) @pointer) @fields
  (#any-of? @_pointer "Box" "Rc" "Arc" "Pin" "Cow"))
((impl_item
  trait: [(type_identifier) (scoped_type_identifier)] @_trait
  body: (declaration_list (type_item name: (_) @_part type: (_) @element))) @fields
  (#any-of? @_trait "Iterator" "IntoIterator" "iter::Iterator" "iter::IntoIterator") (#eq? @_part "Item"))
