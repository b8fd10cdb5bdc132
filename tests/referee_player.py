#!/usr/bin/env python3
"""Plays a battle to its end through `sandtable referee`, knowing no rule of it.

    referee_player.py PROGRAM SCENARIO [SEED]

For both sides it takes any choice of the offer, draws each of its params from the named stops half of the time and
else from the whole range, lets `fit` make that acceptable, and submits what comes back. It tells the winner and
exits with 0 when the battle is over; with 1 when anything is refused that was offered.
"""

import json
import random
import subprocess
import sys

MOST_ACTIONS = 50_000


class Referee:
    """The program on the other end of two pipes."""

    def __init__(self, program):
        self.program = subprocess.Popen([program, "referee"], stdin=subprocess.PIPE, stdout=subprocess.PIPE)

    def ask(self, cmd, **more):
        request = json.dumps({"cmd": cmd, **more})
        self.program.stdin.write(request.encode() + b"\n")
        self.program.stdin.flush()
        answer = json.loads(self.program.stdout.readline())
        if "ok" not in answer:
            sys.exit(f"{request}\n{json.dumps(answer)}")
        return answer["ok"]

    def close(self):
        self.program.stdin.close()
        return self.program.wait()


def on_grid(draw, low, high, grid):
    """A multiple of the grid within the range, or one of its ends."""
    low, high = round(low * 1000), round(high * 1000)
    inner = range((low // grid + 1) * grid, high, grid)
    at = draw.randrange(len(inner) + 2) if high > low else 0
    return (low if at == 0 else high if at > len(inner) else inner[at - 1]) / 1000


def inside(polygon, x, y):
    within = False
    for (ax, ay), (bx, by) in zip(polygon, polygon[1:] + polygon[:1]):
        if (ay > y) != (by > y) and x < ax + (bx - ax) * (y - ay) / (by - ay):
            within = not within
    return within


def point(draw, polygon):
    xs, ys = [x for x, _ in polygon], [y for _, y in polygon]
    for _ in range(1000):
        x, y = round(draw.uniform(min(xs), max(xs)), 3), round(draw.uniform(min(ys), max(ys)), 3)
        if inside(polygon, x, y):
            return [x, y]
    return polygon[0]


def value(draw, param):
    kind = param["kind"]
    stops = [stop["at"] for stop in param["stops"]] if kind != "area" else []
    if stops and draw.random() < 0.5:
        return draw.choice(stops)
    if kind == "length":
        return on_grid(draw, *param["range"], 100)
    if kind == "angle":
        return on_grid(draw, *param["range"], 1000)
    if kind == "whole":
        return draw.randint(*param["range"])
    if kind == "flag":
        return draw.random() < 0.5
    if kind == "name":
        return draw.choice(param["from"])
    if kind == "pick":
        most = min(param["most"], len(param["from"]))
        return draw.sample(param["from"], draw.randint(min(param["least"], most), most))
    if kind == "area":
        return point(draw, param["polygon"])
    sys.exit(f"unknown kind of param: {kind}")


def main():
    if not 3 <= len(sys.argv) <= 4:
        sys.exit(__doc__)
    program, scenario, seed = sys.argv[1], sys.argv[2], int(sys.argv[3]) if len(sys.argv) > 3 else 1
    draw = random.Random(seed)
    referee = Referee(program)
    referee.ask("load", scenario=scenario, seed=seed)
    for actions in range(MOST_ACTIONS):
        question = referee.ask("question")
        if "over" in question:
            over = question["over"]
            print(f"{over['winner'] or 'nobody'} wins ({over['why']}) after {actions} actions")
            return referee.close()
        choices = referee.ask("offer", side=question["waiting"][0])["choices"]
        if not choices:
            sys.exit(f"nothing is offered for {json.dumps(question)}")
        choice = draw.choice(choices)
        wanted = {param["name"]: value(draw, param) for param in choice["params"]}
        action = referee.ask("fit", action=choice["action"], **{"with": wanted})["action"]
        referee.ask("judge", action=action)
        referee.ask("submit", action=action)
    sys.exit(f"no end after {MOST_ACTIONS} actions")


if __name__ == "__main__":
    sys.exit(main())
