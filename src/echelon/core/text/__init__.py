"""Words and texts: catalogues, grammar, names, the rule book, short forms of actions, TOML and the bounds of a text."""
