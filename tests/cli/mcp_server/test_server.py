"""What an agent sees of the server: tools, lines, prompts, and errors that it can act on."""

from __future__ import annotations

import json
import shlex
import shutil
from pathlib import Path
from typing import Any

import anyio
import pytest
from mcp.client.client import Client
from mcp.shared.exceptions import MCPError

import citeline
from citeline.cli.main import run
from citeline.cli.mcp_server.repositories import Repositories
from citeline.cli.mcp_server.server import build_server
from citeline.settings import Settings
from citeline.tools.compact import estimated_tokens

from .conftest import Talk, talk_about, text_of


def test_the_tools_cost_two_kilobytes_of_every_conversation(talk: Talk) -> None:
    async def conversation(client: Client) -> Any:
        return (await client.list_tools()).tools

    tools = talk(conversation)
    assert [tool.name for tool in tools] == ["ask", "search", "query", "verify"]
    assert all(tool.annotations.read_only_hint and tool.meta == {"anthropic/alwaysLoad": True} for tool in tools)
    assert all("repo" in tool.input_schema["properties"] for tool in tools)
    sent = [{"name": tool.name, "description": tool.description, "inputSchema": tool.input_schema} for tool in tools]
    assert len(json.dumps(sent, separators=(",", ":")).encode()) <= 2_048


@pytest.mark.parametrize(
    ("tool", "arguments", "found"),
    [
        ("ask", {"question": "what does the cart do?"}, "[1: "),
        ("search", {"query": "total of the cart"}, "src/shop/cart.py:"),
        ("query", {"query": "$.files"}, "config.yaml"),
        ("verify", {"text": "The cart adds up (`src/shop/cart.py:1-4000`)."}, "wrong (line 1) src/shop/cart.py:1-4000"),
    ],
)
def test_every_tool_answers_in_compact_text(talk: Talk, tool: str, arguments: dict[str, str], found: str) -> None:
    async def conversation(client: Client) -> Any:
        return await client.call_tool(tool, {**arguments, "max_tokens": 400})

    result = talk(conversation)
    assert not result.is_error and result.structured_content is None
    assert found in text_of(result)
    assert estimated_tokens(text_of(result)) <= 400


def test_moved_lines_are_told_by_verify(mode: str, shop: Path, home: Path) -> None:
    citeline.index(shop).close()
    cart = shop / "src/shop/cart.py"
    lines = cart.read_text().split("\n")
    number = next(at for at, line in enumerate(lines, 1) if line.lstrip().startswith("def "))
    draft = f"It is `{lines[number - 1].strip()}` (`src/shop/cart.py:{number}`)."

    async def conversation(client: Client) -> Any:
        before = await client.call_tool("verify", {"text": draft})
        cart.write_text("\n".join(["# one", "# two", "# three", *lines]))
        return text_of(before), text_of(await client.call_tool("verify", {"text": draft}))

    before, after = talk_about(shop, mode)(conversation)
    assert "1 hold" in before
    assert f"{number}→{number + 3}" in after


@pytest.mark.parametrize(
    ("tool", "arguments", "told"),
    [
        ("ask", {}, "question: Field required"),
        ("ask", {"question": "x", "repo": "/etc"}, "outside of what this server may read"),
        ("ask", {"question": "why " * 250_000}, "at most 20000 characters"),
        ("search", {"query": "x", "max_tokens": "many"}, "max_tokens"),
        ("search", {"query": "x", "limit": 3}, "limit"),
        ("query", {"query": '$.code.clas("Cart")'}, "did you mean"),
        ("verify", {"text": "no citation at all"}, "no citation found"),
        ("search", {"query": "x", "repo": "no_such_folder"}, "does not exist"),
    ],
)
def test_a_wrong_call_says_what_to_change(talk: Talk, tool: str, arguments: dict[str, Any], told: str) -> None:
    async def conversation(client: Client) -> Any:
        result = await client.call_tool(tool, arguments)
        # The server goes on.
        assert not (await client.call_tool("query", {"query": "$.files"})).is_error
        return result

    result = talk(conversation)
    text = text_of(result)
    assert told in text and len(text) < 1_500
    assert not result.is_error or "fix:" in text


def test_an_unknown_tool_is_an_error_of_the_protocol(talk: Talk) -> None:
    async def conversation(client: Client) -> Any:
        with pytest.raises(MCPError, match="ask, search, query, verify"):
            await client.call_tool("grep", {})

    talk(conversation)


def test_cited_lines_can_be_read(talk: Talk, shop_indexed: Path) -> None:
    async def conversation(client: Client) -> Any:
        (template,) = (await client.list_resource_templates()).resource_templates
        assert template.uri_template.startswith("citeline://")
        (listed,) = (await client.list_resources()).resources
        name = listed.uri.removeprefix("citeline://").rstrip("/")
        read: list[str] = []
        for uri in (f"citeline://{name}/src/shop/cart.py#L2-L4", f"citeline://{name}/src/shop/cart.py", listed.uri):
            (content,) = (await client.read_resource(uri)).contents
            read.append(content.text)  # type: ignore[union-attr]  # text/plain
        for wrong in ("src/shop/cart.py#L9000", "no.py", "src/shop/cart.py#abc", "../other/a.py"):
            with pytest.raises(MCPError):
                await client.read_resource(f"citeline://{name}/{wrong}")
        with pytest.raises(MCPError):
            await client.read_resource("citeline://elsewhere/a.py")
        return read

    lines, whole, overview = talk(conversation)
    text = (shop_indexed / "src/shop/cart.py").read_text().split("\n")
    assert lines.split("\n") == [f"{number}| {text[number - 1]}" for number in (2, 3, 4)]
    assert whole.startswith("1| ") and "shop" in overview


def test_prompts_carry_the_question(talk: Talk) -> None:
    async def conversation(client: Client) -> Any:
        prompts = (await client.list_prompts()).prompts
        got = await client.get_prompt("cited_answer", {"question": "why {text} is the sky blue?"})
        with pytest.raises(MCPError, match="question is missing"):
            await client.get_prompt("cited_answer")
        return prompts, got.messages[0].content

    prompts, content = talk(conversation)
    assert {prompt.name for prompt in prompts} == {"cited_answer", "check_citations", "keep_right_lines"}
    assert "why {text} is the sky blue?" in content.text and "`verify`" in content.text


def test_a_person_keeps_the_right_lines_from_the_menu_of_a_host(
    talk: Talk, shop_indexed: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    async def conversation(client: Client) -> Any:
        return (await client.get_prompt("keep_right_lines", {"right": "src/shop/cart.py:2-4"})).messages[0].content

    (line,) = (line for line in talk(conversation).text.split("\n") if line.startswith("citeline "))
    command = [word.replace("QUESTION", "what is in a cart?") for word in shlex.split(line)]
    assert run([*command[1:-2], "--repo", str(shop_indexed), *command[-2:]]) == 0
    told = capsys.readouterr().out
    assert "what is in a cart?" in told and "src/shop/cart.py:2-4" in told


def test_building_is_reported_and_a_cancelled_call_ends_it(shop: Path, home: Path, builder_process: None) -> None:
    told: list[str] = []

    async def main() -> None:
        async with Client(build_server(Repositories([shop], Settings()))) as client:

            async def progress(progress: float, total: float | None, message: str | None) -> None:
                told.append(message or "")
                if len(told) == 1:
                    scope.cancel()

            with anyio.CancelScope() as scope:
                await client.call_tool("search", {"query": "cart"}, progress_callback=progress)
            assert scope.cancelled_caught
            result = await client.call_tool("search", {"query": "cart"}, progress_callback=progress)
            assert "src/shop/cart.py" in text_of(result)

    anyio.run(main)
    assert any("Looking" in text for text in told)


def test_steps_of_an_answer_are_reported(talk: Talk) -> None:
    told: list[tuple[float, str | None]] = []

    async def conversation(client: Client) -> None:
        async def progress(progress: float, total: float | None, message: str | None) -> None:
            told.append((progress, message))

        await client.call_tool("ask", {"question": "what does the cart do?"}, progress_callback=progress)

    talk(conversation)
    assert [done for done, _ in told] == sorted({done for done, _ in told})
    assert "check citations" in [message for _, message in told]


def test_readers_go_on_while_the_folder_and_its_index_change(shop: Path, home: Path) -> None:
    """Two clients ask while files are written and indexed, and the index is deleted once."""
    import citeline

    asked, wrong = 12, list[str]()

    async def main() -> None:
        server = build_server(Repositories([shop], Settings(stale="warn")))
        async with Client(server) as client, anyio.create_task_group() as group:

            async def read() -> None:
                for _ in range(asked):
                    result = await client.call_tool("search", {"query": "total of the cart"})
                    if result.is_error or "src/shop/cart.py:" not in text_of(result):
                        wrong.append(text_of(result))

            async def write() -> None:
                for number in range(4):
                    (shop / f"new{number}.py").write_text(f"def new{number}():\n    return {number}\n")
                    await anyio.to_thread.run_sync(lambda: citeline.index(shop).close())
                shutil.rmtree(home, ignore_errors=True)

            group.start_soon(read)
            group.start_soon(read)
            group.start_soon(write)

    citeline.index(shop).close()
    anyio.run(main)
    assert not wrong
