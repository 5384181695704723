"""From a question to ranked chunks: keywords, channels, fusion, graph walk, ranking. Never calls a chat model."""
