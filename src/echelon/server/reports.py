"""The after-action report of a finished game. It takes a while: each request lets the work go on for a moment and is told how
far it has come, so that nobody works for a reader who has gone, and a reader sees that something happens."""

from __future__ import annotations

import math
import time
from collections import OrderedDict
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from typing import Any

from echelon.advice.after import Report, Work, heading, legend, side_word, study, words
from echelon.advice.after.plot import chart
from echelon.core.record.record import Record
from echelon.core.system import load
from echelon.server.calls import Call, Later
from echelon.server.errors import ApiError, say
from echelon.server.tasks import REPORT

__all__ = ["ReportJob", "go_on", "report"]

SECONDS = 40.0  # of games that are played on
MOMENT = 1.2  # seconds of work for a request
MOST = 16  # reports that are remembered
HEADINGS = ("points", "dice", "missed", "luck")


@dataclass(frozen=True, slots=True)
class ReportJob:
    """The record of a game, and how its report is to be told."""

    key: str
    record: str
    lang: str
    fresh: bool = False  # what the worker remembers of it is of an earlier time


def report(call: Call) -> Any:
    """How far the report has come; the report when it is done. Before the end of the game it would tell secrets."""
    with call.game() as live:
        live.viewer(call.query.side, call.who, call.lang)
        if live.table.state.outcome is None:
            raise ApiError(422, "early", say("report_early", call.lang))
        call.asking()
        job = ReportJob(f"{live.row.id} {live.row.number}", live.table.record().text(), call.lang)
    return Later(REPORT, go_on, job, ("report", job.key), math.inf, lambda _call, found: found)


# --- in the worker --------------------------------------------------------------------------------------------------------
@dataclass(slots=True)
class _Study:
    record: Record
    steps: Iterator[Work | Report]
    work: Work
    found: Report | None = None


_STUDIES: OrderedDict[str, _Study] = OrderedDict()


def go_on(job: ReportJob) -> dict[str, Any]:
    """Work for a moment; what there is to tell."""
    known = None if job.fresh else _STUDIES.get(job.key)
    if known is None:
        record = Record.parse(job.record)
        known = _STUDIES[job.key] = _Study(record, study(record, SECONDS), Work(0, 1))
        while len(_STUDIES) > MOST:
            _STUDIES.popitem(last=False)
    _STUDIES.move_to_end(job.key)
    end = time.perf_counter() + MOMENT
    while known.found is None and time.perf_counter() < end:
        step = next(known.steps)
        if isinstance(step, Report):
            known.found = step
        else:
            known.work = step
    if known.found is None:
        return {"done": known.work.done, "of": known.work.of, "report": None}
    return {"done": known.work.of, "of": known.work.of, "report": _told(known.record, known.found, job.lang)}


def _told(record: Record, found: Report, lang: str) -> dict[str, Any]:
    texts = load(record.system).texts
    first, second = (side_word(texts, side, lang) for side in found.sides[:2])
    told = words(record, found, lang)
    return {
        **asdict(told),
        "headings": {key: heading(key, lang) for key in HEADINGS}
        | {"course": heading("course", lang, side=first), "legend": legend(texts, found.sides, lang)},
        "chart": chart(found, told, (first, second)),
    }
