"""What the system knows of processes."""

from pathlib import Path


def children_of(pid):
    """Where the system keeps what it knows of the processes that this one has started."""
    found = []
    for path in Path("/proc").glob("[0-9]*/stat"):
        try:
            if int(path.read_text("utf-8", "replace").rpartition(")")[2].split()[1]) == pid:
                found.append(path.parent)
        except OSError:
            continue  # it has ended since
    return found
