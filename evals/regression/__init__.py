"""The questions that CI gates on, the packages that they ask about, and what was answered last."""
