"""Chat models by role, and what it takes to ask them."""
