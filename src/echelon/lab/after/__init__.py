"""After the action: where a game turned, what luck did, and what would have been better."""

from echelon.lab.after.chances import Chances, calibrate
from echelon.lab.after.report import Moment, Report, report

__all__ = ["Chances", "Moment", "Report", "calibrate", "report"]
