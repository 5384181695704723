"""Claims with the lines that they cite: said in the language of the question, numbered, judged, and set as Markdown."""
