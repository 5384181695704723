"""Values as they come from YAML and TOML, made into what JSON can say."""

from __future__ import annotations

import datetime
from typing import Any


def json_value(value: Any) -> Any:
    """Maps with text keys, lists, texts, numbers, truths and None; dates and times as ISO 8601, the rest as text."""
    if value is None or isinstance(value, (str, int, float, bool)):
        return value
    if isinstance(value, (datetime.date, datetime.datetime, datetime.time)):
        return value.isoformat()
    if isinstance(value, dict):
        return {str(key): json_value(item) for key, item in value.items()}
    if isinstance(value, (list, tuple, set)):
        return [json_value(item) for item in value]
    return str(value)
