"""The screens of the page, one a function; templates hold the HTML."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any, Final
from urllib.parse import parse_qsl, quote, urlencode, urlsplit

from jinja2 import Environment, PackageLoader, StrictUndefined
from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import (
    HTMLResponse,
    JSONResponse,
    PlainTextResponse,
    RedirectResponse,
    Response,
    StreamingResponse,
)

from citeline.data_files import shipped_text
from citeline.errors import CitelineError, IndexDamagedError, IndexMissingError, UsageError
from citeline.evals.cases.feedback import cited_places, keep_feedback, right_places
from citeline.graph.answer_html import answer_as_html
from citeline.graph.answer_text import answer_as_markdown
from citeline.indexing.files.source_tree import real_path
from citeline.indexing.parsers.masking import mask_file
from citeline.tools.citations.anchors import check_evidence
from citeline.tools.citations.working_tree import Absence, WorkingTree
from citeline.tools.docql.completion import completions
from citeline.tools.handle import IndexHandle
from citeline.tools.question.follow_up import Before, followed
from citeline.tools.verify.baseline import Baseline
from citeline.tools.verify.documents import markdown_of
from citeline.tools.verify.verification import verify_documents
from citeline.visible import visible

from .answers import difference, first_questions, prose, view_answer
from .diagrams import can_draw, diagram_image
from .runs import Runs
from .shelf import Shelf, Shelved
from .source import page_image, style_sheet, view_source
from .words import Words, words_for

_LONGEST: Final = 20_000
"""Characters of a question."""
_PASTED: Final = 1_000_000
"""Bytes of a form with a text whose citations are checked."""
_QUERIED: Final = 20
_MOST_QUERIED: Final = 500
"""Items that a query shows, at first and on request."""
_QUERIES: Final = ("$.toc", "$.files", "$.code.classes", "$.code.functions", "$.content.table")
FLUSH: Final = "\0flush"
"""In a template that is sent while it is written: what stands above is to be seen now."""
_STATIC: Final = {"icon.svg": "image/svg+xml", "page.css": "text/css", "page.js": "text/javascript"}


class Page:
    """The screens. Each runs in a thread of its own, so an answer that takes long keeps nobody else waiting."""

    def __init__(self, shelf: Shelf, editor: str, runs: Callable[[Request, Shelved], Runs]) -> None:
        self._shelf = shelf
        self._runs_of = runs
        self._editor = editor
        self._templates = Environment(
            loader=PackageLoader("citeline.cli.page"), autoescape=True, undefined=StrictUndefined, trim_blocks=True
        )
        self._static = {name: shipped_text("citeline.cli.page", f"static/{name}") for name in _STATIC}
        self._static["code.css"] = style_sheet()

    def ask(self, request: Request) -> Response:
        """The start, or with `q` the answer as it is made: the steps first, then its sentences."""
        question = request.query_params.get("q", "").strip()
        if not question:
            return self._start(request)
        if len(question) > _LONGEST:
            return self._start(
                request, problem=f"a question has at most {_LONGEST:,} characters, this one {len(question):,}"
            )
        self._of(request).index()  # where there is none, the page must not begin as an answer
        after = request.query_params.get("after", "")
        before = self._runs(request).answer(after)
        asked = {
            "after": after if before else "",
            "piece": _number(request, "only", 20) if "only" in request.query_params else None,
        }
        meant = followed(question, Before.of_answer(before) if before else None)
        return self._show(request, "asking", stream=True, question=visible(meant), asking=self._asking, asked=asked)

    def _start(self, request: Request, **told: Any) -> Response:
        """The folder as a newcomer sees it first."""
        shelved = self._of(request)
        overview = shelved.overview()
        examples = first_questions(shelved.index(), overview, _words(request))
        return self._show(request, "start", map=overview, examples=examples, **told)

    def run(self, request: Request) -> Response:
        """An answer that was given before, with the source that is looked at."""
        return self._answered(request, "answered")

    def _answered(self, request: Request, template: str) -> Response:
        shelved, run = self._of(request), request.path_params["run"]
        answer = self._runs(request).answer(run)
        if answer is None:
            return self._start(request, status=404, problem=_words(request)("no_such_run"))
        return self._show(request, template, view=view_answer(run, answer, shelved.index()))

    async def right(self, request: Request) -> Response:
        """Keep whether an answer was right, and which lines are, as a row of the reader's own labelled set."""
        if request.method != "POST":  # a reload, or an address that was kept, after lines that were refused
            address = urlencode({"in": request.query_params.get("in", "")})
            return RedirectResponse(f"/run/{quote(request.path_params['run'])}?{address}", status_code=303)
        return await self._sent(request, self._right)

    def _right(self, request: Request, sent: Mapping[str, str]) -> Response:
        shelved, run = self._of(request), request.path_params["run"]
        answer = self._runs(request).answer(run)
        if answer is None:
            return self._start(request, status=404, problem=_words(request)("no_such_run"))
        if shelved.update is None:
            raise UsageError("this page writes nothing", remedy="serve it without --read-only")
        thumb, named = sent.get("thumb", ""), sent.get("right", "").strip()
        if thumb not in ("good", "bad"):
            raise UsageError(f"thumb = {thumb[:20]!r} is neither good nor bad", remedy="use the buttons of the page")
        index = shelved.index()
        try:
            if not named and thumb == "bad":
                raise UsageError(_words(request)("right_missing"), remedy="")
            files = WorkingTree(index.tree, Baseline(index.structure))
            places = right_places(named) if named else cited_places(answer, files)
            keep_feedback(IndexHandle(index, shelved.settings), answer["question"], places, tags=(thumb, "page"))
        except UsageError as error:  # beside the form, with what was typed in it
            view, problem = view_answer(run, answer, index), {"error": error, "typed": named}
            return self._show(request, "answered", status=422, wrong=problem, view=view)
        address = urlencode({"in": shelved.name, "kept": "yes"})
        return RedirectResponse(f"/run/{quote(run)}?{address}", status_code=303)

    def source(self, request: Request) -> Response:
        """The right pane alone."""
        return self._show(request, "source_pane")

    def sheet(self, request: Request) -> Response:
        """A page of a PDF as a picture, with the cited lines boxed."""
        given = request.query_params
        index = self._of(request).index()
        view = view_source(index, given.get("path", ""), _number(request, "start"), _number(request, "end"))
        chosen = [line.html.striptags() for line in view.lines if line.is_cited]
        return Response(
            page_image(index, view.path, _number(request, "number"), "\n".join(chosen)), media_type="image/png"
        )

    def diagram(self, request: Request) -> Response:
        """A diagram that is written as text, drawn."""
        path, start = request.query_params.get("path", ""), _number(request, "start")
        return Response(diagram_image(self._of(request).index(), path, start), media_type="image/png")

    def why(self, request: Request) -> Response:
        """What decided an answer: plan, channels, hits, steps and their time."""
        return self._answered(request, "why_drawer" if "drawer" in request.query_params else "why")

    def export(self, request: Request) -> Response:
        """An answer as one file, to keep or to send: HTML that opens anywhere, or Markdown that `verify` checks."""
        run, form = request.path_params["run"], request.path_params["form"]
        answer = self._runs(request).answer(run)
        if answer is None or form not in ("html", "md"):
            return PlainTextResponse(_words(request)("no_such_run"), status_code=404)
        if form == "md":
            text = f"# {visible(answer['question'])}\n\n{answer_as_markdown(answer, everything=True)}\n"
            return PlainTextResponse(text, headers=_attached("answer.md"), media_type="text/markdown")
        html = answer_as_html(answer, everything=True)
        return HTMLResponse(html, headers=_attached("answer.html"))

    async def verify(self, request: Request) -> Response:
        """Every citation of a pasted text with what was found."""
        return await self._sent(request, self._verified)

    async def _sent(self, request: Request, show: Callable[[Request, Mapping[str, str]], Response]) -> Response:
        """What a form has sent, to a screen."""
        body = b""
        async for piece in request.stream():
            body += piece
            if len(body) > _PASTED:
                return PlainTextResponse(f"a text has at most {_PASTED:,} bytes here\n", status_code=413)
        return await run_in_threadpool(show, request, dict(parse_qsl(body.decode("utf-8", "replace"))))

    def _verified(self, request: Request, sent: Mapping[str, str]) -> Response:
        text = sent.get("text", "")
        if not text.strip():
            return self._show(request, "verify", text="", checked=None)
        document = markdown_of(text.encode("utf-8", "replace"), named="-")
        if isinstance(document, str):
            return self._show(request, "verify", text=text, checked=[], problem=document)
        (report,) = verify_documents(self._of(request).index(), [document])
        return self._show(request, "verify", text=text, checked=report.to_json()["citations"], problem=report.problem)

    def query(self, request: Request) -> Response:
        """What a DocQL query finds."""
        text, found = request.query_params.get("docql", "").strip(), None
        if not text:
            return self._show(request, "query", text=text, found=None, examples=_QUERIES)
        shelved = self._of(request)
        limit = min(max(_number(request, "limit"), _QUERIED), _MOST_QUERIED)
        try:
            found = IndexHandle(shelved.index(), shelved.settings).query(text, limit=limit).to_json()
        except UsageError as error:  # beside what was typed
            return self._show(request, "query", status=400, wrong=error, text=text, found=None)
        return self._show(request, "query", text=text, found=found, most=_MOST_QUERIED)

    def complete(self, request: Request) -> Response:
        """How a DocQL query may go on: a list of whole texts with what they mean."""
        text = request.query_params.get("docql", "")
        found = completions(text)
        further = [(f"{text[: found.start]}{one.further or one.text}", one.meaning) for one in found.items]
        return JSONResponse([{"text": whole, "meaning": meaning} for whole, meaning in further])

    def status(self, request: Request) -> Response:
        """What the index holds, how far it is behind its folder, and how far an update of it is."""
        shelved = self._of(request)
        try:
            index = shelved.index()
        except (IndexMissingError, IndexDamagedError):
            return self._show(request, "status", pane=False, counts=None, behind=None)
        is_busy = bool(shelved.writer or (shelved.update and shelved.update.stage))
        behind = None if is_busy else shelved.behind(index)
        return self._show(request, "status", counts=index.manifest.counts, behind=behind)

    async def update(self, request: Request) -> Response:
        """Bring the index up to date; the status tells how far that is."""
        return await self._sent(request, self._updated)

    def _updated(self, request: Request, _: Mapping[str, str]) -> Response:
        shelved = self._of(request)
        if shelved.update is None:
            raise UsageError("this page writes nothing", remedy="serve it without --read-only")
        shelved.update.start()
        came = urlsplit(request.headers.get("referer", ""))
        back = f"{came.path}?{came.query}" if came.netloc == request.headers.get("host") else ""
        return RedirectResponse(back or f"/?{urlencode({'in': shelved.name})}", status_code=303)

    def problem(self, request: Request, error: Exception) -> Response:
        """What went wrong, and what helps."""
        html = self._templates.get_template("problem.html").render(words=_words(request), error=error)
        return HTMLResponse(html, status_code=400)

    def missing(self, request: Request, error: Exception) -> Response:
        """Where nothing is indexed yet: how far that is. The page asks again until there is something to show."""
        if self._of(request).update is None:
            return self.problem(request, error)
        return self._show(request, "building", status=503, pane=False, counts=None, behind=None)

    def static(self, request: Request) -> Response:
        """Style and script."""
        name = request.path_params["name"]
        if name not in self._static:
            return PlainTextResponse("not here\n", status_code=404)
        return Response(
            self._static[name], media_type=_STATIC.get(name, "text/css"), headers={"cache-control": "max-age=3600"}
        )

    def _asking(self, request: Request, question: str, asked: Mapping[str, Any]) -> Iterator[tuple[str, Any]]:
        """What the template shows while a run goes on: each `step`, what it `told`, then one `answer` or `problem`."""
        shelved = self._of(request)
        try:
            index = shelved.index()
            shelved.look_soon(index)
            last = ""
            for kind, value in self._runs(request).ask(question, **asked):
                if kind == "answer":
                    run, answer = value
                    yield kind, view_answer(run, answer, index, is_new=True)
                elif value != last:  # channels run side by side, and searching may begin again
                    last = value
                    yield kind, visible(value)
        except CitelineError as error:  # the page has begun, so it is told there
            yield "problem", error

    def _changes(self, request: Request) -> list[tuple[str, str]]:
        """How cited lines that are out of date differ from those that stand there now."""
        shelved, given = self._of(request), request.query_params
        answer = self._runs(request).answer(given.get("was", ""))
        item = next((one for one in (answer or {}).get("evidence", ()) if str(one["id"]) == given.get("cited")), None)
        if item is None:
            return []
        index = shelved.index()
        files = WorkingTree(index.tree, Baseline(index.structure))
        place, lines = check_evidence(item, files).place, files.lines(item["path"])
        # Where nothing is found that they became, what stands at their numbers is something else.
        now = (
            []
            if place is None or isinstance(lines, Absence)
            else mask_file(item["path"], lines)[place[0] - 1 : place[1]]
        )
        return [(mark, visible(text)) for mark, text in difference(item["text"].split("\n"), now)]

    def _of(self, request: Request) -> Shelved:
        return self._shelf.get(request.query_params.get("in", ""))

    def _runs(self, request: Request) -> Runs:
        return self._runs_of(request, self._of(request))

    def _show(
        self,
        request: Request,
        template: str,
        *,
        stream: bool = False,
        status: int = 200,
        problem: Any = "",
        wrong: Any = None,
        pane: bool = True,
        **values: Any,
    ) -> Response:
        """A template with what all of them show; without `pane` no source, which takes an index."""
        given: dict[str, Any] = {
            "words": _words(request),
            "prose": prose,
            "visible": visible,
            "request": request,
            "shelf": self._shelf,
            "problem": problem,
            "wrong": wrong,
            "kept": request.query_params.get("kept") == "yes",
            "changes": self._changes(request) if pane else [],
            "can_draw": can_draw,
            "flush": FLUSH,
        }
        shelved = self._of(request)
        source, editor = None, ""
        if pane and (path := request.query_params.get("path")):
            start, end, first, last = (_number(request, name) for name in ("start", "end", "first", "last"))
            cell = request.query_params.get("cell", "")
            try:
                source = view_source(shelved.index(), path, start, end, first, last, cell)
            except UsageError:
                if not given["changes"]:  # a file that is gone still has what was cited of it
                    raise
            else:
                file = quote(real_path(shelved.index().tree, path))
                editor = self._editor.format(file=file, line=source.start_line)
        given |= {"shelved": shelved, "runs": self._runs(request), "source": source, "editor": editor}
        page = self._templates.get_template(f"{template}.html")
        if stream:
            return StreamingResponse(_in_parts(page.generate(**given, **values)), media_type="text/html")
        return HTMLResponse(page.render(**given, **values), status_code=status)


def _in_parts(pieces: Iterable[str]) -> Iterator[str]:
    """What a template has written up to each `FLUSH`: every piece that is sent by itself takes a thread its turn."""
    held: list[str] = []
    for piece in pieces:
        if piece != FLUSH:
            held.append(piece)
        elif held:
            yield "".join(held)
            held.clear()
    yield "".join(held)


def _words(request: Request) -> Words:
    return words_for(request.headers.get("accept-language", ""))


def _number(request: Request, name: str, most: int = 9) -> int:
    """A number of the address, of so many digits; 0 without one. Raises UsageError for what is no number of a line."""
    given = request.query_params.get(name, "0")
    if not given.isdecimal() or len(given) > most:
        raise UsageError(f"{name} = {given[:20]!r} is no number of a line", remedy="use the links of the page")
    return int(given)


def _attached(name: str) -> dict[str, str]:
    return {"content-disposition": f'attachment; filename="{name}"'}
