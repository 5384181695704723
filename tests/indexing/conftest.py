import pytest


@pytest.fixture(autouse=True)
def unsynced(monkeypatch: pytest.MonkeyPatch) -> None:
    """Builds in this process need not survive a power cut; syncing takes most of a small build's time."""
    monkeypatch.setattr("os.fsync", lambda _: None)
