(field_declaration declarator: (_) @name) @field
