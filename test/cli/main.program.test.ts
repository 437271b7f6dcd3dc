import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { usePrograms } from '../support/processes/processes.ts';

const runProgram = usePrograms();

const env = { PATH: process.env['PATH'], HOME: '/nonexistent' };
const dsap = (args: readonly string[], more: NodeJS.ProcessEnv = {}) =>
  runProgram('src/cli/main.ts', args, { env: { ...env, ...more }, cwd: '/' });

test('Running 1: help lists the commands', async () => {
  const program = dsap(['help']);
  expect(await program.ended).toBe(0);
  for (const command of ['dev', 'api', 'worker', 'config'])
    expect(program.output()).toMatch(new RegExp(`^ +${command} `, 'm'));
});

test('a command that does not exist is refused with the way to find those that do', async () => {
  const program = dsap(['deploy']);
  expect(await program.ended).toBe(2);
  expect(program.output()).toBe("dsap: unknown command 'deploy'. Did you mean demo? `dsap help` lists the commands.");
});

test('Running 3: `dsap config` prints the settings in force and masks the secrets', async () => {
  const program = dsap(['config'], {
    DSAP_PORT: '9000',
    DATABASE_URL: 'postgres://u:hunter2@h/d',
    DSAP_API_KEY: 'hunter2-hunter2-hunter2-hunter2',
  });
  expect(await program.ended).toBe(0);
  expect(program.output()).toMatch(/^DSAP_PORT: 9000$/m);
  expect(program.output()).toMatch(/^taskQueues: dsap-<id of the database>, dsap-<id of the database>-llm, /m);
  expect(program.output()).toMatch(/^DATABASE_URL: postgres:\/\/u:\*+@h\/d$/m);
  expect(program.output()).not.toContain('hunter2');
});

test('Running 3: settings that cannot be used start nothing, and all are told', async () => {
  const program = dsap(['api'], { DSAP_PORT: 'http' });
  expect(await program.ended).toBe(2);
  for (const name of ['DSAP_PORT', 'DATABASE_URL', 'TEMPORAL_ADDRESS', 'DSAP_API_KEY'])
    expect(program.output()).toContain(`- ${name}: `);
});

test('what serves is compiled once: a start keeps it beside what is fetched', async () => {
  const cache = await mkdtemp(path.join(tmpdir(), 'dsap-compiled-'));
  try {
    const settings = { DATABASE_URL: 'postgres://a@127.0.0.1:1/x', DSAP_CACHE_DIR: cache, DSAP_DATA_DIR: cache };
    const nothingKept = { NODE_COMPILE_CACHE: undefined };
    expect(await dsap(['rebuild-views'], { ...settings, ...nothingKept }).ended).toBe(1);
    const kept = await readdir(path.join(cache, 'compiled'), { recursive: true });
    expect(kept.length).toBeGreaterThan(500);
  } finally {
    await rm(cache, { recursive: true, force: true });
  }
});
