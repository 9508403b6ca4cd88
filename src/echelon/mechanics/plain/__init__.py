"""The plain forms of declarations: the second judge, who walks units and hexsides, rule by rule, and says who is to blame.

Nothing here reads a set that play keeps, nor anything of `fast`: who stands where is looked up unit by unit, every time.
"""
