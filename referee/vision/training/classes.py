"""What an index can be, and which decks are kept aside to measure on.

Start reading at `JOKER`.
"""

RANKS = "A23456789TJQK"
SUITS = "cdhs"
JOKER, NOTHING, STRANGE, NO_SUIT = 13, 14, 15, 4
"""Classes past the thirteen ranks and four suits: `STRANGE` is an index this reader must not name."""
HELD_OUT = ("anglo_poker", "neoclassical", "neoclassical_4_color", "younes")
"""Decks never drawn for training, to measure on."""
MARGIN = 12
"""Crop pixels kept around each training crop, so that one moved or turned a little shows no made-up edge."""
