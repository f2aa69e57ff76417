/* Keys edit the text field that the form's `target` names; the field stays the truth, the server draws it again.
   [data-keypad data-sprite=URL data-deck=DECK] holds [data-key=TOKEN|back] (data-points=N, a [data-count] inside)
   and, where suits are asked, radios `suit` in [data-suit] with the letter of the page's language in [data-letter].
   [data-shows=FIELD data-size=SIZE] is redrawn; output[data-sum=FIELD] adds up cards, and points typed as 10+15+8;
   an empty field counts nothing yet: data-pending, never 0. */
import { say } from "./main.js";

const SVG = "http://www.w3.org/2000/svg";
const JOKER = /^(jk[rb]?|joker|comod[ií]n|★)$/i;
const SIGNS = { "♠": "s", "♥": "h", "♦": "d", "♣": "c" };
const tokensOf = (text) => text.split(/[\s,]+/).filter(Boolean);

function make(tag, attributes, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  element.append(...children);
  return element;
}

class Keypad {
  constructor(pad) {
    this.pad = pad;
    this.form = pad.closest("form");
    this.deck = pad.dataset.deck;
    this.keys = new Map();
    for (const key of pad.querySelectorAll("[data-key]")) this.keys.set(key.dataset.key.toUpperCase(), key);
    this.suits = new Map();
    for (const label of pad.querySelectorAll(".suit")) {
      this.suits.set(label.querySelector("[data-letter]").textContent.trim().toUpperCase(), label);
    }
    pad.addEventListener("click", (event) => {
      const key = event.target.closest("[data-key]");
      if (key && this.press(key)) event.preventDefault();
    });
    this.form.addEventListener("input", (event) => {
      if (event.target.name === "target") this.show(this.field, false);
      else if (event.target.type === "text") this.show(event.target);
    });
    if (this.field) this.show(this.field, false);
  }

  get field() {
    const name = this.form.elements.target?.value;
    const field = name && this.form.elements[name];
    return field instanceof HTMLInputElement ? field : null;
  }

  press(key) {
    const field = this.field;
    if (!field) return false;
    const tokens = tokensOf(field.value);
    if (key.dataset.key === "back") tokens.pop();
    else tokens.push(key.dataset.key + (key.classList.contains("joker") ? "" : this.letter()));
    field.value = tokens.join(" ");
    field.dispatchEvent(new Event("input", { bubbles: true }));
    const sum = this.sum(tokens);
    say([key.getAttribute("aria-label"), sum ?? tokens.length].join(", "));
    return true;
  }

  letter() {
    const chosen = this.form.elements.suit?.value;
    for (const [letter, label] of this.suits) if (label.dataset.suit === chosen) return letter.toLowerCase();
    return "";
  }

  /* {key, suit}, or null for what cannot be told: it is then drawn as an open place, never guessed. */
  read(token) {
    const text = token.toUpperCase();
    if (JOKER.test(token)) return { key: this.keys.get("JK") ?? null, suit: "", rank: "JK" };
    if (this.keys.has(text) && (!this.suits.size || this.keys.get(text).classList.contains("joker"))) {
      return { key: this.keys.get(text), suit: "", rank: text };
    }
    const rank = text.slice(0, -1);
    const sign = text.slice(-1);
    const label = this.suits.get(sign);
    const suit = label ? label.dataset.suit : SIGNS[sign];
    return this.keys.has(rank) && suit ? { key: this.keys.get(rank), suit, rank, sign } : null;
  }

  /* Points of the cards; null where there are none, or one cannot be told. */
  sum(tokens) {
    if (!tokens.length || !this.pad.querySelector("[data-points]")) return null;
    let total = 0;
    for (const token of tokens) {
      const points = this.read(token)?.key?.dataset.points;
      if (points === undefined) return null;
      total += Number(points);
    }
    return total;
  }

  /* Points instead of cards, where no suits are asked: `33`, `=7`, `10+15+8`; a number that is a key is a card. */
  added(text) {
    const plain = text.trim().replace(/\s*\+\s*/g, "+").replace(/−/g, "-");
    if (this.suits.size || this.keys.has(plain) || !/^=?-?\d+(\+-?\d+)*$/.test(plain)) return null;
    return plain.replace("=", "").split("+").reduce((sum, part) => sum + Number(part), 0);
  }

  show(field, redraw = true) {
    if (!field) return;
    const tokens = tokensOf(field.value);
    const read = tokens.map((token) => this.read(token));
    if (field === this.field) {
      for (const key of this.keys.values()) {
        const count = key.querySelector("[data-count]");
        const times = read.filter((card) => card?.key === key).length;
        if (count) {
          count.textContent = times || "";
          count.hidden = !times;
        }
      }
    }
    if (!redraw) return;
    const added = this.added(field.value);
    const strip = this.form.querySelector(`[data-shows="${CSS.escape(field.name)}"]`);
    if (strip) {
      strip.replaceChildren(
        make("span", { class: "meld strip", role: "group" },
          ...(added === null ? read : []).map((card) => this.draw(card, strip.dataset.size))),
      );
    }
    const output = this.form.querySelector(`[data-sum="${CSS.escape(field.name)}"]`);
    if (output && !tokens.length) output.replaceChildren(make("span", { class: "pending" }, this.pad.dataset.pending));
    else if (output) output.textContent = added ?? this.sum(tokens) ?? "";
  }

  draw(card, size) {
    if (!card || !card.key) return make("span", { class: `card blank ${size}`, role: "img", "aria-label": "?" }, make("b", {}, "?"));
    const joker = card.key.classList.contains("joker");
    const suit = joker && this.deck === "chilean" ? card.rank : card.suit;
    const label = [...this.suits.values()].find((one) => one.dataset.suit === card.suit);
    const name = [card.key.getAttribute("aria-label"), label?.querySelector("input").getAttribute("aria-label")];
    const element = make("span", {
      class: `card ${size}${joker ? " joker" : ""}`, role: "img",
      "data-suit": suit, "data-deck": this.deck, "aria-label": name.filter(Boolean).join(", "),
    });
    if (!joker) element.append(make("b", {}, card.rank));
    const shape = joker ? `j-${card.rank}` : card.suit && `${this.deck[0]}-${card.suit}`;
    if (shape) element.append(this.shape(shape, "pip"), this.shape(shape, "big"));
    if (card.suit) element.append(make("i", {}, label ? label.querySelector("[data-letter]").textContent : ""));
    return element;
  }

  shape(name, kind) {
    const svg = document.createElementNS(SVG, "svg");
    svg.setAttribute("class", kind);
    svg.setAttribute("viewBox", "0 0 24 24");
    svg.setAttribute("aria-hidden", "true");
    const use = document.createElementNS(SVG, "use");
    use.setAttribute("href", `${this.pad.dataset.sprite}#${name}`);
    svg.append(use);
    return svg;
  }
}

for (const pad of document.querySelectorAll("[data-keypad]")) new Keypad(pad);
