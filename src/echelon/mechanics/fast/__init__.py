"""The fast forms of declarations: generators and effects over bitboards, written out as straight code and compiled.

Nothing here is read by `plain`, which judges the same actions by walking, nor does anything here read that.
"""
