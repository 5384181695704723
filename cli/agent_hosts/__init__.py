"""Adds Citeline to coding agents and takes it out again: their configuration, a skill, a section of advice, a hook.

Owns the table of hosts and the edits of their files, which keep comments and formatting. Never writes what it has not
planned as a whole: one file that cannot be edited stops all.
"""
