import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { usePrograms } from '../support/processes/processes.ts';

const runProgram = usePrograms();

let folder: string;
let file: string;

beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'dsap-env-'));
  file = path.join(folder, '.env');
});

afterEach(() => rm(folder, { recursive: true, force: true }));

test("`dsap dev` reads it, and compose's own names in it are no surprise", async () => {
  await writeFile(file, 'DSAP_DB_PASSWORD=x\nDSAP_PORT=eighty\n');
  const program = runProgram('src/cli/main.ts', ['dev'], { env: { PATH: process.env['PATH'] }, cwd: folder });
  expect(await program.ended).toBe(2);
  expect(program.output()).toContain(`settings from ${file}: DSAP_DB_PASSWORD, DSAP_PORT`);
  expect(program.output()).toContain('DSAP_PORT: must be a port');
});

test.each([
  ['dev', []],
  ['api', []],
  ['worker', []],
  ['config', []],
  ['rebuild-views', []],
  ['run', ['list']],
])('N20: `dsap %s` ends with 2 where `.env` is in another encoding, and names it', async (command, more) => {
  await writeFile(file, Buffer.from('\ufeffDSAP_AUTH=keys\r\n', 'utf16le'));
  const program = runProgram('src/cli/main.ts', [command, ...more], {
    env: { PATH: process.env['PATH'] },
    cwd: folder,
  });
  expect(await program.ended).toBe(2);
  expect(program.output()).toContain(`${file} is UTF-16 (little-endian), not UTF-8. Save it as UTF-8`);
});

test('N20: the first setting of a file with a byte-order mark is in force', async () => {
  await writeFile(file, `\ufeffDSAP_AUTH=keys\r\nDSAP_API_KEY=${'k'.repeat(24)}\r\n`);
  const program = runProgram('src/cli/main.ts', ['config'], { env: { PATH: process.env['PATH'] }, cwd: folder });
  expect(await program.ended).toBe(0);
  expect(program.output()).toContain('DSAP_AUTH: keys');
});

test('`dsap config --of api` reads `.env` of the folder, and `--of guards`, which may hold no secret, does not', async () => {
  await writeFile(file, `DATABASE_URL=postgres://u:p@h/d\nTEMPORAL_ADDRESS=t:7233\nDSAP_API_KEY=${'k'.repeat(24)}\n`);
  const of = async (command: string) => {
    const env = { PATH: process.env['PATH'], DSAP_API_URL: 'http://a:1', TEMPORAL_ADDRESS: 'other:1' };
    const program = runProgram('src/cli/main.ts', ['config', '--of', command], { env, cwd: folder });
    return [await program.ended, program.output()];
  };
  expect(await of('api')).toEqual([0, expect.stringMatching(/DATABASE_URL: postgres:[^]*TEMPORAL_ADDRESS: other:1/)]);
  expect(await of('guards')).toEqual([0, expect.stringContaining('DATABASE_URL: embedded PostgreSQL')]);
});
