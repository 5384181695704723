"""Settings from the environment: what is wrong with them is said in one sentence that names the variable."""

import pytest

from citeline.errors import SettingsError
from citeline.settings import Settings


@pytest.mark.parametrize(("variable", "value"), [("CITELINE_TOP_K", "many"), ("CITELINE_BUDGET_S", "-1")])
def test_a_value_that_makes_no_sense_names_its_variable(
    variable: str, value: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(variable, value)
    with pytest.raises(SettingsError, match=variable) as caught:
        Settings()
    assert "\n" not in str(caught.value) and caught.value.exit_code == 2


def test_a_wrong_argument_is_named_like_its_variable() -> None:
    with pytest.raises(SettingsError, match="CITELINE_TOP_K"):
        Settings(top_k=0)
