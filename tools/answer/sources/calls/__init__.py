"""Who calls a definition and what it calls, from the graph, each once and with the total."""
