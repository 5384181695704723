(create_table . (_)* (object_reference name: (_) @name) . (column_definitions) @body) @struct
(create_table (object_reference name: (_) @name)) @struct
(column_definition name: (_) @name) @field
(create_view . (keyword_create) (object_reference name: (_) @name) (create_query) @body) @type
(create_materialized_view (object_reference name: (_) @name) (create_query) @body) @type
(create_function . (keyword_create) (object_reference name: (_) @name) (function_body) @body) @function
(create_type . (keyword_create) . (keyword_type) . (object_reference name: (_) @name)) @type
(create_trigger . (keyword_create) (keyword_trigger) . (object_reference name: (_) @name)) @function
(create_index column: (_) @name) @constant
(create_sequence (object_reference name: (_) @name)) @constant
(create_schema (identifier) @name) @module

(relation (object_reference name: (_) @reference))
(insert (object_reference name: (_) @reference))
(update (relation (object_reference name: (_) @reference)))
(create_index (object_reference name: (_) @reference))
(create_trigger (keyword_on) . (object_reference name: (_) @reference))
(create_trigger [(keyword_function) (keyword_procedure)] . (object_reference name: (_) @call))
(alter_table . (keyword_alter) . (keyword_table) . (object_reference name: (_) @reference))
(column_definition (keyword_references) . (object_reference name: (_) @reference))
(constraint (keyword_references) . (object_reference name: (_) @reference))
(invocation (object_reference name: (_) @call))

(comment) @skip
(marginalia) @skip
