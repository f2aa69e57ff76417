"""referee: a companion for playing Carioca with a real deck.

The judge is `referee.engine`; everything else asks it.
"""
