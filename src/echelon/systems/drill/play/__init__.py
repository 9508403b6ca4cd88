"""Play: generators and effects, on bitboards. It never reads `law`, which judges the same actions from the rule book."""
