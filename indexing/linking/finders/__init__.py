"""Which files an import means: one finder for each family of languages, and the table of them in `modules`."""
