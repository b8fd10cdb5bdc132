"""`sandtable-cluster`: what was typed is read and done."""

from __future__ import annotations

import argparse
import sys
from contextlib import redirect_stdout
from pathlib import Path

from .driver import merge, play
from .parts import Options, PartsError

EXAMPLES = """\
examples:
  ray start --head                                            # once; on each further machine: ray start --address HEAD:6379
  sandtable-cluster study my_study.ron --address auto --shards 200
  sandtable-cluster study my_study.ron --shards 200 --page answer.html --csv battles.csv
  sandtable-cluster study studies/armati/raid --address none --shards 20     # without Ray, on this machine

The parts are kept in a folder as they come (--out): the same line given again goes on where it was. Exit status: that of
`sandtable study --merge`, which puts them together; 1 where a part cannot be played, 2 for wrong usage, 130 when stopped.
"""


def parser() -> argparse.ArgumentParser:
    """All that can be typed."""
    top = argparse.ArgumentParser(
        prog="sandtable-cluster",
        description="Studies of Sandtable on many machines.",
        epilog=EXAMPLES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    commands = top.add_subparsers(dest="command", required=True)
    study = commands.add_parser(
        "study",
        help="play a study in parts, until it is sure",
        epilog=EXAMPLES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    study.add_argument("study", metavar="STUDY", help="a study's file, or the name of a built-in one")
    study.add_argument(
        "--address", default="auto", help="the Ray cluster: auto, HOST:PORT, local (one of its own), none (without Ray)"
    )
    study.add_argument("--shards", type=int, default=200, metavar="N", help="how many parts; each should take seconds (200)")
    study.add_argument("--out", type=Path, metavar="DIR", help="the folder for the parts (STUDY.parts)")
    study.add_argument("--root", type=Path, metavar="DIR", help="the folder whose .ron files go to the nodes (the study's)")
    study.add_argument("--program", default="sandtable", help="the program, as it is called on every node (sandtable)")
    study.add_argument("--any-build", action="store_true", help="let nodes play with another build of the program")
    study.add_argument("--jobs", type=int, default=1, metavar="J", help="processors and threads for a part (1)")
    study.add_argument("--seed", type=int, default=1)
    study.add_argument("--luck", type=int)
    study.add_argument("--pairs", type=int)
    study.add_argument("--difference", type=float)
    study.add_argument("--error", type=float)
    study.add_argument("--at-least", type=float)
    study.add_argument("--page", metavar="FILE.html", help="write the answer as a page")
    study.add_argument("--csv", metavar="FILE.csv", help="write a row a battle")
    study.add_argument("--format", choices=["text", "json"], default="text")
    return top


def main(line: list[str] | None = None) -> int:
    """Does what was typed; the exit status."""
    args = parser().parse_args(line)
    options = Options(
        seed=args.seed,
        luck=args.luck,
        pairs=args.pairs,
        difference=args.difference,
        error=args.error,
        at_least=args.at_least,
        jobs=args.jobs,
    )
    try:
        # Ray prints what it has to say of its nodes (one has died) where the answer goes, whatever it is told of logs.
        with redirect_stdout(sys.stderr):
            folder = play(
                args.study,
                shards=args.shards,
                address=args.address,
                program=args.program,
                out=args.out,
                root=args.root,
                options=options,
                any_build=args.any_build,
            )
    except PartsError as why:
        print(f"error: {why}", file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        print("stopped; the same line goes on where it was", file=sys.stderr)
        return 130
    rest = ["--format", args.format]
    if args.page:
        rest += ["--page", args.page]
    if args.csv:
        rest += ["--out", args.csv]
    done = merge(args.study, args.program, folder, rest)
    sys.stdout.write(done.stdout)
    return done.returncode


if __name__ == "__main__":
    sys.exit(main())
