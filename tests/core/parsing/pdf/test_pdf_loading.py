"""A reader that draws or reads PDF does not wait for the layout model's libraries; the model still comes when asked."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[4]
SCRIPT = """
import sys
from pathlib import Path
from explorer.core.parsing.pdf.reader import draw_page, read_pdf
data = Path(sys.argv[1]).read_bytes()
assert draw_page(data, 1, 0.5).startswith(b"\\x89PNG")
assert read_pdf(data, "guide.pdf").blocks
assert not {"onnxruntime", "numpy", "pymupdf.layout", "pymupdf4llm"} & set(sys.modules)
from explorer.core.parsing.pdf.layout import layout_boxes
print(len(layout_boxes(data, "guide.pdf", [1])[1]))
"""


def test_the_layout_model_is_imported_only_where_a_document_needs_it() -> None:
    sample = ROOT / "sample_docs" / "appliance" / "dishwasher-quick-guide.pdf"
    command = [sys.executable, "-W", "error", "-c", SCRIPT, str(sample)]
    done = subprocess.run(command, capture_output=True, text=True, cwd=ROOT, check=False)
    assert done.returncode == 0, done.stderr
    assert int(done.stdout) > 0
