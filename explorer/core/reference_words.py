"""The words by which `explorer.core.references` knows a cross-reference, what it counts, and where it points.

All in small letters, for English, German, French, Italian, Portuguese, Spanish and Dutch.
"""

from __future__ import annotations

from explorer.core.subject_words import word_set

FAMILIES: dict[str, tuple[str, ...]] = {
    "section": (
        "section", "sec.", "sect.", "subsection", "sub-section", "abschnitt", "abschnitts", "unterabschnitt", "ziffer",
        "ziff.", "sección", "subsección", "apartado", "seção", "secção", "subseção", "sezione", "paragraaf",
    ),
    "§": ("§",),
    "clause": ("clause", "subclause", "sub-clause", "cláusula", "klausel", "clausola"),
    "article": ("article", "art.", "artikel", "artículo", "artigo", "articolo"),
    "chapter": ("chapter", "chap.", "kapitel", "kapitels", "kap.", "capítulo", "chapitre", "capitolo", "hoofdstuk"),
    "part": ("part", "teil", "parte", "partie"),
    "appendix": ("appendix", "apéndice", "apêndice", "appendice"),
    "annex": ("annex", "annexe", "anexo", "anlage", "anhang", "allegato", "bijlage"),
    "schedule": ("schedule",),
    "exhibit": ("exhibit",),
    "attachment": ("attachment",),
    "paragraph": (
        "paragraph", "para.", "subparagraph", "sub-paragraph", "parágrafo", "párrafo", "paragraphe", "absatz",
    ),
    "item": ("item", "sub-item", "subitem", "point", "punkt", "punto", "ponto", "inciso", "alínea"),
    "step": ("step", "schritt", "paso", "passo", "étape", "etapa"),
    "rule": ("rule",),
    "figure": ("figure", "fig.", "abbildung", "abb.", "figura"),
    "table": ("table", "tabelle", "tab.", "tabla", "tabela", "quadro", "tableau", "tabella"),
}  # fmt: skip
"""Words before a number in the singular, by what they count."""

PLURALS: dict[str, tuple[str, ...]] = {
    "section": (
        "sections", "secs.", "subsections", "sub-sections", "abschnitte", "abschnitten", "ziffern", "secciones",
        "apartados", "seções", "secções", "sezioni", "paragrafen",
    ),
    "§": ("§§",),
    "clause": ("clauses", "subclauses", "sub-clauses", "cláusulas", "klauseln", "clausole"),
    "article": ("articles", "arts.", "artikeln", "artículos", "artigos", "articoli", "artikelen"),
    "chapter": ("chapters", "kapiteln", "capítulos", "chapitres", "capitoli", "hoofdstukken"),
    "part": ("parts", "teile", "teilen", "partes", "parties", "parti"),
    "appendix": ("appendices", "appendixes", "apéndices", "apêndices"),
    "annex": ("annexes", "anexos", "anlagen", "anhänge", "anhängen", "allegati"),
    "schedule": ("schedules",),
    "exhibit": ("exhibits",),
    "attachment": ("attachments",),
    "paragraph": ("paragraphs", "paras.", "subparagraphs", "sub-paragraphs", "parágrafos", "párrafos", "paragraphes"),
    "item": ("items", "points", "punkte", "punkten", "puntos", "pontos", "itens", "incisos", "alíneas"),
    "step": ("steps", "schritte", "schritten", "pasos", "passos", "étapes", "etapas"),
    "rule": ("rules",),
    "figure": ("figures", "figs.", "abbildungen", "figuras"),
    "table": ("tables", "tabellen", "tablas", "tabelas", "quadros", "tableaux", "tabelle"),
}  # fmt: skip
"""Words before several numbers; "tabelle" is the plural in Italian and the singular in German."""

FAMILY_OF = {word: name for table in (PLURALS, FAMILIES) for name, words in table.items() for word in words}
"""What each word counts."""

PLURAL_WORDS = frozenset(word for words in PLURALS.values() for word in words)

CJK_FAMILIES = {
    "编": "编", "編": "编", "篇": "编", "章": "章", "节": "节", "節": "节", "条": "条", "條": "条", "款": "款",
}  # fmt: skip
"""The signs behind a number in Chinese and Japanese, and the family each stands for."""

PLAIN_FAMILIES = frozenset({"section", "clause", "article", "chapter", "paragraph", "item", "§", "章", "节", "条"})
"""What may stand before the number of a heading that has no word itself: "section 4.2" for "4.2 Fees"."""

EXCHANGED = frozenset({"section", "clause", "article", "§", "paragraph"})
"""Words that writers exchange: "section 4" for "Article 4", in a document that counts only one of them."""

THIS = word_set(
    "this these present dieser dieses diesem vorliegenden este esta estes deste desta presente present présent "
    "présente ce cette cet questo questa our your dit deze"
)
"""After "of": the document itself."""

OWN_NAMES = word_set(
    "agreement contract policy handbook manual guide document terms plan lease license licence rules regulations "
    "conditions bylaws constitution vertrags vertrages vertrag satzung ordnung richtlinie handbuchs handbuch agb "
    "contrato acuerdo acordo manual política regulamento reglamento contrat règlement contratto regolamento"
)
"""After "of the": this document, or another of the kind. Such a reference is followed but its absence is no fault."""

LAW_WORDS = word_set(
    "Act Code Law Laws Directive Regulation Regulations Convention Constitution Treaty Statute Statutes Ordinance "
    "Decree Standard Protocol Bill Rules Lei Ley Loi Gesetz Gesetzes Verordnung Código Codice Decreto Décret Legge "
    "Richtlinie Stat. Ann. Rev. Reg. Regs."
)
"""Names of other texts that have sections of their own."""

WORKS = word_set(
    "Manual Guide Handbook Reference Book Documentation Tutorial HOWTO Handbuch Anleitung Manuel Guia Guía"
)
"""Last words of other books' titles, in front of a chapter's number."""

LIST_WORDS = word_set("list nested ordered unordered numbered bullet menu line agenda action first second third last")
"""Before "item 3", "step 3" and the like: a thing of a list, spoken of by name."""

CUES = (
    r"see|also|refer\s+to|refers\s+to|referred\s+to\s+in|in|under|per|by|with|from|to|of|and|or|than|both|"
    r"siehe|s\.|vgl\.?|gemäß|gem\.|nach|laut|im|unter|aus|von|dem|den|der|"
    r"ver|vide|veja|conforme|nos\s+termos|na|no|nas|nos|da|do|das|dos|pela|pelo|à|"
    r"según|véase|vea|en|de|la|las|el|los|del|"
    r"voir|cf\.?|selon|dans|le|les|l['’]|aux?|du|"
    r"vedi|nell['’]|dell['’]|all['’]|della|nella|zie|volgens"
)
"""What leads to a reference in a sentence, articles aside (a regular expression); without it a number may be a name."""
