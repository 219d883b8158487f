"""A token says who somebody is; nobody else can make one, and it can be made void."""

import http.cookies

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kozyr.server.identity import Claim, Cookie, Tokens, new_id, new_token
from kozyr.server.keys import Keys
from kozyr.server.storage import Storage
from tests.server.samples import Forget, an_identity

TOKENS = Tokens(Keys(bytes(32)))


def test_a_token_comes_back() -> None:
    assert TOKENS.read(TOKENS.sign(an_identity())) == Claim("ann", 1)


@given(st.text(max_size=200))
def test_what_was_not_signed_here_says_nothing(text: str) -> None:
    assert TOKENS.read(text) is None


@given(st.integers(0, 1000), st.characters())
def test_a_changed_token_says_nothing_else(place: int, sign: str) -> None:
    token = TOKENS.sign(an_identity())
    place %= len(token)
    changed = token[:place] + sign + token[place + 1 :]
    assert TOKENS.read(changed) in (None, Claim("ann", 1))  # base64 has more than one way to write some bytes


@pytest.mark.parametrize("token", [None, "", "x" * 10_000, "a.b", "." * 50])
def test_nonsense_says_nothing(token: str | None) -> None:
    assert TOKENS.read(token) is None


def test_a_token_of_another_secret_says_nothing() -> None:
    assert Tokens(Keys(bytes([1] * 32))).read(TOKENS.sign(an_identity())) is None


async def test_a_token_holds_until_its_generation_is_over(storage: Storage) -> None:
    ann = an_identity()
    token = TOKENS.sign(ann)
    assert await TOKENS.verify(token, storage) is None
    await storage.create_identity(ann)
    assert await TOKENS.verify(token, storage) == ann
    newer = await storage.bump_generation("ann")
    assert newer is not None
    assert await TOKENS.verify(token, storage) is None
    assert await TOKENS.verify(TOKENS.sign(newer), storage) == newer
    await storage.delete_identity("ann", Forget())
    assert await TOKENS.verify(TOKENS.sign(newer), storage) is None
    assert await TOKENS.verify(None, storage) is None


@pytest.mark.parametrize("is_secure", [False, True])
def test_the_cookie_is_for_the_browser_alone(is_secure: bool) -> None:
    cookie, token = Cookie(is_secure), TOKENS.sign(an_identity())
    jar: http.cookies.SimpleCookie = http.cookies.SimpleCookie(cookie.setting(token))
    (morsel,) = jar.values()
    assert morsel.key == ("__Host-kozyr" if is_secure else "kozyr")
    assert (morsel["httponly"], morsel["samesite"], morsel["path"], morsel["domain"]) == (True, "Lax", "/", "")
    assert bool(morsel["secure"]) is is_secure
    assert cookie.token_of(f"a=b; {morsel.key}={morsel.value}; c=d") == token
    assert cookie.token_of(cookie.clearing().partition(";")[0]) == ""
    assert "Max-Age=0" in cookie.clearing()


@pytest.mark.parametrize("header", [None, "", "a=b", ";;;", "kozyr", 'kozyr="', "\x00"])
def test_a_header_without_the_cookie_holds_no_token(header: str | None) -> None:
    assert not Cookie(is_secure=False).token_of(header)


@pytest.mark.parametrize(
    "other", ['prefs={"a":1}', "a[b]=1", "x=ж", "a=b c", "тест=1", "expires=1", 'x="', "lone", ";", "kozyrx=1"]
)
def test_cookies_of_others_at_the_same_host_make_nobody_a_stranger(other: str) -> None:
    cookie, token = Cookie(is_secure=False), TOKENS.sign(an_identity())
    assert cookie.token_of(f"{other}; kozyr={token}") == token
    assert cookie.token_of(f"kozyr={token}; {other}") == token


def test_ids_and_tokens_are_all_different() -> None:
    assert len({new_id() for _ in range(1000)}) == 1000
    assert {len(new_id()) for _ in range(10)} == {16}
    assert {len(new_token()) for _ in range(10)} == {32}
