(package (full_ident) @package)

(message (message_name) @name (message_body) @body) @struct
(enum (enum_name) @name (enum_body) @body) @enum
(enum_field . (identifier) @name) @constant
(service (service_name) @name) @interface
(rpc (rpc_name) @name) @method
(field (identifier) @name) @field
(map_field (identifier) @name) @field
(oneof_field (identifier) @name) @field

(message_or_enum_type) @types

(import path: (_) @import)

(comment) @skip
(string) @skip
