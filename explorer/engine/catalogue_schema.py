"""The tables of the catalogue."""

from __future__ import annotations

SCHEMA_VERSION = 5

_FINDINGS = """
-- What the audit says; about the library as a whole where `document` is null.
CREATE TABLE finding (
    id INTEGER PRIMARY KEY,
    document INTEGER REFERENCES document(id) ON DELETE CASCADE,
    code TEXT NOT NULL,
    severity INTEGER NOT NULL,
    section INTEGER,
    chunk INTEGER,
    item BLOB NOT NULL
);
CREATE INDEX finding_by_document ON finding (document, chunk);
CREATE INDEX finding_by_code ON finding (code)
"""

_LEAVES = "CREATE INDEX section_by_leaf ON section (leaf) WHERE leaf <> ''"

_COMPARED = """
-- The documents that were compared with one another, by name, as they were then; `fresh`: not written since.
-- `passages` holds for each passage three numbers of 64 bits: the chunk's ordinal, its text's key, and where it stands.
CREATE TABLE compared_document (
    name TEXT PRIMARY KEY,
    fresh INTEGER NOT NULL,
    passages BLOB NOT NULL
) WITHOUT ROWID;

-- Their distinct texts: the hash of each word in order (64 bits), the sizes of the text as a set of single words and of
-- three in a row, and for both the key of its last partner where it has the most that are kept.
CREATE TABLE compared_text (
    key INTEGER PRIMARY KEY,
    words BLOB NOT NULL,
    single_size INTEGER NOT NULL,
    triple_size INTEGER NOT NULL,
    single_bound INTEGER NOT NULL,
    triple_bound INTEGER NOT NULL
)
"""

SCHEMA = f"""
CREATE TABLE meta (key TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;

-- A file of the library. `raw`: the bytes of its path. `changed_ns` and `inode`: when the system last changed it, and
-- its number there; with size and time they say whether it is untouched. A time of -1 says nothing. `error` is empty
-- when it could be read. `facts` holds the document's row as it is shown, `parsed` the parsed document (MessagePack,
-- deflated).
CREATE TABLE document (
    id INTEGER PRIMARY KEY,
    name TEXT NOT NULL UNIQUE,
    raw BLOB NOT NULL,
    size INTEGER NOT NULL,
    mtime_ns INTEGER NOT NULL,
    hash TEXT NOT NULL,
    chunks INTEGER NOT NULL,
    error TEXT NOT NULL,
    facts BLOB NOT NULL,
    metadata BLOB NOT NULL,
    parsed BLOB,
    changed_ns INTEGER NOT NULL DEFAULT -1,
    inode INTEGER NOT NULL DEFAULT 0
);

-- `last` is the ordinal of the section's last subsection, its own when it has none. `leaf` is what the heading of a
-- section without subsections is compared by among documents, empty for others. `code` says why the heading says
-- nothing (H101 to H104), `renamed` is what the user's mend makes of it, both empty where that is not so.
CREATE TABLE section (
    document INTEGER NOT NULL REFERENCES document(id) ON DELETE CASCADE,
    ordinal INTEGER NOT NULL,
    parent INTEGER NOT NULL,
    last INTEGER NOT NULL,
    level INTEGER NOT NULL,
    heading TEXT NOT NULL,
    folded TEXT NOT NULL,
    slug TEXT NOT NULL,
    place BLOB NOT NULL,
    leaf TEXT NOT NULL DEFAULT '',
    code TEXT NOT NULL DEFAULT '',
    renamed TEXT NOT NULL DEFAULT '',
    PRIMARY KEY (document, ordinal)
) WITHOUT ROWID;
{_LEAVES};

-- `item` is the chunk under the library's recipe (MessagePack) less the texts that have columns of their own.
-- `subject` is its kind by DESIGN 4.5, empty where that is not judged. The tokens are those under that recipe.
CREATE TABLE chunk (
    id INTEGER PRIMARY KEY,
    document INTEGER NOT NULL REFERENCES document(id) ON DELETE CASCADE,
    ordinal INTEGER NOT NULL,
    section INTEGER NOT NULL,
    embeddable INTEGER NOT NULL,
    text TEXT NOT NULL,
    embedded TEXT NOT NULL,
    item BLOB NOT NULL,
    subject TEXT NOT NULL DEFAULT '',
    text_tokens INTEGER NOT NULL DEFAULT 0,
    header_tokens INTEGER NOT NULL DEFAULT 0,
    UNIQUE (document, ordinal)
);
CREATE INDEX chunk_by_section ON chunk (document, section, ordinal);

{_FINDINGS};

-- Every vector ever computed that is still worth keeping, whichever collections use it.
CREATE TABLE vector (
    model TEXT NOT NULL,
    precision TEXT NOT NULL,
    hash TEXT NOT NULL,
    data BLOB NOT NULL,
    UNIQUE (model, precision, hash)
);

-- `complete`: every chunk that can be embedded has its vector now. `built`: that was so once.
CREATE TABLE collection (
    id INTEGER PRIMARY KEY,
    name TEXT NOT NULL UNIQUE,
    model TEXT NOT NULL,
    precision TEXT NOT NULL,
    recipe TEXT NOT NULL,
    token_limit INTEGER NOT NULL,
    built INTEGER NOT NULL DEFAULT 0,
    complete INTEGER NOT NULL DEFAULT 0
);

CREATE TABLE chunk_vector (
    chunk INTEGER NOT NULL REFERENCES chunk(id) ON DELETE CASCADE,
    collection INTEGER NOT NULL REFERENCES collection(id) ON DELETE CASCADE,
    vector_id TEXT NOT NULL,
    PRIMARY KEY (chunk, collection)
) WITHOUT ROWID;
CREATE INDEX chunk_vector_by_vector ON chunk_vector (collection, vector_id);

-- Vectors that Chroma must be told about: gone when no chunk uses them any more, else to be written anew.
CREATE TABLE pending (
    collection INTEGER NOT NULL REFERENCES collection(id) ON DELETE CASCADE,
    vector_id TEXT NOT NULL,
    PRIMARY KEY (collection, vector_id)
) WITHOUT ROWID;

-- Files handed to a reader, noted before: what is still here at the start was being read when the program ended.
CREATE TABLE reading (
    name TEXT PRIMARY KEY,
    size INTEGER NOT NULL,
    mtime_ns INTEGER NOT NULL,
    attempts INTEGER NOT NULL
) WITHOUT ROWID;
{_COMPARED}
"""

MIGRATIONS = {
    1: f"ALTER TABLE section ADD COLUMN leaf TEXT NOT NULL DEFAULT ''; {_LEAVES}; DROP TABLE finding; {_FINDINGS}",
    2: "ALTER TABLE section ADD COLUMN code TEXT NOT NULL DEFAULT '';"
    "ALTER TABLE section ADD COLUMN renamed TEXT NOT NULL DEFAULT '';"
    "ALTER TABLE chunk ADD COLUMN subject TEXT NOT NULL DEFAULT '';"
    "ALTER TABLE chunk ADD COLUMN text_tokens INTEGER NOT NULL DEFAULT 0;"
    "ALTER TABLE chunk ADD COLUMN header_tokens INTEGER NOT NULL DEFAULT 0",
    3: "ALTER TABLE document ADD COLUMN changed_ns INTEGER NOT NULL DEFAULT -1;"
    "ALTER TABLE document ADD COLUMN inode INTEGER NOT NULL DEFAULT 0",
    4: _COMPARED,
}
"""Statements that bring a catalogue of a former version to the next one. What the new columns hold is made anew by
the next refresh."""
