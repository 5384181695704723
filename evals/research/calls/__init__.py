"""Call edges of an index against the resolvers of the languages: `truth/` lists calls, `score.py` compares."""
