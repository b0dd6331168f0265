"""The style sheet of the HTML report: light and dark by the reader's system, and paper."""

from __future__ import annotations

STYLE = """
:root {
  color-scheme: light dark;
  --page: #ffffff; --panel: #f5f6f8; --ink: #1b1f24; --soft: #57606a; --line: #d5dae1; --track: #e7eaef;
  --accent: #1f5fae; --error: #b3261e; --warning: #9a5b00; --note: #5b6675; --header: #7a4fb3; --mark: #ffffff;
}
@media screen and (prefers-color-scheme: dark) {
  :root {
    --page: #14171b; --panel: #1d2127; --ink: #e6e9ee; --soft: #a4adb9; --line: #343b45; --track: #2a3038;
    --accent: #7db2f0; --error: #ff8f85; --warning: #f2b34c; --note: #a2adbb; --header: #c3a2f2; --mark: #14171b;
  }
}
* { box-sizing: border-box; }
html { background: var(--page); color: var(--ink); }
body {
  font: 1rem/1.5 system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", "DejaVu Sans", sans-serif;
  margin: 0 auto; max-width: 70rem; padding: 2rem 1.25rem 4rem;
}
h1 { font-size: 1.9rem; line-height: 1.2; margin: 0 0 .25rem; overflow-wrap: anywhere; }
h2 { font-size: 1.3rem; margin: 2.75rem 0 .5rem; padding-top: .75rem; border-top: 1px solid var(--line); }
h3 { font-size: 1.02rem; margin: 1.75rem 0 .25rem; overflow-wrap: anywhere; }
p { margin: .4rem 0 .8rem; max-width: 46rem; }
a { color: var(--accent); }
a:focus-visible, .scroll:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; }
.eyebrow { color: var(--soft); margin: 0; }
.soft { color: var(--soft); }
header p { max-width: none; }
nav ul { display: flex; flex-wrap: wrap; gap: .25rem 1.1rem; list-style: none; margin: 1rem 0 0; padding: 0; }
.tiles {
  display: grid; grid-template-columns: repeat(auto-fill, minmax(13rem, 1fr)); gap: .75rem; margin: 1rem 0; padding: 0;
}
.tiles div { background: var(--panel); border: 1px solid var(--line); border-radius: .5rem; padding: .7rem .9rem; }
.tiles dt { color: var(--soft); font-size: .875rem; }
.tiles dd { margin: 0; }
.tiles .big { display: block; font-size: 1.6rem; font-weight: 650; line-height: 1.25; }
.tiles .small { color: var(--soft); display: block; font-size: .875rem; }
.begin { padding-left: 1.4rem; max-width: 46rem; }
.begin li { margin: .5rem 0; }
figure { margin: 1rem 0 1.5rem; }
figcaption, caption { font-weight: 650; margin-bottom: .5rem; text-align: left; }
.bars { list-style: none; margin: 0; padding: 0; }
.bars li {
  display: grid; grid-template-columns: minmax(9rem, 19rem) minmax(6rem, 1fr) 7.5rem;
  align-items: center; gap: .75rem; padding: .18rem 0; break-inside: avoid;
}
.bars .value { font-variant-numeric: tabular-nums; }
.bar { display: block; width: 100%; }
.track { fill: var(--track); }
.patterns { position: absolute; }
.ink { stroke: var(--mark); stroke-width: 1.1; stroke-opacity: .75; fill: none; }
circle.ink { fill: var(--mark); fill-opacity: .8; stroke: none; }
.fill-error { fill: var(--error); } .fill-warning { fill: var(--warning); } .fill-note { fill: var(--note); }
.fill-text { fill: var(--accent); } .fill-header { fill: var(--header); } .fill-kind { fill: var(--accent); }
.legend { display: flex; flex-wrap: wrap; gap: .2rem 1.2rem; color: var(--soft); font-size: .9rem; }
.legend span { display: inline-flex; align-items: center; gap: .4rem; }
.scroll { overflow-x: auto; margin: 1rem 0; }
table { border-collapse: collapse; width: 100%; font-size: .93rem; }
th, td { text-align: left; vertical-align: top; padding: .45rem .65rem; border-bottom: 1px solid var(--line); }
thead th { color: var(--soft); font-weight: 600; border-bottom: 2px solid var(--line); vertical-align: bottom; }
tbody th { font-weight: 600; overflow-wrap: anywhere; min-width: 13rem; }
td { overflow-wrap: break-word; }
th.n, td.n { text-align: right; white-space: nowrap; font-variant-numeric: tabular-nums; }
td.wide { min-width: 15rem; width: 36%; }
td.bar-cell { min-width: 8rem; width: 14rem; padding-top: .7rem; }
tbody th.code { font-weight: 400; min-width: 9.5rem; overflow-wrap: normal; }
.code b { margin-right: .6rem; }
.code .what { display: block; }
.severity { white-space: nowrap; }
.error { color: var(--error); } .warning { color: var(--warning); } .note { color: var(--note); }
.mend { display: block; color: var(--soft); font-weight: 400; }
.glossary dt { font-weight: 650; margin-top: .6rem; }
.glossary dd { margin: 0; max-width: 46rem; }
footer { border-top: 1px solid var(--line); color: var(--soft); font-size: .9rem; margin-top: 3rem; padding: .75rem 0; }
@media (max-width: 40rem) {
  .bars li { grid-template-columns: 1fr max-content; gap: .1rem .75rem; padding: .4rem 0; }
  .bars .bar { grid-column: 1 / -1; grid-row: 2; }
  .tiles { grid-template-columns: repeat(2, 1fr); }
}
@media print {
  @page { margin: 14mm; }
  html { font-size: 9pt; }
  body { max-width: none; padding: 0; }
  nav { display: none; }
  a { color: inherit; text-decoration: none; }
  h2 { margin-top: 1.75rem; }
  h2, h2 + p, h3, figcaption, caption, .legend { break-after: avoid; }
  p, figure, .tiles div, tr, .begin li { break-inside: avoid; }
  thead { display: table-header-group; break-after: avoid; }
  tbody tr:first-child { break-before: avoid; }
  .scroll { overflow: visible; }
  td.wide { min-width: 0; }
  td.bar-cell { width: 9rem; }
  tbody th.code { min-width: 8rem; }
  .tiles { grid-template-columns: repeat(4, 1fr); }
  * { print-color-adjust: exact; -webkit-print-color-adjust: exact; }
}
"""
