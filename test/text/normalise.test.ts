// Pure: tables and properties.
import * as fc from 'fast-check';
import { errorLine, normalise, signatureOf } from '../../src/text/normalise.ts';
import { briefly, megabyteOf } from '../support/briefly.ts';
import { cases } from '../support/properties.ts';
import { anyCharacter } from '../support/random/any-character.ts';

describe('Normalised text (R17, guards 2.5)', () => {
  test.each([
    ['ANSI colours', '\u001b[31mE\u001b[0m  assert\u001b[K', 'e assert'],
    ['terminal links', '\u001b]8;;http://x\u0007here\u001b]8;;\u001b\\', 'here'],
    ['control, zero-width and tag characters', 'a\u0000b\u200bc\u202ed\u{e0041}', 'abcd'],
    ['case and blanks', 'Assert  FALSE\t x ', 'assert false x'],
    ['numbers', 'assert 3 == -4.5e-7 of 1,024', 'assert <n> == <n> of <n>'],
    ['line numbers', 'line 12, column 3', 'line <n>, column <n>'],
    ['memory addresses', '<Stack object at 0x7f3A2b>', '<stack object at <hex>>'],
    ['network addresses', 'connect 127.0.0.1:5432', 'connect <n>:<n>'],
    ['URLs', 'GET http://localhost:80/a?b=1 failed', 'get <url> failed'],
    ['absolute paths', 'File "/tmp/dsap-ab12/test_a.py", line 3', 'file "<path>", line <n>'],
    ['folders under usual roots', 'in /tmp/dsap-ab12/work', 'in <path>'],
    [
      'relative paths',
      'tests/test_a.py::test_push and ./x ../y ~/z a/b/c',
      '<path>::test_push and <path> <path> <path> <path>',
    ],
    ['Windows paths', 'C:\\work\\a.py:3', '<path>:<n>'],
    ['durations', '1 failed in 0.12s, 3 ms, 2 minutes', '<n> failed in <duration>, <duration>, <duration>'],
    ['times', 'at 2026-11-21T10:00:00.123Z and 2026-11-21', 'at <time> and <time>'],
    ['digests', 'sha256:0123456789abcdef0123456789abcdef', 'sha256:<id>'],
    ['UUIDs', 'id 123e4567-e89b-12d3-a456-426614174000', 'id <id>'],
    ['prefixed ids', 'run_01hxyzabcdefghjkmnpqrstvwx', '<id>'],
    ['several lines', 'a 1\nb 2', 'a <n>\nb <n>'],
  ])('masks or removes %s', (_title, text, expected) => {
    expect(normalise(text)).toBe(expected);
  });

  test.each([
    ['names that end in a number', 'test_1 test_2 x2'],
    ['versions within names', 'python3.12 v1.2.3'],
    ['slashes that make no path', 'and/or n/a </div>'],
    ['JSON pointers', '/items/name must be string'],
    ['hex words without digits', 'deadbeef facade'],
  ])('keeps %s', (_title, text) => {
    expect(normalise(text)).toBe(text);
  });

  test('two runs of one failure read alike', () => {
    const first = 'FAILED /tmp/a1/test_x.py::test_push - AssertionError: assert 3 == 4 (0.12s)';
    const second = 'FAILED /tmp/b2/test_x.py::test_push - AssertionError: assert 7 == 8 (1.50s)';
    expect(normalise(first)).toBe(normalise(second));
  });

  test('any text normalises to one without control characters', () => {
    const hostile = fc.string({
      unit: fc.constantFrom('\u001b', '[', ']', '0', 'm', '\u0007', '/', '.', '\r', 'é', '\ud800'),
    });
    fc.assert(
      fc.property(fc.oneof(hostile, fc.string({ unit: anyCharacter })), (text) => {
        expect(
          normalise(text)
            .split('')
            .filter((unit) => unit !== '\n' && unit < ' '),
        ).toEqual([]);
      }),
      cases(),
    );
  });

  test.each([
    'a',
    '1',
    '/',
    'a/',
    '1.',
    '1,',
    '0x',
    '\u001b[',
    '\u001b]',
    'a://',
    '-',
    'a:\\',
    '1 ',
    'f1',
    '/a/=',
    '2026-11-21',
  ])('a megabyte of %j takes linear time', (unit) => {
    expect(briefly(() => signatureOf(`${megabyteOf(unit)}!`)).length).toBeLessThanOrEqual(200);
  });
});

describe('Signatures (R24)', () => {
  test.each([
    ...[
      'AssertionError',
      'AttributeError',
      'ImportError',
      'IndentationError',
      'IndexError',
      'KeyError',
      'ModuleNotFoundError',
    ]
      .concat(['NameError', 'SyntaxError', 'TypeError', 'ValueError', 'StopAsyncException', 'Error', 'Exception'])
      .map((name) => [`Traceback:\n  in f\n${name}: bad`, `${name}: bad`]),
    ['short summary\nFAILED test_a.py::test_b', 'FAILED test_a.py::test_b'],
    ['collected\n2 tests failed', '2 tests failed'],
    ['collected\nERROR test_a.py', 'ERROR test_a.py'],
    ['checking\nerror: patch does not apply', 'error: patch does not apply'],
    ['one\nKeyError: a\nValueError: b', 'KeyError: a'],
    ['one\nFAILED a\nKeyError: a', 'FAILED a'],
    ['\n \n  nothing special here\nmore', 'nothing special here'],
    ['Errors ahead\n==== ERRORS ====\nFAILURES\nunfailed\nplain', 'Errors ahead'],
    ['\u001b[31mFirst\u001b[0m\r\nKeyError\u001b[1m: x', 'KeyError: x'],
    ['', ''],
    [' \n\t', ''],
  ])('R24: of %j the error line is %j', (feedback, line) => {
    expect(errorLine(feedback)).toBe(line);
    expect(signatureOf(feedback)).toBe(normalise(line));
  });

  test('R24: a signature is normalised and has at most 200 characters', () => {
    expect(signatureOf('x\nE   KeyError: 12 at 0xff in 0.1s')).toBe('e keyerror: <n> at <hex> in <duration>');
    fc.assert(
      fc.property(fc.string({ maxLength: 600, unit: 'grapheme' }), (feedback) => {
        const signature = signatureOf(feedback);
        expect(signature.length).toBeLessThanOrEqual(200);
        expect(signature.isWellFormed()).toBe(true);
      }),
      cases(),
    );
  });
});
