"""An engine that follows a script, for tests of the host. Each line of the script is one of

    < position red      wait for a message that begins so, skipping none; the lines of a text up to its full stop go with it
    > best end          say something
    raw 80 ff 0a        write bytes
    flood               talk on and on
    sleep 5             do nothing for so many seconds
    exit 3              end, with this code
    fail some words     write to stderr

A message that does not fit the script ends the engine with code 9 and says so on stderr.
"""

import sys
import time
from pathlib import Path


def main() -> None:
    for step in Path(sys.argv[1]).read_text().splitlines():
        word, _, rest = step.partition(" ")
        if word == "<":
            message = sys.stdin.readline().rstrip("\n")
            if not message.startswith(rest):
                print(f"wanted {rest!r}, was told {message!r}", file=sys.stderr)
                sys.exit(9)
            if message.split()[:1] == ["position"]:
                while sys.stdin.readline() not in (".\n", ""):
                    pass
        elif word == ">":
            print(rest, flush=True)
        elif word == "raw":
            sys.stdout.buffer.write(bytes.fromhex(rest))
            sys.stdout.flush()
        elif word == "flood":
            while True:
                print("info text and another thing", flush=True)
        elif word == "sleep":
            time.sleep(float(rest))
        elif word == "exit":
            sys.exit(int(rest))
        elif word == "fail":
            print(rest, file=sys.stderr, flush=True)


main()
