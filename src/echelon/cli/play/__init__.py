"""`echelon play`: a table in the terminal."""
