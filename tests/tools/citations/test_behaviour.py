"""Matched pairs: what the lines say, and the same with one thing turned round, must not get the same mark."""

from __future__ import annotations

import pytest

from citeline.tools.citations import check_support

from .passages import passage

PYTHON = """\
@cached
async def fetch(url, retries=3, *, proxy=None):
    if not url:
        raise ValueError("no url")
    limit = 10
    if retries > limit:
        return None
    session = open_session(proxy)
    try:
        reply = session.download(url)
    except (OSError, TimeoutError) as error:
        raise FetchError(url) from error
    except KeyError:
        return ""
    if reply.status >= 400 and retries:
        close(session)
        return reply
    return reply
"""
GO = """\
func (s *Store) Put(key string, value []byte) error {
	if len(key) == 0 {
		return errors.New("empty key")
	}
	if s.closed {
		panic("store is closed")
	}
	if n > limits.MaxSize-2 {
		return fmt.Errorf("too large: %d", n)
	}
	s.lock()
	s.items[key] = value
	s.unlock()
	return nil
}
"""
JAVA = """\
    @Override
    protected static Config load(Path path, int depth) throws ConfigException {
        if (path == null) {
            throw new IllegalArgumentException("path");
        }
        int tries = 2;
        try {
            return parse(path);
        } catch (IOException e) {
            throw new ConfigException(e);
        }
    }
"""
TYPESCRIPT = """\
export const send = async (url: string, body?: Body, retries = 3): Promise<void> => {
  const codes = [408, 429, 503];
  if (typeof url !== 'string') {
    throw new TypeError('url');
  }
  if (codes.length === 0 || body === undefined) {
    return null;
  }
  prepare(body);
  try {
    await post(url, body);
  } catch (error) {
    log(error);
  }
};
"""
RUST = """\
#[inline]
pub(crate) fn read(path: &Path, limit: usize) -> Result<Vec<u8>, ReadError> {
    if limit == 0 {
        return Err(ReadError::Empty);
    }
    let Some(file) = open(path) else { return Ok(None) };
    if !file.is_ready() {
        panic!("not ready");
    }
    match file.kind() {
        Kind::Dir => Err(ReadError::Dir),
        _ => Ok(file.bytes()),
    }
}
"""
CSHARP = """\
    internal static async Task<int> Count(string name, int limit = 5, bool strict = true)
    {
        if (name is null) throw new ArgumentNullException(nameof(name));
        if (limit <= 0)
        {
            return 0;
        }
        Open(name);
        return await Read(name);
    }
"""
LINES = {
    "fetch.py": (PYTHON, "fetch"),
    "store.go": (GO, "Store.Put"),
    "Config.java": (JAVA, "Config.load"),
    "send.ts": (TYPESCRIPT, "send"),
    "read.rs": (RUST, "read"),
    "Count.cs": (CSHARP, "Counter.Count"),
}
PAIRS = [
    ("fetch.py", "`fetch` checks that `reply.status >= 400`.", "`fetch` checks that `reply.status > 400`."),
    ("fetch.py", "`fetch` uses `FetchError` if `download` fails.", "`fetch` swallows `OSError`."),
    ("fetch.py", "`fetch` raises `ValueError` if `not url`.", "`fetch` raises `ValueError` if `url`."),
    (
        "fetch.py",
        "`fetch` raises `ValueError` when `url` is empty.",
        "`fetch` raises `ValueError` when `url` is not empty.",
    ),
    ("fetch.py", "`fetch` returns `None` if `retries > limit`.", "`fetch` returns `None` if `retries < limit`."),
    (
        "fetch.py",
        "`fetch` returns `None` when `retries` is greater than `limit`.",
        "`fetch` returns `None` when `retries` is at least `limit`.",
    ),
    ("fetch.py", "`fetch` converts `OSError` into `FetchError`.", "`fetch` converts `FetchError` into `OSError`."),
    ("fetch.py", "`fetch` swallows `KeyError`.", "`fetch` lets `KeyError` propagate."),
    ("fetch.py", "`limit` starts at `10`.", "`limit` starts at `12`."),
    ("fetch.py", "`limit` is `10`.", "`limit` is `20`."),
    ("fetch.py", "`fetch` sets `limit` to `10`.", "`fetch` sets `limit` to `11`."),
    ("fetch.py", "`fetch` is async.", "`fetch` is not async."),
    ("fetch.py", "`fetch` is decorated with `cached`.", "`fetch` is decorated with `lru_cache`."),
    ("fetch.py", "`proxy` is optional.", "`proxy` is a required parameter."),
    ("fetch.py", "`fetch` takes three parameters.", "`fetch` takes two parameters."),
    ("fetch.py", "`fetch` calls `open_session` before `download`.", "`fetch` calls `download` before `open_session`."),
    ("store.go", "`Put` panics if `s.closed`.", "`Put` panics if `!s.closed`."),
    (
        "store.go",
        "`Store.Put` returns an error if `len(key) == 0`.",
        "`Store.Put` returns an error if `len(key) != 0`.",
    ),
    (
        "store.go",
        "`Store.Put` returns an error when `key` is empty.",
        "`Store.Put` returns an error when `key` is not empty.",
    ),
    (
        "store.go",
        "`Put` returns an error if `n > limits.MaxSize-2`.",
        "`Put` returns an error if `n >= limits.MaxSize-2`.",
    ),
    ("store.go", "`Put` calls `lock` before `unlock`.", "`Put` calls `unlock` before `lock`."),
    ("store.go", "`Put` takes two parameters.", "`Put` takes three parameters."),
    ("store.go", "`Put` is exported.", "`Put` is not exported."),
    (
        "Config.java",
        "`load` throws `IllegalArgumentException` if `path` is `null`.",
        "`load` throws `IllegalArgumentException` if `path` is not `null`.",
    ),
    (
        "Config.java",
        "`load` throws an `IllegalArgumentException` if `path == null`.",
        "`load` returns `null` if `path == null`.",
    ),
    (
        "Config.java",
        "`Config.load` wraps `IOException` in `ConfigException`.",
        "`Config.load` lets `IOException` propagate.",
    ),
    ("Config.java", "`load` is protected.", "`load` is public."),
    ("Config.java", "`load` is static.", "`load` is an instance method."),
    ("Config.java", "`tries` is set to `2`.", "`tries` is set to `3`."),
    (
        "send.ts",
        "`send` throws a `TypeError` if `url` is not a string.",
        "`send` throws a `TypeError` if `url` is a string.",
    ),
    ("send.ts", "`body` is an optional parameter of `send`.", "`body` is a required parameter of `send`."),
    ("send.ts", "`codes` has three entries.", "`codes` has four entries."),
    ("send.ts", "`429` is one of the values in `codes`.", "`404` is one of the values in `codes`."),
    ("send.ts", "`send` calls `prepare` before it calls `post`.", "`send` calls `post` before it calls `prepare`."),
    ("send.ts", "`send` is exported.", "`send` is not exported."),
    ("read.rs", "`read` panics unless `file.is_ready()`.", "`read` panics if `file.is_ready()`."),
    (
        "read.rs",
        "`read` fails with `ReadError::Empty` if `limit == 0`.",
        "`read` fails with `ReadError::Empty` if `limit != 0`.",
    ),
    ("read.rs", "`read` is marked `#[inline]`.", "`read` is marked `#[must_use]`."),
    (
        "Count.cs",
        "`Count` throws `ArgumentNullException` if `name is null`.",
        "`Count` throws `ArgumentNullException` if `name is not null`.",
    ),
    ("Count.cs", "`Count` returns `0` if `limit <= 0`.", "`Count` returns `0` if `limit < 0`."),
    ("Count.cs", "`Count` returns `0` when `limit` is zero or less.", "`Count` returns `0` when `limit` is above 0."),
    ("Count.cs", "`limit` defaults to `5`.", "`limit` defaults to `6`."),
    ("Count.cs", "`Count` is internal.", "`Count` is public."),
]


def mark(path: str, sentence: str) -> str:
    text, scope = LINES[path]
    return check_support(sentence, passage(text, scope=scope, path=path)).verdict


@pytest.mark.parametrize(("path", "true", "false"), PAIRS)
def test_a_true_sentence_is_proved_and_its_false_twin_contradicted(path: str, true: str, false: str) -> None:
    assert (mark(path, true), mark(path, false)) == ("supported", "contradicted")
