"""The Orlen Bridges: a small game declared with the kit in a package of somebody else's."""
