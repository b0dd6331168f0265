"""Libraries on a Chroma server: one writer, who has the documents, and many readers, who have a copy of the catalogue.

What a library has on the server, each name beginning with `ce-`, a hash of the library's name, and `-`:

* a collection for each recipe, as in a local library (DESIGN 4.3);
* the *book* (`book`): its metadata say what the library is and whether it is whole, its records what the vectors do not
  tell of each document: sections, chunks in their order, findings;
* while somebody writes, the *lease* (`lease`), whose metadata name the writer.

A change goes: the book is marked as unfinished; the vectors change; the documents in the book change; the book is
marked as whole, with its new revision. A reader takes over a book only when it is whole before and after reading it.
"""
