"""A small foreign system: ledgers, boxes, steps, breakdown and markers, written against the public contracts only."""
