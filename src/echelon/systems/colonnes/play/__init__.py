"""The generator and the effects, chapter by chapter, on boards and masks. It never asks the law."""
