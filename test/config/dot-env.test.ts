import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { DotEnvRefused, readDotEnv, takeDotEnv } from '../../src/config/dot-env.ts';

let folder: string;
let file: string;

beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'dsap-env-'));
  file = path.join(folder, '.env');
});

afterEach(() => rm(folder, { recursive: true, force: true }));

test('`.env` sets what the environment does not, and names it without its value', async () => {
  await writeFile(file, '# mine\nDSAP_PORT=9000\nOPENAI_API_KEY="sk-1"\nDSAP_MODEL=\nDSAP_HOST=::1\n');
  const env: NodeJS.ProcessEnv = { DSAP_HOST: '127.0.0.1' };
  expect(takeDotEnv(folder, env)).toBe(`settings from ${file}: DSAP_PORT, OPENAI_API_KEY`);
  expect(env).toEqual({ DSAP_HOST: '127.0.0.1', DSAP_PORT: '9000', OPENAI_API_KEY: 'sk-1' });
});

test('one that is not there is told with where it was looked for', () => {
  expect(takeDotEnv(folder, {})).toBe(`settings come from the environment alone: ${file} is not there`);
});

test('one that cannot be read is told with the reason', async () => {
  await mkdir(file);
  expect(takeDotEnv(folder, {})).toMatch(/cannot be read \(EISDIR\)/);
});

test.each([
  ['a byte-order mark', '\ufeffDSAP_AUTH=keys\nB=1\n', { DSAP_AUTH: 'keys', B: '1' }],
  ['line ends of Windows', 'A=1\r\nB="2"\r\n', { A: '1', B: '2' }],
  ['line ends of old Macs', 'A=1\rB=2', { A: '1', B: '2' }],
  ['export', 'export A=1\n  export  B = 2', { A: '1', B: '2' }],
  [
    'quotation marks',
    `A="x # y"\nB='it"s'\nC=\`z\` # comment\nD= "a\\nb"`,
    { A: 'x # y', B: 'it"s', C: 'z', D: 'a\nb' },
  ],
  ['several lines', 'A="-----BEGIN\nabc=\n-----END" # key\nB=1', { A: '-----BEGIN\nabc=\n-----END', B: '1' }],
  ['comments and blank lines', '# A=1\n\n  # x\n\t\nB=1 # A=2\nC=# nothing', { B: '1' }],
  ['blank settings', 'A=\nB=""\nC=x\nD=', { C: 'x' }],
  ['what holds = and quotation marks', 'A=a=b==\nB=x"y"\nC=a b', { A: 'a=b==', B: 'x"y"', C: 'a b' }],
  ['nothing', '', {}],
])('N20: %s in `.env` loses no setting', async (_, text, values) => {
  await writeFile(file, text);
  expect(readDotEnv(folder).values).toEqual(values);
});

test.each([
  [
    'UTF-16 with a mark',
    Buffer.from('\ufeffDSAP_AUTH=keys', 'utf16le'),
    'is UTF-16 (little-endian), not UTF-8. Save it as UTF-8, or convert it: iconv',
  ],
  ['UTF-16 without', Buffer.from('DSAP_AUTH=keys', 'utf16le').swap16(), 'is UTF-16 (big-endian), not UTF-8'],
  ['Latin-1', Buffer.from('A=größe\n', 'latin1'), 'is not UTF-8: line 1, column 5 (byte 4) is the byte F6, "ö"'],
  [
    'a line without =',
    'A=1\nDSAP_AUTH keys',
    'line 2 is no setting: it begins with "DSAP_AUTH"; write NAME=value, or # before a comment',
  ],
  ['a colon for =', 'DSAP_AUTH: keys', 'line 1 is no setting: it begins with "DSAP_AUTH"'],
  ['a command of cmd.exe', 'set DSAP_AUTH=keys', 'line 1 is no setting: it begins with "set"'],
  ['a line of PowerShell', '$env:DSAP_AUTH="keys"', 'line 1 is no setting: it begins with "$env"'],
  ['nothing before =', '=keys', 'line 1 is no setting'],
  [
    'a no-break space',
    '\u00a0DSAP_AUTH=keys',
    'line 1 is no setting: its character 1 is U+00A0, a no-break space; write a plain space',
  ],
  [
    'a mark within',
    'A=1\n\ufeffDSAP_AUTH=keys',
    'line 2 is no setting: its character 1 is U+FEFF, a byte-order mark; leave it out',
  ],
  [
    'a full-width sign',
    'DSAP_AUTH＝keys',
    'line 1 is no setting: its character 10 is U+FF1D, a full-width character; write "="',
  ],
  ['a name twice', 'DSAP_AUTH=keys\n\nDSAP_AUTH=none', 'line 3 sets DSAP_AUTH, as line 1 does; keep one of them'],
  [
    'a mark that is never closed',
    'A="x\nDSAP_AUTH=keys\n',
    'line 1 opens a quotation mark " for A that is never closed',
  ],
  [
    'text behind a quoted one',
    'A="a\\"b" c\nB=1',
    'line 1 sets A, and goes on behind the closing "; quote it with a mark that is not in it',
  ],
  [
    'a # that would begin a comment',
    'DATABASE_URL=postgres://u:a#b@h/d',
    'line 1 sets DATABASE_URL to a text with # in it, where a comment would begin; put the text into quotes',
  ],
])('N20: `.env` with %s is refused, and sets nothing', async (_, content, words) => {
  await writeFile(file, content);
  const env = {};
  expect(() => takeDotEnv(folder, env)).toThrow(DotEnvRefused);
  expect(() => takeDotEnv(folder, env)).toThrow(words);
  expect(env).toEqual({});
});

test('N20: every line that sets nothing is told, and no value is shown', async () => {
  await writeFile(file, 'hunter2\nA=1\nB hunter3\nA="hunter4\n');
  expect(() => readDotEnv(folder)).toThrow(
    [
      `${file} cannot be used:`,
      '  - line 1 is no setting: it begins with "hunter2"; write NAME=value, or # before a comment',
      '  - line 3 is no setting: it begins with "B"; write NAME=value, or # before a comment',
      '  - line 4 opens a quotation mark " for A that is never closed',
    ].join('\n'),
  );
});
