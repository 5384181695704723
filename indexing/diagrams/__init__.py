"""Diagrams written as text, Mermaid and PlantUML: what they draw, and the code and sections that it names.

Reads their lines and never draws, includes or fetches anything.
"""
