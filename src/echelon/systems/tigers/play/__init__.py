"""How the game is played: generators and effects on bitboards, one module a chapter."""
