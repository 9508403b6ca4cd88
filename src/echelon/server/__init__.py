"""The web application: games, seats, live updates, storage. Nothing heavy is imported until somebody serves."""
