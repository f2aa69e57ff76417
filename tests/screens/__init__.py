"""Every page of the house in one long night: photographed, and looked through by axe.

Owns the prepared matches (`night`), the list of all pages (`pages`), the server and
browser they are opened in (`browser`) and the command `python -m tests.screens FOLDER`.
Refuses what a page does: its own tests say that. Start reading at `pages.SCREENS`.
"""
