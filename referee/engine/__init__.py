"""The judge: pure Python, no input or output, no clock, no chance, no human language.

Owns the rules of Carioca. Refuses sentences, files and pictures.
Start reading at `judge`, then `melds`, `contracts`, `layoffs`.
"""
