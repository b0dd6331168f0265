-- A catalogue as format 4 was written, with one document that has one chunk and one vector.
CREATE TABLE meta (key TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
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
CREATE INDEX section_by_leaf ON section (leaf) WHERE leaf <> '';
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
;
CREATE TABLE vector (
    model TEXT NOT NULL,
    precision TEXT NOT NULL,
    hash TEXT NOT NULL,
    data BLOB NOT NULL,
    UNIQUE (model, precision, hash)
);
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
CREATE TABLE pending (
    collection INTEGER NOT NULL REFERENCES collection(id) ON DELETE CASCADE,
    vector_id TEXT NOT NULL,
    PRIMARY KEY (collection, vector_id)
) WITHOUT ROWID;
CREATE TABLE reading (
    name TEXT PRIMARY KEY,
    size INTEGER NOT NULL,
    mtime_ns INTEGER NOT NULL,
    attempts INTEGER NOT NULL
) WITHOUT ROWID;
INSERT INTO meta VALUES ('revision', '7'), ('read', '1'), ('parsing', '1'), ('chroma', '1'), ('recipe', 'path');
INSERT INTO document (id, name, raw, size, mtime_ns, hash, chunks, error, facts, metadata)
    VALUES (1, 'plans.md', x'2f706c616e732e6d64', 40, 1700000000000000000, 'aa', 1, '', x'de0011a46e616d65a8706c616e732e6d64a57469746c65a5506c616e73a6666f726d6174a86d61726b646f776ea865766964656e6365a0a66368756e6b7301a873656374696f6e7300a56e6f74657300a87761726e696e677300a66572726f727300a56572726f72a0a776657273696f6ec0ae6566666563746976655f66726f6dc0ac6566666563746976655f746fc0ad737570657273656465645f6279c0a765787069726564c2ac7265616465725f6e6f74657390a57374617465a0', x'86a776657273696f6ec0ae6566666563746976655f66726f6dc0ac6566666563746976655f746fc0a86c616e6775616765c0a6616363657373c0a47461677390');
INSERT INTO section (document, ordinal, parent, last, level, heading, folded, slug, place)
    VALUES (1, 0, -1, 0, 1, 'Plans', 'plans', 'plans', x'920007');
INSERT INTO chunk (id, document, ordinal, section, embeddable, text, embedded, item)
    VALUES (1, 1, 0, 0, 1, 'It costs 3 dollars.', 'Plans: It costs 3 dollars.', x'8ba56368756e6b8ba8646f63756d656e74a8706c616e732e6d64a5696e64657800a773656374696f6e00ac68656164696e675f7061746891a5506c616e73a474657874a0a5706c61636584a5737461727409a3656e6428a470616765c0a5726563747390a46b696e64a9706172616772617068ab746578745f746f6b656e7307a76361727269656490a56e6f74657390aa656d6265646461626c65c3a57469746c65a5506c616e73a668656164657283a474657874a0a87365676d656e747390a764726f7070656490ad656d6265646465645f74657874a0ac646973706c61795f74657874a0a6746f6b656e7307ad6865616465725f746f6b656e7300a56c696d6974ccfea772656e616d656490a77375626a656374a0a873656e74656e6365c0');
INSERT INTO finding (document, code, severity, section, chunk, item) VALUES (1, 'C210', 1, 0, 0, x'80');
INSERT INTO vector VALUES ('a model', 'float32', 'f00d', x'0000803f');
INSERT INTO collection (id, name, model, precision, recipe, token_limit, built, complete)
    VALUES (1, 'c0123456789abcdef01234567', 'a model', 'float32', 'none', 254, 1, 1);
INSERT INTO chunk_vector VALUES (1, 1, 'f00d');
PRAGMA user_version = 4;
