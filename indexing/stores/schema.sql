-- The structure store of one generation. Readers open it with mode=ro&immutable=1.
-- Lines are 1-based and inclusive everywhere.

CREATE TABLE documents (
    id          INTEGER PRIMARY KEY,
    path        TEXT NOT NULL UNIQUE,
    source      TEXT NOT NULL DEFAULT '',
    language    TEXT NOT NULL,
    format      TEXT NOT NULL,
    title       TEXT NOT NULL,
    sha256      TEXT NOT NULL,
    size_bytes  INTEGER NOT NULL,
    mtime_ns    INTEGER NOT NULL,
    line_count  INTEGER NOT NULL,
    encoding    TEXT NOT NULL,
    newline     TEXT NOT NULL,
    note        TEXT NOT NULL DEFAULT '',
    point       INTEGER NOT NULL,               -- id of the file's own point in the vector store
    importers   INTEGER NOT NULL DEFAULT 0,
    users       INTEGER NOT NULL DEFAULT 0,
    pagerank    REAL NOT NULL DEFAULT 1.0
);

-- What files are found by when a question names them; role is `stem`, `parent`, `name` or `folder` (path_words.py).
CREATE TABLE path_words (
    word   TEXT NOT NULL,
    role   TEXT NOT NULL,
    doc_id INTEGER NOT NULL,
    PRIMARY KEY (word, role, doc_id)
) WITHOUT ROWID;

CREATE TABLE nodes (
    id             INTEGER PRIMARY KEY,
    doc_id         INTEGER NOT NULL,
    ord            INTEGER NOT NULL,            -- position in the document's tree; 0 is the file
    parent_id      INTEGER,
    kind           TEXT NOT NULL,
    name           TEXT NOT NULL,
    folded         INTEGER NOT NULL,            -- id of the name without case, '_' and '-': `get_user` = `getUser`
    qualified_name TEXT NOT NULL,
    level          INTEGER NOT NULL,
    start_line     INTEGER NOT NULL,
    end_line       INTEGER NOT NULL,
    page           INTEGER,
    anchor         TEXT NOT NULL,
    signature      TEXT NOT NULL,
    docstring      TEXT NOT NULL,
    data           TEXT NOT NULL DEFAULT '{}'   -- JSON
);

CREATE TABLE chunks (
    id          INTEGER PRIMARY KEY,            -- ChunkId, also the point's id in the vector store
    doc_id      INTEGER NOT NULL,
    ord         INTEGER NOT NULL,
    node_id     INTEGER NOT NULL,
    kind        TEXT NOT NULL,
    start_line  INTEGER NOT NULL,
    end_line    INTEGER NOT NULL
);

-- The texts of some chunks that follow each other in a document, compressed (packed_texts.py).
CREATE TABLE texts (
    id     INTEGER PRIMARY KEY,
    doc_id INTEGER NOT NULL,
    body   BLOB NOT NULL
);

-- What parsers saw by name, kept so that one changed file can be linked again without reading the others: imports, links
-- and bases of types here, what else a document uses below.
CREATE TABLE refs (
    doc_id    INTEGER NOT NULL,
    source_id INTEGER NOT NULL,
    kind      TEXT NOT NULL,
    target    TEXT NOT NULL,
    qualifier TEXT NOT NULL,
    line      INTEGER NOT NULL
);

-- Calls, references, mentions and identifiers of a document, compressed (packed_uses.py).
CREATE TABLE uses (
    doc_id INTEGER PRIMARY KEY,
    names  BLOB NOT NULL,                       -- ids of all names in it (citeline/text.py: term_id), ascending
    body   BLOB NOT NULL
);

-- All but what stands in what, which the nodes tell; `extends` leads from a member outside of its type to that.
CREATE TABLE edges (
    src    INTEGER NOT NULL,
    type   TEXT NOT NULL,
    dst    INTEGER NOT NULL,
    line   INTEGER NOT NULL,
    weight REAL NOT NULL,
    PRIMARY KEY (src, type, dst)
) WITHOUT ROWID;

-- The same relations between files, whether one imports the other or references it; weight counts them.
CREATE TABLE file_edges (
    src       INTEGER NOT NULL,
    is_import INTEGER NOT NULL,
    dst       INTEGER NOT NULL,
    weight    REAL NOT NULL,
    PRIMARY KEY (src, is_import, dst)
) WITHOUT ROWID;

-- Document frequencies by term id (citeline/text.py: term_id), for inverse document frequency outside the vector store.
CREATE TABLE terms (
    id       INTEGER PRIMARY KEY,
    chunk_df INTEGER NOT NULL,
    doc_df   INTEGER NOT NULL
);

CREATE TABLE skipped (path TEXT NOT NULL, reason TEXT NOT NULL, detail TEXT NOT NULL);
CREATE TABLE meta (key TEXT PRIMARY KEY, value BLOB NOT NULL);
