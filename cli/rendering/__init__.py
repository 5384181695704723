"""Results as text for a terminal, as Markdown and as SARIF. Asks nothing and prints nothing itself."""
