"""PDF: text with its places, headings by the best evidence a file gives."""
