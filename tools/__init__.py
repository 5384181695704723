"""What a model or a person may call: retrieval, citations, the RAG tools. Knows nothing of the state machine."""
