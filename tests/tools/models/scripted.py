"""A chat model that says what it was told to: for examples, demonstrations and tests, with no key and no network."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any

from langchain_core.callbacks import CallbackManagerForLLMRun
from langchain_core.language_models import BaseChatModel
from langchain_core.messages import AIMessage, AIMessageChunk, BaseMessage
from langchain_core.messages.ai import UsageMetadata
from langchain_core.outputs import ChatGeneration, ChatGenerationChunk, ChatResult
from pydantic import Field

_CHUNK_CHARS = 24


class ScriptedChat(BaseChatModel):
    """Answers with `replies` in order, or with what `answer` makes of the messages; streams in small pieces.

    Running out of replies raises IndexError. Token counts are words, so that meters have something to count.
    """

    replies: Sequence[str] = ()
    answer: Callable[[list[BaseMessage]], str] | None = None
    seen: list[list[BaseMessage]] = Field(default_factory=list)
    """The messages of each call."""

    @property
    def _llm_type(self) -> str:
        return "scripted"

    def _generate(
        self,
        messages: list[BaseMessage],
        stop: list[str] | None = None,
        run_manager: CallbackManagerForLLMRun | None = None,
        **kwargs: Any,
    ) -> ChatResult:
        text = self._next(messages)
        message = AIMessage(content=text, usage_metadata=_count(messages, text))
        return ChatResult(generations=[ChatGeneration(message=message)])

    def _stream(
        self,
        messages: list[BaseMessage],
        stop: list[str] | None = None,
        run_manager: CallbackManagerForLLMRun | None = None,
        **kwargs: Any,
    ) -> Iterator[ChatGenerationChunk]:
        text = self._next(messages)
        for start in range(0, len(text), _CHUNK_CHARS):
            chunk = ChatGenerationChunk(message=AIMessageChunk(content=text[start : start + _CHUNK_CHARS]))
            if run_manager:
                run_manager.on_llm_new_token(str(chunk.text), chunk=chunk)
            yield chunk
        yield ChatGenerationChunk(message=AIMessageChunk(content="", usage_metadata=_count(messages, text)))

    def _next(self, messages: list[BaseMessage]) -> str:
        self.seen.append(messages)
        return self.answer(messages) if self.answer else self.replies[len(self.seen) - 1]


def _count(messages: Sequence[BaseMessage], text: str) -> UsageMetadata:
    asked = sum(len(str(message.text).split()) for message in messages)
    said = len(text.split())
    return {"input_tokens": asked, "output_tokens": said, "total_tokens": asked + said}
