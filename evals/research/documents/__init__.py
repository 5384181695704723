"""Real documents of public repositories, pinned, against what other programs find in them."""
