(package_statement name: (_) @name (block) @body) @module
(package_statement name: (_) @package)
(subroutine_declaration_statement name: (_) @name body: (_) @body) @function
((assignment_expression left: (variable_declaration "our" variable: (_ (varname) @name))) @constant)

(function_call_expression function: (_) @call)
(ambiguous_function_call_expression function: (_) @call)
(method_call_expression method: (_) @call)

((use_statement module: (package) @_parent [
    (string_literal content: (_) @base)
    (quoted_word_list content: (_) @base)])
  (#any-of? @_parent "parent" "base"))
((use_statement module: (package) @import) (#not-match? @import "^(?:strict|warnings|utf8|parent|base|vars)$"))
(require_expression [(bareword) @import (interpolated_string_literal content: (_) @import) (string_literal content: (_) @import)])

(comment) @skip
(pod) @skip
(string_content) @skip
