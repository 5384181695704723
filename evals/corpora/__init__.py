"""Source distributions as corpora: named and pinned in a file, downloaded once, unpacked without trust."""
