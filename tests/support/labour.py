"""Work for workers, in a module that they can import: it takes as long as a test wants."""

import os
import time
from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True)
class Labour:
    """A job with a name, and a folder in which what happens to it is told and awaited."""

    name: str
    folder: Path
    fresh: bool = False

    @property
    def begun(self):
        return self.folder / f"{self.name}.begun"

    @property
    def let_go(self):
        return self.folder / f"{self.name}.go"


def name(job):
    job.begun.touch()
    return job.name


def hold(job):
    """Takes until the test lets it go."""
    job.begun.touch()
    while not job.let_go.exists():
        time.sleep(0.005)
    return job.name


def where(job):
    return os.getpid(), job.fresh


def end(job):
    """Ends its worker."""
    job.begun.touch()
    os._exit(3)


def end_once(job):
    if not job.begun.exists():
        end(job)
    return job.name


def fail(job):
    raise ValueError(job.name)
