"""Which task of a manifest a question names; a wrong command is worse than ranked lines."""

from __future__ import annotations

import pytest

from citeline.indexing.reader import Index
from citeline.tools.answer.overview.tasks import task_drafts
from citeline.tools.answer.writing.phrases import say
from citeline.tools.question.read import read

from ..trees import indexed, place_of

_FILES = {
    "package.json": """{
  "name": "shop",
  "scripts": {
    "change-password": "node scripts/change-password.js",
    "reset-password": "node scripts/reset-password.js",
    "update-db": "prisma migrate deploy",
    "test-server": "node --test server.js",
    "start-server": "node server.js"
  }
}
""",
    "website/package.json": """{
  "scripts": {
    "format:docs": "prettier docs"
  }
}
""",
    "Makefile": """.PHONY: build-docker
build-docker:
\tdocker build -t shop .

build-docker-arm64:
\tdocker build --platform linux/arm64 -t shop .

run:
\tRUN_MIGRATIONS=1 go run main.go

add-string:
\tjq . internal/translations/*.json
""",
    "shop.go": "package shop\n",
}


@pytest.fixture(scope="module")
def shop(tmp_path_factory: pytest.TempPathFactory) -> Index:
    return indexed(tmp_path_factory.mktemp("tasks"), _FILES)


@pytest.mark.parametrize(
    ("question", "call", "place"),
    [
        ("how do I reset the admin password?", "npm run reset-password", "package.json:5-5"),
        ("How can I reset a user's password?", "npm run reset-password", "package.json:5-5"),
        ("怎么重置密码？", "npm run reset-password", "package.json:5-5"),
        ("Wie setze ich das Passwort zurück?", "npm run reset-password", "package.json:5-5"),
        ("how to build the docker image myself", "make build-docker", "Makefile:2-3"),
        ("how do I build the docker image for arm64", "make build-docker-arm64", "Makefile:5-6"),
        ("how do I test the server after changing it for docker?", "npm run test-server", "package.json:7-7"),
        ("how do I format the docs of the website?", "npm run format:docs", "website/package.json:3-3"),
        ("how do I add a new string to all translations", "make add-string", "Makefile:11-12"),
    ],
)
def test_who_asks_how_to_do_something_gets_the_task_called_so(
    shop: Index, question: str, call: str, place: str
) -> None:
    (draft,) = task_drafts(shop, read(question))
    assert (draft.fact["object"], place_of(shop, draft)) == (call, place)


@pytest.mark.parametrize(
    "question",
    [
        "where is the password reset in the code?",
        "why does reset-password fail?",
        "how do I run the migrations?",  # `make run` runs them among other things
        "how do I build it without docker",
        "how can I verify the signature of the server",  # a synonym of `test-server`
        "how do I start?",
        "怎么重置 jar 的密码？",  # only what is translated is in `reset-password`
        "how does the server reset sessions when a password of a user in another tenant is changed by SAML",
    ],
)
def test_no_task_is_told_to_who_asks_something_else(shop: Index, question: str) -> None:
    assert not task_drafts(shop, read(question))


def test_a_task_of_another_folder_is_told_with_the_folder_to_run_it_in(shop: Index) -> None:
    (draft,) = task_drafts(shop, read("how do I format the docs of the website?"))
    assert say(draft.fact, "en") == "Run `npm run format:docs` in `website`"
