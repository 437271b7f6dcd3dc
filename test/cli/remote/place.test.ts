// Which service a command asks, and with which key, by its folder and its variables.
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { keepPlace, placeOf } from '../../../src/cli/remote/place.ts';
import { given } from './fixtures/a-terminal.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'dsap-place-'));
});
afterEach(() => rm(folder, { recursive: true }));

const OWN = 'own-key-of-the-folder-24';
const KEPT = { url: 'http://kept', key: 'kept-key' };

test.each<[string, string | undefined, NodeJS.ProcessEnv, string, string | undefined]>([
  ['nothing', undefined, {}, 'http://127.0.0.1:8080', undefined],
  ['a port and a key in .env', `DSAP_PORT=8123\nDSAP_API_KEY=${OWN}`, {}, 'http://127.0.0.1:8123', OWN],
  ['.env of Windows', `\ufeffDSAP_PORT=8123\r\nDSAP_API_KEY="${OWN}"\r\n`, {}, 'http://127.0.0.1:8123', OWN],
  ['a key alone in .env', `DSAP_API_KEY=${OWN}`, {}, 'http://127.0.0.1:8080', OWN],
  ['a host in .env', 'DSAP_HOST=::1', {}, 'http://[::1]:8080', undefined],
  ['every interface', 'DSAP_HOST=0.0.0.0\nDSAP_PORT=81', {}, 'http://127.0.0.1:81', undefined],
  ['a port of the shell', undefined, { DSAP_PORT: '8124' }, 'http://127.0.0.1:8124', undefined],
  [
    'a port of the shell over that of .env',
    `DSAP_PORT=8123\nDSAP_API_KEY=${OWN}`,
    { DSAP_PORT: '8124' },
    'http://127.0.0.1:8124',
    OWN,
  ],
  [
    'a key of the shell over that of .env',
    `DSAP_PORT=8123\nDSAP_API_KEY=${OWN}`,
    { DSAP_API_KEY: 'mine' },
    'http://127.0.0.1:8123',
    'mine',
  ],
  [
    'DSAP_URL of the shell, to which the key of the folder does not go',
    `DSAP_API_KEY=${OWN}`,
    { DSAP_URL: 'http://there' },
    'http://there',
    undefined,
  ],
  [
    'DSAP_URL of the shell that is the service of the folder',
    `DSAP_PORT=8123\nDSAP_API_KEY=${OWN}`,
    { DSAP_URL: 'http://127.0.0.1:8123/' },
    'http://127.0.0.1:8123',
    OWN,
  ],
  ['DSAP_URL in .env', `DSAP_URL=https://there\nDSAP_API_KEY=${OWN}`, {}, 'https://there', OWN],
  [
    'a port of the shell over DSAP_URL in .env',
    'DSAP_URL=https://there',
    { DSAP_PORT: '8124' },
    'http://127.0.0.1:8124',
    undefined,
  ],
  ['what another setting in .env says', 'OPENAI_API_KEY=x\nDSAP_AUTH=none', {}, 'http://127.0.0.1:8080', undefined],
  ['a port that was free', 'DSAP_PORT=0', {}, 'http://127.0.0.1:8080', undefined],
])('a folder with %s', async (_, dotEnv, env, url, key) => {
  if (dotEnv !== undefined) await writeFile(path.join(folder, '.env'), dotEnv);
  expect(await placeOf({ env: { XDG_CONFIG_HOME: folder, ...env }, cwd: folder }, undefined)).toEqual({ url, key });
});

test('what `dsap login` keeps is asked where the folder tells of no service, and gets its own key alone', async () => {
  const env = { XDG_CONFIG_HOME: folder };
  await keepPlace(env, KEPT);
  expect(await placeOf({ env, cwd: folder }, undefined)).toEqual(KEPT);
  await writeFile(path.join(folder, '.env'), 'OPENAI_API_KEY=x\n');
  expect(await placeOf({ env, cwd: folder }, undefined)).toEqual(KEPT);
  await writeFile(path.join(folder, '.env'), `DSAP_API_KEY=${OWN}\n`);
  expect(await placeOf({ env, cwd: folder }, undefined)).toEqual({ url: 'http://127.0.0.1:8080', key: OWN });
  expect(await placeOf({ env: { ...env, DSAP_URL: KEPT.url }, cwd: folder }, undefined)).toEqual(KEPT);
});

test.each([
  ['DSAP_PORT=eighty', 'DSAP_PORT is "eighty"; it must be a port from 0 to 65535.'],
  ['DSAP_PORT=65536', 'DSAP_PORT is "65536"'],
  ['DSAP_URL=there', 'there is no address of a service'],
  ['DSAP_AUTH keys', 'line 1 is no setting'],
])('`.env` that says %s ends a command with 2', async (dotEnv, words) => {
  await writeFile(path.join(folder, '.env'), dotEnv);
  const done = await given(['run', 'list'], {}, { cwd: folder, env: { DSAP_URL: '' } });
  expect(done).toMatchObject({ code: 2, heard: [] });
  expect(done.err.join('\n')).toContain(words);
});

test.each([[['run', 'list']], [['questions']], [['definition', 'list']], [['parts']]])(
  '%j sends the key of the folder to the service of the folder',
  async (argv) => {
    await writeFile(path.join(folder, '.env'), `DSAP_PORT=8123\nDSAP_API_KEY=${OWN}\n`);
    const { heard } = await given(
      argv,
      { '/v1/runs?view=row': { body: { data: [], page: { nextCursor: null } } } },
      { cwd: folder, env: { DSAP_URL: '' } },
    );
    expect(heard[0]?.headers).toMatchObject({ authorization: `Bearer ${OWN}` });
  },
);

test.each([
  ['a mark and CRLF', Buffer.from(`\ufeff${OWN}\r\n`), OWN],
  ['a mark alone', Buffer.from(`\ufeff${OWN}`), OWN],
])('report 26: a key file with %s holds the key', async (_, content, key) => {
  const file = path.join(folder, 'key');
  await writeFile(file, content);
  expect((await placeOf({ env: { XDG_CONFIG_HOME: folder }, cwd: folder }, file)).key).toBe(key);
});

test('report 26: a key file in UTF-16 is named as what it is', async () => {
  const file = path.join(folder, 'key');
  await writeFile(file, Buffer.from(`\ufeff${OWN}`, 'utf16le'));
  const done = await given(['run', 'list', '--key-file', file], {});
  expect(done).toMatchObject({
    code: 2,
    err: [expect.stringContaining(`${file} is UTF-16 (little-endian), not UTF-8`)],
  });
});
