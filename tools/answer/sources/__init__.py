"""What can answer a question, a source a module: the graph, tables, releases, messages, values, conditions."""
