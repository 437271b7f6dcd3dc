import { BadCursor } from '../../src/ports/store.ts';
import { cursorOf, keyIn, pageOf } from '../../src/store/page.ts';

const encode = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url');

test('R57: a cursor gives back the key that it was made of', () => {
  const cursor = cursorOf('runs', [17, 'run_é']);
  expect(cursor).toMatch(/^[A-Za-z0-9_-]+$/);
  expect(keyIn('runs', { limit: 1, cursor }, ['number', 'string'])).toEqual([17, 'run_é']);
});

test('R57: without a cursor a list begins at its start', () => {
  expect(keyIn('runs', { limit: 1 }, ['number', 'string'])).toEqual([null, null]);
});

test.each([
  ['empty', ''],
  ['not base64url', '???'],
  ['not JSON', Buffer.from('{').toString('base64url')],
  ['no list', encode({ runs: 1 })],
  ['of another list', encode(['attempts', 1, 'x'])],
  ['too short', encode(['runs', 1])],
  ['too long', encode(['runs', 1, 'x', 2])],
  ['of other types', encode(['runs', 'x', 1])],
  ['with a broken number', encode(['runs', 1.5, 'x'])],
  ['with a number out of range', encode(['runs', 1e300, 'x'])],
  ['with NUL', encode(['runs', 1, '\u0000'])],
])('R57: a cursor that is %s is refused', (_, cursor) => {
  expect(() => keyIn('runs', { limit: 1, cursor }, ['number', 'string'])).toThrow(BadCursor);
});

test.each([
  [[], [], null],
  [[1, 2], [1, 2], null],
  [[1, 2, 3], [1, 2], 'after 2'],
])('R57: of the rows %j a page of two shows %j and goes on at %j', (rows, shown, nextCursor) => {
  const page = pageOf(
    rows,
    { limit: 2 },
    (last) => `after ${last}`,
    (row) => row,
  );
  expect(page).toEqual({ rows: shown, nextCursor });
});
