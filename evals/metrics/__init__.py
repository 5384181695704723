"""One metric a file, each a small pure function of what one case came to; `citeline.evals.measures` lists them."""
