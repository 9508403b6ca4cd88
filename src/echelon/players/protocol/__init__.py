"""The engine protocol: text over stdin and stdout between a host and a player of its own process. See docs/engines.md."""
