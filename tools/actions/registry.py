"""The actions by name, LangChain tools among them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import TYPE_CHECKING, Any, Final, cast

from pydantic import BaseModel, ConfigDict, ValidationError, model_validator

from citeline.dataclass import dataclass
from citeline.tools.models.own_loop import run_in_own_loop

from ..question.wishes import asks_for
from .calendar import NAME as CALENDAR_NAME
from .calendar import CalendarArguments, create_meeting
from .meeting import meeting_from
from .outcome import ActionError, Outcome
from .sourced import Suggested

if TYPE_CHECKING:
    from langchain_core.tools import BaseTool

_TYPES: Final[Mapping[str, tuple[type, ...]]] = {
    "string": (str,),
    "integer": (int,),
    "number": (int, float),
    "boolean": (bool,),
    "array": (list,),
    "object": (dict,),
    "null": (type(None),),
}


@dataclass(frozen=True, slots=True)
class Action:
    """Something with a side effect."""

    name: str
    description: str
    """For the model that proposes it and the person who is asked."""
    arguments: type[BaseModel]
    run: Callable[[Any, Outcome], str]
    """Gets the arguments, validated, and what the run came to; returns what was done, in a sentence.

    Raises ActionError.
    """
    wanted: Callable[[str], bool] | None = None
    """Whether a part of a question asks for it, without a model; None: only a model can tell."""
    suggest: Callable[[Outcome], Mapping[str, Any] | Suggested] | None = None
    """Arguments without a model, as far as question and answer give them; None: only a model can fill them in."""

    def fill(self, given: Mapping[str, Any]) -> dict[str, Any]:
        """The arguments as plain JSON values, defaults filled in. Raises ActionError, which says what is wrong."""
        try:
            return self.arguments.model_validate(dict(given)).model_dump(mode="json")
        except ValidationError as error:
            told = "; ".join(f"{'.'.join(map(str, one['loc']))}: {one['msg']}" for one in error.errors()[:3])
            raise ActionError(f"{self.name}: {told}") from None


class ActionRegistry:
    """Actions in the order in which they were registered."""

    def __init__(self, actions: Iterable[Action | BaseTool] = ()) -> None:
        self._actions: dict[str, Action] = {}
        for action in actions:
            self.register(action)

    def register(self, action: Action | BaseTool) -> Action:
        """Add an action, or a LangChain tool as one; replaces the one with its name."""
        added = action if isinstance(action, Action) else action_of(action)
        self._actions[added.name] = added
        return added

    def get(self, name: str) -> Action | None:
        """The action of that name."""
        return self._actions.get(name)

    def with_(self, actions: Iterable[Action | BaseTool]) -> ActionRegistry:
        """A registry with these too; this one stays as it is."""
        return ActionRegistry([*self._actions.values(), *actions])

    def __iter__(self) -> Iterator[Action]:
        return iter(tuple(self._actions.values()))

    def __len__(self) -> int:
        return len(self._actions)


def action_of(tool: BaseTool) -> Action:
    """A LangChain tool as an action; only a model can tell when it is wanted, and with which arguments."""

    def run(arguments: BaseModel, outcome: Outcome) -> str:
        from langchain_core.tools import ToolException

        values = arguments.model_dump(exclude_unset=True)
        try:
            return str(tool.invoke(values))
        except NotImplementedError:  # it has only an asynchronous way
            return str(run_in_own_loop(tool.ainvoke(values)))
        except ToolException as error:
            raise ActionError(str(error)) from error

    # As a model is shown it: without what LangChain would put in by itself.
    schema = tool.tool_call_schema
    # Pydantic's old models, which the type allows too, are no longer made by current versions of LangChain.
    arguments = arguments_of(schema, tool.name) if isinstance(schema, dict) else cast(type[BaseModel], schema)
    return Action(tool.name, tool.description, arguments, run)


CALENDAR_CREATE: Final = Action(
    CALENDAR_NAME,
    "Creates a meeting as a calendar file (.ics) that any calendar opens; the answer and its citations become its "
    "description.",
    CalendarArguments,
    create_meeting,
    asks_for("meeting"),
    meeting_from,
)
ACTIONS: Final = ActionRegistry((CALENDAR_CREATE,))
"""Those of this process: what every run may propose."""


def register_action(action: Action | BaseTool) -> Action:
    """Let every run of this process propose an action, or a LangChain tool as one."""
    return ACTIONS.register(action)


def known_actions(given: ActionRegistry | None) -> ActionRegistry:
    """What a run may propose: what it was given, else those of this process."""
    return ACTIONS if given is None else given


def arguments_of(schema: Mapping[str, Any], name: str) -> type[BaseModel]:
    """A class whose schema is the given one; it checks names, what is required and plain types, the tool the rest.

    Only what is given is passed on: what a tool does without an argument is its own business.
    """

    class JsonArguments(BaseModel):
        model_config = ConfigDict(extra="allow", title=name)

        @model_validator(mode="before")
        @classmethod
        def _fit(cls, given: Any) -> Any:
            if problem := _problem(schema, given):
                raise ValueError(problem)
            return given

        @classmethod
        def model_json_schema(cls, *args: Any, **options: Any) -> dict[str, Any]:
            return dict(schema)

    return JsonArguments


def _problem(schema: Mapping[str, Any], given: Any) -> str:
    """What is wrong first; empty when nothing is."""
    if not isinstance(given, Mapping):
        return "no object"
    known = schema.get("properties") or {}
    for name in schema.get("required") or ():
        if name not in given:
            return f"{name}: it is required"
    for name, value in given.items():
        if name not in known:
            if known and not schema.get("additionalProperties"):
                return f"{name}: there are {', '.join(known)}"
            continue
        wanted = known[name].get("type") if isinstance(known[name], Mapping) else None
        if not _is_of(value, wanted):
            return f"{name}: it is of type {wanted}"
    return ""


def _is_of(value: Any, wanted: Any) -> bool:
    """True also for what this does not know: then the tool decides."""
    names = [wanted] if isinstance(wanted, str) else wanted if isinstance(wanted, list) else []
    if not names or not all(name in _TYPES for name in names):
        return True
    if isinstance(value, bool):  # in Python it is a number, in JSON it is none
        return "boolean" in names
    return any(isinstance(value, _TYPES[name]) for name in names)
