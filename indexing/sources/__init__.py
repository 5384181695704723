"""What `citeline.toml` says: the sources of a folder, and the walk over all of them."""
