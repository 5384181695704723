from citeline.tools.question.vocabulary.words import content_words


def test_rests_of_contractions_are_no_subject() -> None:
    """`whats the max size` was said to be about a thing called `whats`, which nothing mentions."""
    assert content_words(["whats", "the", "max", "size", "and", "why", "cant", "it", "grow"]) == ["max", "size", "grow"]
    assert content_words(["doesn"]) == ["doesn"]  # asked alone, it is all that there is
