"""Who gets in: the browser with the token, once; nobody by another name, nobody from another page."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from starlette.applications import Starlette
from starlette.testclient import TestClient

from citeline.cli.page.guard import Guard

HOST = "127.0.0.1:1234"


@pytest.fixture
def client(app: Starlette) -> Iterator[TestClient]:
    with TestClient(Guard(app, token="sesame", hosts=[HOST]), base_url=f"http://{HOST}") as found:
        yield found


def test_the_token_opens_once_and_the_cookie_after_that(client: TestClient) -> None:
    assert client.get("/").status_code == 403
    entered = client.get("/?token=sesame", follow_redirects=False)
    assert entered.status_code == 303 and entered.headers["location"] == "/"
    cookie = entered.headers["set-cookie"].lower()
    assert "httponly" in cookie and "samesite=strict" in cookie
    assert client.get("/").status_code == 200
    client.cookies.clear()
    again = client.get("/?token=sesame")
    assert again.status_code == 403 and "was used before" in again.text


@pytest.mark.parametrize("query", ["", "?token=", "?token=wrong", "?token=%00%ff"])
def test_without_the_token_nothing_is_shown(query: str, client: TestClient) -> None:
    reply = client.get(f"/{query}")
    assert reply.status_code == 403 and "shop" not in reply.text


def test_what_was_asked_for_with_the_token_is_shown_after_it(client: TestClient) -> None:
    entered = client.get("/source?path=README.md&token=sesame", follow_redirects=False)
    assert entered.headers["location"] == "/source?path=README.md"


@pytest.mark.parametrize("host", ["evil.example", "127.0.0.1:1235", "127.0.0.1", ""])
def test_another_name_for_this_machine_is_refused(host: str, client: TestClient) -> None:
    client.get("/?token=sesame")
    assert client.get("/", headers={"host": host}).status_code == 403


def test_a_form_of_another_page_does_nothing(client: TestClient) -> None:
    client.get("/?token=sesame")
    form = {"text": "`README.md:3`"}
    assert client.post("/verify", data=form, headers={"origin": "http://evil.example"}).status_code == 403
    assert client.post("/verify", data=form).status_code == 403
    assert client.post("/verify", data=form, headers={"origin": f"http://{HOST}"}).status_code == 200
    assert client.get("/source?path=README.md", headers={"sec-fetch-site": "cross-site"}).status_code == 403


def test_nothing_inline_and_nothing_from_elsewhere_may_run(client: TestClient) -> None:
    client.get("/?token=sesame")
    for path in ("/", "/?q=What+is+the+limit%3F", "/static/page.js", "/nothing"):
        headers = client.get(path).headers
        assert headers["content-security-policy"].startswith("default-src 'none'; script-src 'self'")
        assert headers["x-content-type-options"] == "nosniff" and headers["referrer-policy"] == "same-origin"


def test_a_redirect_leads_nowhere_else(client: TestClient) -> None:
    entered = client.get("//evil.example/?token=sesame", follow_redirects=False)
    assert not entered.headers.get("location", "/").startswith(("//", "http"))


def test_cookies_of_other_programs_on_this_machine_do_not_lock_the_page(client: TestClient, app: Starlette) -> None:
    client.get("/?token=sesame")
    mine = "; ".join(f"{name}={value}" for name, value in client.cookies.items())
    with TestClient(Guard(app, token="other", hosts=[HOST]), base_url=f"http://{HOST}") as second:
        second.get("/?token=other")
        both = f'{mine}; prefs={{"dark":true}}; ' + "; ".join(f"{n}={v}" for n, v in second.cookies.items())
        assert second.get("/", headers={"cookie": both}).status_code == 200
    client.cookies.clear()
    assert client.get("/", headers={"cookie": both}).status_code == 200
