"""Settings from the environment: what is wrong with them is said in one sentence that names the variable."""

from pathlib import Path

import pytest

from citeline.errors import SettingsError
from citeline.setting_values import SecretStr
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


def test_a_person_keeps_settings_in_a_file_and_a_variable_goes_before_it(
    home: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    own = tmp_path / "config.toml"
    own.write_text("top_k = 20\nevidence_k = 9\n\n[model_prices]\nsmall = [0.1, 0.2]\n", "utf-8")
    monkeypatch.setenv("CITELINE_CONFIG", str(own))
    monkeypatch.setenv("CITELINE_TOP_K", "7")
    settings = Settings(budget_s=5)
    assert (settings.top_k, settings.evidence_k, settings.budget_s) == (7, 9, 5)
    assert settings.model_prices == {"small": (0.1, 0.2)}


@pytest.mark.parametrize(
    ("text", "named"), [("topk = 3", "top_k"), ("top_k = ", "cannot be read"), ("top_k = 0", "top_k")]
)
def test_a_slip_in_that_file_is_named(
    text: str, named: str, home: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    own = tmp_path / "config.toml"
    own.write_text(text, "utf-8")
    monkeypatch.setenv("CITELINE_CONFIG", str(own))
    with pytest.raises(SettingsError, match=named):
        Settings()


@pytest.mark.parametrize("text", ["top_k = 0", "[model_prices]\nsmall = 3", "topk = 3", "top_k = "])
def test_a_wrong_line_of_that_file_is_told_with_its_file_and_a_remedy_that_works(
    text: str, home: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    own = tmp_path / "config.toml"
    own.write_text(text, "utf-8")
    monkeypatch.setenv("CITELINE_CONFIG", str(own))
    with pytest.raises(SettingsError) as caught:
        Settings()
    assert str(own) in str(caught.value) and "CITELINE_TOP_K" not in str(caught.value)
    assert "`CITELINE_CONFIG`" in caught.value.remedy
    monkeypatch.setenv("CITELINE_CONFIG", "")  # what the remedy says
    Settings()


def test_a_variable_is_named_where_it_overrides_the_file(
    home: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    own = tmp_path / "config.toml"
    own.write_text("top_k = 20", "utf-8")
    monkeypatch.setenv("CITELINE_CONFIG", str(own))
    monkeypatch.setenv("CITELINE_TOP_K", "many")
    with pytest.raises(SettingsError, match="CITELINE_TOP_K") as caught:
        Settings()
    assert str(own) not in str(caught.value)


@pytest.mark.parametrize(
    ("name", "elsewhere"),
    [("editor", "VISUAL"), ("editor", "EDITOR"), ("pager", "PAGER"), ("model_key", "OPENAI_API_KEY")],
)
def test_the_file_of_a_person_goes_before_a_variable_of_others(
    name: str, elsewhere: str, home: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def value(**given: str) -> str:
        found = getattr(Settings(**given), name)
        return found.get_secret_value() if isinstance(found, SecretStr) else str(found)

    own = tmp_path / "config.toml"
    own.write_text("", "utf-8")
    monkeypatch.setenv("CITELINE_CONFIG", str(own))
    monkeypatch.setenv(elsewhere, "theirs")
    assert value() == "theirs"
    own.write_text(f'{name} = "in the file"', "utf-8")
    assert value() == "in the file"
    monkeypatch.setenv(f"CITELINE_{name.upper()}", "a variable")
    assert value() == "a variable"
    assert value(**{name: "an argument"}) == "an argument"


def test_no_file_is_no_error(home: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CITELINE_CONFIG", str(tmp_path / "none.toml"))
    assert Settings().top_k == Settings.model_fields["top_k"].default


def test_a_table_of_values_is_json_in_a_variable(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CITELINE_MODEL_PRICES", '{"small": [0.1, 0.2]}')
    assert Settings().model_prices == {"small": (0.1, 0.2)}
    monkeypatch.setenv("CITELINE_MODEL_PRICES", "cheap")
    with pytest.raises(SettingsError, match="CITELINE_MODEL_PRICES"):
        Settings()


def test_the_key_that_others_use_is_ours_where_none_is_set(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", "theirs")
    assert Settings().model_key.get_secret_value() == "theirs"
    monkeypatch.setenv("CITELINE_MODEL_KEY", "ours")
    assert Settings().model_key.get_secret_value() == "ours"
