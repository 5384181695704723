import pytest

pytest.register_assert_rewrite("tests.indexing.linking.corpus")
