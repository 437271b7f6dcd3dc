import unittest

from calls import identity


class TestUnits(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.value = identity(3)

    def test_equal(self):
        self.assertEqual(self.value, 3)

    def test_different(self):
        self.assertEqual([self.value], [4])

    @unittest.skip('later')
    def test_skipped(self):
        pass

    def test_skips(self):
        self.skipTest('now')

    @unittest.expectedFailure
    def test_expected(self):
        self.fail()

    @unittest.expectedFailure
    def test_unexpected(self):
        pass

    def test_error(self):
        raise KeyError('x')

    def test_subtests(self):
        for number in (1, 2, 3):
            with self.subTest(number=number):
                self.assertNotEqual(number, 2)


class TestClassFails(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        raise RuntimeError('class')

    def test_a(self):
        pass

    def test_b(self):
        pass


class Units(unittest.TestCase):
    def tearDown(self):
        raise RuntimeError('after')

    def test_torn(self):
        pass


class TestUnawaited(unittest.TestCase):
    async def test_coroutine(self):
        self.assertEqual(identity(1), 2)

    def test_generator(self):
        yield
        self.assertEqual(identity(1), 2)

    def test_runs(self):
        self.assertEqual(identity(1), 1)


class TestAwaited(unittest.IsolatedAsyncioTestCase):
    async def test_coroutine(self):
        self.assertEqual(identity(1), 2)

    async def test_passes(self):
        self.assertEqual(identity(1), 1)

    def test_generator(self):
        yield
        self.assertEqual(identity(1), 2)
