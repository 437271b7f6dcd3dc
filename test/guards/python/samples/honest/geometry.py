"""Dataclasses, operators, ordering, enumerations, named tuples."""

import enum
import functools
from collections import namedtuple
from dataclasses import dataclass, field

Point = namedtuple('Point', 'x y')


class Axis(enum.Enum):
    X = 'x'
    Y = 'y'


class Level(enum.IntEnum):
    LOW = 1
    HIGH = 2


@dataclass(frozen=True)
class Vector:
    x: float
    y: float = 0

    def __add__(self, other):
        return Vector(self.x + other.x, self.y + other.y) if isinstance(other, Vector) else NotImplemented

    def __mul__(self, factor):
        return Vector(self.x * factor, self.y * factor)

    __rmul__ = __mul__

    def __neg__(self):
        return Vector(-self.x, -self.y)

    def __abs__(self):
        return (self.x**2 + self.y**2) ** 0.5

    def __getitem__(self, axis):
        return {Axis.X: self.x, Axis.Y: self.y}[axis]

    def __bool__(self):
        return bool(self.x or self.y)


@functools.total_ordering
class Version:
    def __init__(self, text):
        self.parts = tuple(int(part) for part in text.split('.'))

    def __eq__(self, other):
        return isinstance(other, Version) and self.parts == other.parts

    def __lt__(self, other):
        if isinstance(other, str):
            other = Version(other)
        return self.parts < other.parts

    def __hash__(self):
        return hash(self.parts)

    def __sub__(self, steps):
        return Version('.'.join(str(part) for part in (*self.parts[:-1], self.parts[-1] - steps)))


@dataclass
class Shape:
    name: str
    points: list = field(default_factory=list)

    def add(self, x, y):
        self.points.append(Point(x, y))


def origin():
    return Point(0, 0)


def corners():
    return {Vector(0), Vector(1, 1)}
