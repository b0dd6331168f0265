"""HTML: web pages, and the chapters of books."""
