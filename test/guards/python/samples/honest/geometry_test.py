import unittest

import pytest
from geometry import Axis, Level, Point, Shape, Vector, Version, corners, origin


def test_operators():
    assert Vector(1, 2) + Vector(3, 4) == Vector(4, 6)
    assert Vector(1, 2) * 3 == 3 * Vector(1, 2) == Vector(3, 6)
    assert (Vector(1, 2) + Vector(1, 0)) * 2 == Vector(4, 4)
    assert -Vector(1, 2) == Vector(-1, -2)
    assert abs(Vector(3, 4)) == pytest.approx(5)
    with pytest.raises(TypeError):
        Vector(1, 2) + 3


def test_dataclass():
    vector = Vector(1)
    assert (vector.x, vector.y) == (1, 0)
    assert repr(vector) == 'Vector(x=1, y=0)'
    assert vector != (1, 0)
    assert not Vector(0) and Vector(1)
    assert {Vector(1): 'a'}[Vector(1)] == 'a'
    assert corners() == {Vector(1, 1), Vector(0)}
    with pytest.raises(AttributeError):
        vector.x = 5


def test_ordering():
    assert Version('1.2') < Version('1.10')
    assert sorted([Version('2.0'), Version('1.9')])[0] == Version('1.9')
    assert max(Version('1.0'), Version('3.0'), Version('2.0')).parts == (3, 0)
    assert Version('1.2') < '1.10'
    assert Version('1.2') - 1 == Version('1.1')


def test_enumerations():
    assert Axis('x') is Axis.X
    assert Axis['Y'] is Axis.Y
    assert [axis.value for axis in Axis] == ['x', 'y']
    assert Axis.X != 'x'
    assert Axis.X.name == 'X'
    assert Vector(1, 2)[Axis.Y] == 2
    assert Level.HIGH == 2 and Level.LOW < Level.HIGH
    with pytest.raises(ValueError):
        Axis('z')


def test_named_tuples():
    assert origin() == (0, 0)
    x, y = Point(1, 2)
    assert (x, y) == (1, 2)
    assert Point(1, 2)._replace(x=5) == Point(5, 2)
    assert origin().x == origin()[0] == 0
    assert isinstance(origin(), tuple)


class TestShape(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.name = 'square'

    def setUp(self):
        self.shape = Shape(self.name)

    def test_starts_empty(self):
        self.assertEqual(self.shape.points, [])
        self.assertIsInstance(self.shape, Shape)

    def test_adds(self):
        self.shape.add(1, 2)
        self.assertEqual(self.shape.points, [(1, 2)])
        self.assertIn((1, 2), self.shape.points)
        self.assertAlmostEqual(self.shape.points[0].y / 3, 0.6666667)

    def test_subtests(self):
        for number in (1, 2):
            with self.subTest(number=number):
                self.shape.add(number, number)
                self.assertEqual(len(self.shape.points), number)

    def test_raises(self):
        with self.assertRaises(TypeError):
            self.shape.add()
        self.assertRaises(TypeError, Shape)
