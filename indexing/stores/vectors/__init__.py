"""The vectors of a generation: in files of its folder, searched in this process, or on a Qdrant server."""
