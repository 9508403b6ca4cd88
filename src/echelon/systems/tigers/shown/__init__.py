"""What players are shown besides the map and the legal answers: ranges, overlays, books and panels. Nothing here decides."""
