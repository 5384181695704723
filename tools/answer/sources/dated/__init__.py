"""What change logs and documents say of versions, dates and persons."""
