(function_definition name: (_) @name body: (_) @body) @function
(program (variable_assignment name: (variable_name) @name) @constant)
(program (declaration_command (variable_assignment name: (variable_name) @name)) @constant)

(command name: (command_name . (word) @call .))

((command name: (command_name) @_source argument: [(word) (string) (raw_string) (concatenation)] @import)
  (#any-of? @_source "source" "."))

(comment) @skip
(string_content) @skip
(raw_string) @skip
(heredoc_body) @skip
