(VarDecl
  variable_type_function: (IDENTIFIER) @name
  (ErrorUnionExpr . (SuffixExpr . (ContainerDecl (ContainerDeclType "enum") "{" @body)))) @enum
(VarDecl
  variable_type_function: (IDENTIFIER) @name
  (ErrorUnionExpr . (SuffixExpr . (ContainerDecl "{" @body)))) @struct
(VarDecl variable_type_function: (IDENTIFIER) @name (ErrorUnionExpr . (SuffixExpr . (ErrorSetDecl)))) @enum
(Decl (FnProto function: (IDENTIFIER) @name) (Block)? @body) @function
(ContainerField field_member: (IDENTIFIER) @name) @field
(ErrorSetDecl field_constant: (IDENTIFIER) @name @constant)
(source_file (Decl (VarDecl variable_type_function: (IDENTIFIER) @name)) @constant)
(ContainerDecl (Decl (VarDecl variable_type_function: (IDENTIFIER) @name)) @constant)
(TestDecl [(STRINGLITERALSINGLE) (IDENTIFIER)] @name (Block) @body) @function

(SuffixExpr variable_type_function: (IDENTIFIER) @call . (FnCallArguments))
(FieldOrFnCall function_call: (IDENTIFIER) @call)
(ParamType (ErrorUnionExpr (SuffixExpr variable_type_function: (IDENTIFIER) @reference)))
(ContainerField (ErrorUnionExpr (SuffixExpr variable_type_function: (IDENTIFIER) @reference)))
(FnProto (ErrorUnionExpr (SuffixExpr variable_type_function: (IDENTIFIER) @reference)))

((SuffixExpr (BUILTINIDENTIFIER) @_import (FnCallArguments (ErrorUnionExpr (SuffixExpr (STRINGLITERALSINGLE) @import))))
  (#eq? @_import "@import"))
((VarDecl
  variable_type_function: (IDENTIFIER) @alias
  (ErrorUnionExpr . (SuffixExpr
    (BUILTINIDENTIFIER) @_import
    (FnCallArguments (ErrorUnionExpr (SuffixExpr (STRINGLITERALSINGLE) @import)))) .))
  (#eq? @_import "@import"))

(line_comment) @skip
(doc_comment) @skip
(container_doc_comment) @skip
(STRINGLITERALSINGLE) @skip
