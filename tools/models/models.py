"""The chat models of a run: one for each role, from the settings or handed in from Python."""

from __future__ import annotations

from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from importlib import import_module
from typing import TYPE_CHECKING, Any, Final
from urllib.parse import urlsplit

from citeline.dataclass import dataclass
from citeline.settings import Settings

from .meter import Prices
from .role import OpenChat, Options, Role, RoleModel

if TYPE_CHECKING:
    from langchain_core.language_models import BaseChatModel

_OPENAI: Final = "https://api.openai.com/v1"
_NO_JUDGE: Final = "none"


@dataclass(frozen=True, slots=True)
class Models:
    """Who plays which role; a role without a model is played by the deterministic twin."""

    planner: RoleModel | None = None
    writer: RoleModel | None = None
    judge: RoleModel | None = None
    small_writer: RoleModel | None = None
    """Writes when the writer does not fit into the budget."""

    def of(self, role: Role) -> RoleModel | None:
        """The model of a role."""
        found: RoleModel | None = getattr(self, role)
        return found

    @property
    def hosts(self) -> tuple[str, ...]:
        """Where excerpts of the sources go, each once."""
        every = (self.planner, self.writer, self.judge, self.small_writer)
        return tuple(dict.fromkeys(model.host for model in every if model))


NO_MODELS: Final = Models()


def configured_models(settings: Settings) -> Models:
    """The models that the settings name; none when `model` is empty. Opens no connection yet."""
    if not settings.model or settings.no_model:
        return NO_MODELS
    # It takes a second or two: before the clock of a run starts, and not in its event loop.
    import_module("citeline.tools.models.openai_chat")

    def role(name: Role, model: str) -> RoleModel:
        return _configured(name, model or settings.model, settings)

    return Models(
        planner=role("planner", settings.planner_model),
        writer=role("writer", settings.writer_model),
        judge=None if settings.judge_model == _NO_JUDGE else role("judge", settings.judge_model),
        small_writer=role("writer", settings.small_model) if settings.small_model else None,
    )


def given_models(chat: BaseChatModel | Mapping[Role, BaseChatModel], settings: Settings) -> Models:
    """LangChain chat models from Python: one for all roles, or one for each role that shall have one.

    They are asked in words for JSON, which every model understands, and are left open. Tools are offered to those that
    take any.
    """
    if not isinstance(chat, Mapping):
        chat = {"planner": chat, "writer": chat, "judge": chat}
    return Models(**{role: _given(role, model, settings) for role, model in chat.items()})


def _configured(role: Role, name: str, settings: Settings) -> RoleModel:
    url = settings.model_url or _OPENAI
    return RoleModel(
        role,
        name,
        urlsplit(url).netloc or url,
        _opener(name, url, settings),
        _options_for(url),
        settings.model_method,
        _prices(name, settings),
        settings.model_timeout_s,
    )


def _opener(name: str, url: str, settings: Settings) -> OpenChat:
    @asynccontextmanager
    async def open_chat() -> AsyncIterator[BaseChatModel]:
        from . import openai_chat

        # A client of its own: one that outlives its event loop breaks in the next, and nothing stays open this way.
        async with openai_chat.open_client() as client:
            yield openai_chat.open_chat(
                model=name,
                base_url=url,
                api_key=settings.model_key.get_secret_value(),
                timeout_s=settings.model_timeout_s,
                http_async_client=client,
            )

    return open_chat


def _options_for(url: str) -> Options:
    newest = urlsplit(url).netloc == urlsplit(_OPENAI).netloc

    def options(body: dict[str, Any], max_output_tokens: int) -> dict[str, Any]:
        # `max_completion_tokens`, which OpenAI now wants, is unknown to most who speak its protocol.
        limit = "max_completion_tokens" if newest else "max_tokens"
        return {"extra_body": {**body, limit: max_output_tokens}}

    return options


def _given(role: Role, chat: BaseChatModel, settings: Settings) -> RoleModel:
    @asynccontextmanager
    async def open_chat() -> AsyncIterator[BaseChatModel]:
        yield chat

    from langchain_core.language_models import BaseChatModel

    name = str(getattr(chat, "model_name", "") or getattr(chat, "model", "") or type(chat).__name__)
    return RoleModel(
        role,
        name,
        type(chat).__name__,
        open_chat,
        lambda body, max_output_tokens: {},
        "prompt",
        _prices(name, settings),
        settings.model_timeout_s,
        binds_tools=type(chat).bind_tools is not BaseChatModel.bind_tools,
    )


def _prices(name: str, settings: Settings) -> Prices:
    return Prices(*settings.model_prices.get(name, (0.0, 0.0)))
