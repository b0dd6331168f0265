"""Reports of an audit: text, JSON, CSV, SARIF and HTML, with a baseline of what is known and without words if asked.

Pure: an `AuditReport` in, text or data out. Every format shows the same findings; `redact` takes the words of the
documents out of a report before any format sees it.
"""
