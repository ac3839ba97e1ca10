"""Sphinx settings: Markdown pages, furo, the API reference from the docstrings. Built by `make docs`."""

import ginfast

project = "ginfast"
author = "The ginfast authors"
version = release = ginfast.__version__
extensions = ["myst_parser", "sphinx.ext.autodoc", "sphinx.ext.napoleon"]
source_suffix = {".md": "markdown"}
html_theme = "furo"
html_title = "ginfast"
html_copy_source = False
html_show_copyright = False
napoleon_google_docstring = False
napoleon_use_rtype = False
napoleon_use_ivar = True
autodoc_typehints = "none"
autodoc_member_order = "groupwise"
autodoc_default_options = {"members": True}
myst_heading_anchors = 3
myst_enable_extensions = ["colon_fence"]
nitpicky = False
