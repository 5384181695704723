"""One command a file; `main.py` loads a file only when its command is called."""
