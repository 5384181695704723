"""Labelled questions: what a row is, and how a set of them is read and added to."""
