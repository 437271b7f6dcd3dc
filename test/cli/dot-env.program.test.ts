import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { takeDotEnv } from '../../src/config/dot-env.ts';
import { usePrograms } from '../support/processes/processes.ts';

const runProgram = usePrograms();

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

test("`dsap dev` reads it, and compose's own names in it are no surprise", async () => {
  await writeFile(file, 'DSAP_DB_PASSWORD=x\nDSAP_PORT=eighty\n');
  const program = runProgram('src/cli/main.ts', ['dev'], { env: { PATH: process.env['PATH'] }, cwd: folder });
  expect(await program.ended).toBe(2);
  expect(program.output()).toContain(`settings from ${file}: DSAP_DB_PASSWORD, DSAP_PORT`);
  expect(program.output()).toContain('DSAP_PORT: must be a port');
});
