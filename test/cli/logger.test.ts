import { pino } from 'pino';
import { asLogged, logFormatOf } from '../../src/cli/logger.ts';

test('an error is logged with its cause and its code, and without what hangs on it', () => {
  const lines: string[] = [];
  const log = pino({ base: null, serializers: { err: asLogged } }, { write: (line) => void lines.push(line) });
  const cause = new Error('the disk is full');
  log.warn({
    err: Object.assign(new Error('it broke', { cause }), { code: '57P01', client: { password: 'hunter2' } }),
  });
  const { err } = JSON.parse(lines.join(''));
  expect(err).toEqual({
    type: 'Error',
    code: '57P01',
    message: 'it broke: the disk is full',
    stack: expect.stringContaining('the disk is full'),
  });
});

test.each([
  ['dev', undefined, 'json'],
  ['dev', 'pretty', 'pretty'],
  ['api', undefined, 'json'],
  ['demo', undefined, 'pretty'],
  ['demo', 'json', 'json'],
] as const)('in a pipe `dsap %s` with the format %s writes %s', (command, logFormat, format) => {
  const { isTTY } = process.stdout;
  process.stdout.isTTY = false;
  try {
    expect(logFormatOf({ command, logFormat })).toBe(format);
  } finally {
    process.stdout.isTTY = isTTY;
  }
});
