"""The scripts at work: instant keys, drafts that survive, pages that never disturb, hands that wait offline."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

from tests.look.counter import Counter, open_counter
from tests.look.guide import ORIGIN, answer_from_tree, render


@pytest.fixture
def counter() -> Iterator[Counter]:
    with open_counter() as one:
        yield one


@pytest.fixture
def house(chromium: Browser) -> Iterator[BrowserContext]:
    context = chromium.new_context(viewport={"width": 390, "height": 844}, is_mobile=True, has_touch=True)
    yield context
    context.close()


@pytest.fixture
def phone(house: BrowserContext, counter: Counter) -> Page:
    page = house.new_page()
    page.goto(counter.address + "/")
    page.wait_for_load_state("networkidle")
    return page


def tap(page: Page, *tokens: str) -> None:
    for token in tokens:
        page.locator(f'[data-key="{token}"]').tap()


def test_it_works_taps_draw_the_hand_and_add_up(phone: Page) -> None:
    tap(phone, "JK", "A", "K", "7", "7", "7", "back")
    expect(phone.locator('[name="cards"]')).to_have_value("JK A K 7 7")
    expect(phone.locator("[data-sum]")).to_have_text("74")
    assert phone.locator("[data-shows] .card").count() == 5
    expect(phone.locator('[data-key="7"] [data-count]')).to_have_text("2")
    expect(phone.locator("#says")).to_have_text("Borrar la última carta, 74")


@pytest.mark.parametrize(
    ("typed", "shown"),
    [("10+15+8", "33"), ("10 + 15", "25"), ("45", "45"), ("K 7", "17"), ("7 7", "14"), ("=7", "7"), ("10+x", "")],
)
def test_points_typed_as_a_sum_are_added(phone: Page, typed: str, shown: str) -> None:
    phone.locator('[name="cards"]').fill(typed)
    expect(phone.locator("[data-sum]")).to_have_text(shown)


def test_an_emptied_hand_is_pending_again_and_never_nought(phone: Page) -> None:
    expect(phone.locator("[data-sum]")).to_have_text("pendiente")
    tap(phone, "K", "back")
    expect(phone.locator("[data-sum]")).to_have_text("pendiente")


def test_the_keys_stay_where_the_thumb_is(house: BrowserContext) -> None:
    page = house.new_page()
    answer_from_tree(page, {"/": render("laydown")})
    page.goto(ORIGIN + "/")
    page.wait_for_load_state("networkidle")
    page.locator('[name="second"]').fill("")
    place = "one => Math.round(one.getBoundingClientRect().top)"
    before = page.locator('[data-key="4"]').evaluate(place)
    tap(page, "4", "5", "6")
    assert page.locator('[data-key="4"]').evaluate(place) == before


def test_what_cannot_be_read_is_drawn_open_and_not_counted(phone: Page) -> None:
    phone.locator('[name="cards"]').fill("K 99")
    expect(phone.locator("[data-sum]")).to_have_text("")
    expect(phone.locator("[data-shows] .card.blank")).to_have_count(1)


@pytest.mark.parametrize(("lang", "typed", "suit"), [("es", "9c", "h"), ("en", "9c", "c"), ("es", "9♣", "c")])
def test_suits_are_read_in_the_letters_of_the_page(house: BrowserContext, lang: str, typed: str, suit: str) -> None:
    page = house.new_page()
    answer_from_tree(page, {"/": render("laydown", lang=lang)})
    page.goto(ORIGIN + "/")
    page.wait_for_load_state("networkidle")
    page.locator('[name="first"]').fill(typed)
    expect(page.locator('[data-shows="first"] .card')).to_have_attribute("data-suit", suit)


def test_a_suit_stays_chosen_and_its_letter_is_written(house: BrowserContext) -> None:
    page = house.new_page()
    answer_from_tree(page, {"/": render("laydown")})
    page.goto(ORIGIN + "/")
    page.wait_for_load_state("networkidle")
    page.locator('[name="second"]').fill("")
    page.locator('.suit[data-suit="c"]').tap()
    tap(page, "Q", "K", "JK")
    expect(page.locator('[name="second"]')).to_have_value("Qt Kt JK")


def test_a_draft_outlives_reload_and_goes_once_taken(phone: Page, counter: Counter) -> None:
    tap(phone, "A", "K")
    phone.reload()
    expect(phone.locator('[name="cards"]')).to_have_value("A K")
    expect(phone.locator("[data-draft-note]")).to_be_visible()
    phone.get_by_role("button", name="Contar").tap()
    phone.wait_for_url("**/done")
    assert [hand["cards"] for hand in counter.taken.values()] == ["A K"]
    phone.goto(counter.address + "/")
    phone.wait_for_load_state("networkidle")
    expect(phone.locator('[name="cards"]')).to_have_value("")


def test_a_draft_never_covers_what_the_server_shows_since(phone: Page, counter: Counter) -> None:
    tap(phone, "A")
    counter.hand = "7 7"
    phone.reload()
    phone.wait_for_load_state("networkidle")
    expect(phone.locator('[name="cards"]')).to_have_value("7 7")


def test_a_draft_can_be_thrown_away(phone: Page) -> None:
    tap(phone, "A")
    phone.reload()
    phone.locator("[data-draft-drop]").tap()
    expect(phone.locator('[name="cards"]')).to_have_value("")
    phone.reload()
    phone.wait_for_load_state("networkidle")
    expect(phone.locator('[name="cards"]')).to_have_value("")


def test_another_phones_entry_shows_and_whoever_types_is_left_alone(phone: Page, counter: Counter) -> None:
    tap(phone, "A")
    counter.version = 42
    expect(phone.locator('[data-live="seats"] .total').first).to_have_text("42")
    expect(phone.locator('[name="cards"]')).to_have_value("A")
    assert phone.locator('[name="form_id"]').input_value() == "f-1"
    expect(phone.get_by_role("heading", level=1)).to_have_text("Versión 42")


def test_an_unchanged_match_costs_a_304(phone: Page, counter: Counter) -> None:
    with phone.expect_response(lambda answer: answer.url.endswith("/version") and answer.status == 304):
        pass
    assert counter.not_modified


def test_a_hand_counted_offline_waits_and_goes_once(phone: Page, house: BrowserContext, counter: Counter) -> None:
    tap(phone, "K", "K")
    house.set_offline(True)
    phone.get_by_role("button", name="Contar").tap()
    expect(phone.locator("[data-waiting]")).to_contain_text("Manos por enviar: 1")
    expect(phone.locator('[data-waits="ines"]')).to_be_visible()
    expect(phone.locator("[data-gone]")).to_be_visible()
    assert counter.taken == {}
    house.set_offline(False)
    phone.wait_for_url("**/done")
    assert [(key, hand["cards"]) for key, hand in counter.taken.items()] == [("f-1", "K K")]
    expect(phone.locator("[data-waiting]")).to_be_hidden()


def test_a_refused_hand_is_shown_and_not_sent_again(phone: Page, house: BrowserContext, counter: Counter) -> None:
    counter.refuses = True
    tap(phone, "K")
    house.set_offline(True)
    phone.get_by_role("button", name="Contar").tap()
    expect(phone.locator("[data-waiting]")).to_contain_text("1")
    house.set_offline(False)
    expect(phone.locator("[data-waiting] a")).to_be_visible()
    expect(phone.locator("[data-waiting] a")).to_have_attribute("href", counter.address + "/")


def test_offline_no_old_score_is_shown(phone: Page, house: BrowserContext, counter: Counter) -> None:
    phone.evaluate("navigator.serviceWorker.ready.then(() => true)")
    phone.reload()
    house.set_offline(True)
    phone.goto(counter.address + "/done")
    expect(phone.get_by_role("heading", level=1)).to_have_text("Sin conexión")
    assert phone.locator(".total").count() == 0
    assert phone.evaluate("getComputedStyle(document.body).display") == "flex"


def test_a_chosen_look_shows_at_once_and_is_kept(house: BrowserContext) -> None:
    page = house.new_page()
    answer_from_tree(page, {"/": render("controls", theme="night")})
    page.goto(ORIGIN + "/")
    page.wait_for_load_state("networkidle")
    night = page.evaluate("getComputedStyle(document.body).backgroundColor")
    page.locator('input[name="theme"][value="day"]').check()
    assert page.evaluate("getComputedStyle(document.body).backgroundColor") != night
    assert [cookie["value"] for cookie in house.cookies(ORIGIN) if cookie["name"] == "theme"] == ["day"]


def test_the_screen_stays_on_until_it_is_switched_off(house: BrowserContext) -> None:
    page = house.new_page()
    page.add_init_script("""window.locks = []; Object.defineProperty(navigator, 'wakeLock', { value: { request() {
        const lock = { released: false, release() { this.released = true; } };
        window.locks.push(lock);
        return Promise.resolve(lock);
    } } });""")
    answer_from_tree(page, {"/": render("controls")})
    page.goto(ORIGIN + "/")
    page.wait_for_load_state("networkidle")
    assert page.evaluate("window.locks.map(one => one.released)") == [False]
    page.locator("[data-wake-switch]").uncheck()
    assert page.evaluate("window.locks.map(one => one.released)") == [True]
    page.locator("[data-wake-switch]").check()
    assert page.evaluate("window.locks.map(one => one.released)") == [True, False]


def test_a_chosen_photo_goes_at_once_and_the_wait_is_shown(house: BrowserContext) -> None:
    page = house.new_page()
    answer_from_tree(page, {"/": render("controls")})
    page.goto(ORIGIN + "/")
    page.wait_for_load_state("networkidle")
    page.evaluate("document.querySelector('form').addEventListener('submit', (event) => event.preventDefault())")
    expect(page.locator("[data-photo-wait]")).to_be_hidden()
    page.locator('input[type="file"]').set_input_files({"name": "a.jpg", "mimeType": "image/jpeg", "buffer": b"x"})
    expect(page.locator("[data-photo-wait]")).to_be_visible()


def test_steps_go_up_and_down_within_their_limits(house: BrowserContext) -> None:
    page = house.new_page()
    answer_from_tree(page, {"/": render("controls")})
    page.goto(ORIGIN + "/")
    page.wait_for_load_state("networkidle")
    for _ in range(3):
        page.get_by_role("button", name="Menos: Mazos").tap()
    expect(page.locator('input[name="packs"]')).to_have_value("1")
    page.get_by_role("button", name="Más: Mazos").tap()
    expect(page.locator('input[name="packs"]')).to_have_value("2")


def test_nothing_jumps_while_the_page_settles(phone: Page, counter: Counter) -> None:
    phone.add_init_script("""window.shift = 0; new PerformanceObserver((list) => {
        for (const one of list.getEntries()) window.shift += one.value;
    }).observe({ type: 'layout-shift', buffered: true });""")
    phone.reload()
    counter.version = 7
    expect(phone.locator('[data-live="seats"] .total').first).to_have_text("7")
    assert phone.evaluate("window.shift") == 0
