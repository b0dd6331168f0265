"""Markdown: CommonMark with what other tools add to it."""
