"""What people type, in the letters of their own language."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from referee.engine.cards import CHILEAN_52, CHILEAN_56, FRENCH, PACKS, Card, Pack
from referee.wording import LANGUAGES, read_typed, write_typed
from referee.wording.catalog import words


def read(text: str, lang: str = "es", pack: Pack = FRENCH) -> str:
    """What is read, in JSON's letters; `?` for what is not."""
    return " ".join("?" if typed.card is None else str(typed.card) for typed in read_typed(text, lang, pack))


@pytest.mark.parametrize(
    ("text", "lang", "cards"),
    [
        ("9p 9d 9p", "es", "9s 9d 9s"),
        ("9c", "es", "9h"),
        ("9c", "en", "9c"),
        ("As", "en", "As"),
        ("As", "es", "A"),
        ("Ap, 10c;JD\nkt", "es", "As 10h Jd Kc"),
        ("9♠ 9♦ 9♠", "es", "9s 9d 9s"),
        ("9♠9♦️9♠️", "en", "9s 9d 9s"),
        ("JK comodín COMODIN joker ★", "es", "JK JK JK JK JK"),
        ("JKr JKn comodín rojo joker negro", "es", "JKr JKb JKr JKb"),
        ("red joker", "en", "? JK"),
        ("joker red", "en", "JKr"),
        ("nueve de picas, As de Corazones", "es", "9s Ah"),
        ("reina de trebol y rey ♥", "es", "Qc ? Kh"),
        ("9 of spades, Queen of hearts", "en", "9s Qh"),
        ("10 ♥ 3 p", "es", "10h 3s"),
        ("1p 1s", "es", "As ?"),
        ("9s 11p 0 JKx", "es", "? ? ? ?"),
        ("K 7 A", "es", "K 7 A"),
        ("", "es", ""),
        (" , ; ", "en", ""),
    ],
)
def test_what_is_typed(text: str, lang: str, cards: str) -> None:
    assert read(text, lang) == cards


def test_argentine_letters_are_the_spanish_ones() -> None:
    assert read("9p rey de copas 9c", "es-AR") == read("9p rey de copas 9c", "es") == "9s ? 9h"


def test_chilean_packs() -> None:
    assert read("12e 1 copihue HU huasa china CH ocho de moai", "es", CHILEAN_52) == "12e 1c HU HA CH 8m"
    assert read("13t", "es", CHILEAN_56) == "13t"
    assert read("13t Kp comodín", "es", CHILEAN_52) == "? ? ?"


def test_a_spanish_as_waits_for_its_suit() -> None:
    (typed,) = read_typed("As", "es", FRENCH)
    assert typed.needs_suit
    assert not read_typed("JK", "es", FRENCH)[0].needs_suit
    assert not read_typed("9p", "es", FRENCH)[0].needs_suit


def test_what_cannot_be_read_comes_back_as_typed() -> None:
    typed = read_typed("9p pájaro 9d", "es", FRENCH)
    assert [(each.text, each.card is None) for each in typed] == [("9p", False), ("pájaro", True), ("9d", False)]


def test_written_in_the_language() -> None:
    cards = [Card(1, "s"), Card(10, "h"), Card(0, "b"), Card(12, "c"), Card(0)]
    assert write_typed(cards, "es") == "Ap 10c JKn Qt JK"
    assert write_typed(cards, "en") == "As 10h JKb Qc JK"
    assert write_typed([Card(12, "c", "chilean"), Card(0, "HU", "chilean")], "es") == "12c HU"


ANY_PACK = st.sampled_from(list(PACKS.values()))


@st.composite
def hands(draw: st.DrawFn) -> tuple[Pack, list[Card]]:
    pack = draw(ANY_PACK)
    jokers = [Card(0, mark, pack.deck) for mark in pack.joker_marks]
    suitless = [Card(card.rank, "", pack.deck) for card in pack.cards]
    return pack, draw(st.lists(st.sampled_from([*pack.cards, *jokers, *suitless]), max_size=14))


@given(hands(), st.sampled_from(LANGUAGES))
def test_notation_round_trips(hand: tuple[Pack, list[Card]], lang: str) -> None:
    pack, cards = hand
    assert [typed.card for typed in read_typed(write_typed(cards, lang), lang, pack)] == cards


@given(st.text(max_size=60), st.sampled_from(LANGUAGES), ANY_PACK)
def test_anything_may_be_typed(text: str, lang: str, pack: Pack) -> None:
    for typed in read_typed(text, lang, pack):
        assert typed.text.strip()
        assert typed.card is None or typed.card.deck == pack.deck


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("pack", PACKS.values(), ids=lambda pack: pack.id)
def test_every_name_of_a_card_reads_as_that_card(pack: Pack, lang: str) -> None:
    of = words("typed.of", lang)
    for card in pack.cards:
        rank, suit = write_typed([Card(card.rank, "", card.deck)], lang), card.suit
        for sign in words(f"typed.suit.{pack.deck}.{suit}", lang).split():
            for text in (f"{rank}{sign}", f"{rank} {sign}", f"{rank} {of} {sign}", f"{rank}{sign}".upper()):
                assert [typed.card for typed in read_typed(text, lang, pack)] == [card], text
