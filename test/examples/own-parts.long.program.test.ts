// The example as somebody has it who builds on dsap: in a folder of its own, where nothing is installed: a worker module's `dsap` is the one that reads it.
import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { cp, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { freePort } from '../../src/platform/ports.ts';
import {
  CHECKOUT,
  createHome,
  end,
  endAll,
  type Home,
  runDsap,
  type Service,
  serveDsap,
  WITHOUT_SANDBOXES,
} from '../support/processes/dsap.ts';
import { programOf } from '../support/processes/program.ts';
import { pythonWith } from '../support/processes/python.ts';
import { createTestDatabase, type TestDatabase } from '../support/servers/database.ts';
import { until } from '../support/until.ts';

jest.setTimeout(90_000);

let home: Home;
let project: string;
let database: TestDatabase;
let env: NodeJS.ProcessEnv;
let api: Service;
beforeAll(async () => {
  home = await createHome();
  project = path.join(home.directory, 'desk');
  await cp(path.join(CHECKOUT, 'examples/own-parts'), project, { recursive: true });
  database = await createTestDatabase();
  // Outside `dsap dev` the settings say which queues of others a definition may name (R116).
  const settings = path.join(project, 'settings.yaml');
  await writeFile(settings, 'externalQueues: ["*"]\n');
  env = {
    DSAP_CONFIG: settings,
    DATABASE_URL: database.url,
    TEMPORAL_ADDRESS: process.env['TEST_TEMPORAL_ADDRESS'],
    DSAP_TASK_QUEUE: `desk-${randomUUID()}`,
    DSAP_PORT: '0',
    DSAP_AUTH: 'none',
    DSAP_ENABLE_SIM: 'true',
    ...WITHOUT_SANDBOXES,
    DSAP_WORKER_MODULE: 'parts.ts',
    REPORTS: path.join(project, 'reports.txt'),
  };
  api = await serveDsap({ args: ['api'], home, env, cwd: project });
  const worker = runDsap({ args: ['worker'], home, env: { ...env, DSAP_SIM_URL: api.url }, cwd: project });
  await worker.line(/task queues/);
});
afterAll(async () => {
  await endAll();
  await database.drop();
  await home.remove();
});

test('running 3: what it registers is listed beside what comes with dsap', async () => {
  const guards = await api.rest.get('/v1/guards?limit=200');
  expect(guards.body['data']).toContainEqual(
    expect.objectContaining({ name: 'within-budget', nature: 'deterministic', sandbox: false }),
  );
  const generators = await api.rest.get('/v1/generators?limit=200');
  expect(generators.body['data']).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ kind: 'llm' }),
      expect.objectContaining({ kind: 'agent', name: 'expense-reader' }),
      expect.objectContaining({ kind: 'custom', name: 'policy' }),
    ]),
  );
});

async function publish(file: string, change: (text: string) => string = (text) => text) {
  const body = change(await readFile(path.join(project, file), 'utf8'));
  const headers = { 'content-type': 'application/yaml' };
  const response = await fetch(`${api.url}/v1/workflows`, { method: 'POST', headers, body });
  const answer: Readonly<Record<string, unknown>> = JSON.parse(await response.text());
  return { status: response.status, answer };
}

async function play(name: string) {
  const { body } = await api.rest.post('/v1/runs', { workflow: { name }, input: { employee: 'Ada' } });
  const id = String(body['id']);
  await api.rest.until(id, ({ status }) => status !== 'running');
  const [result, attempts] = await Promise.all([
    api.rest.get(`/v1/runs/${id}/result`),
    api.rest.get(`/v1/runs/${id}/attempts`),
  ]);
  return { result: result.body, attempts: attempts.body['data'] };
}

test('S4-2, S4x-4: agent, guard and generator of its own do their work in a run', async () => {
  expect(await publish('workflow.yaml')).toMatchObject({ status: 201 });
  const { result, attempts } = await play('expenses');
  expect(result).toMatchObject({
    status: 'completed',
    artifacts: { total: { content: '{"total":200}', finalState: { parses: 1, filed: ['Ada: 200'] } } },
  });
  expect(attempts).toContainEqual(
    expect.objectContaining({
      step: 'total',
      attempt: 2,
      agent: expect.objectContaining({ name: 'expense-reader', iterations: 3 }),
      verdict: expect.objectContaining({ data: { left: 300 } }),
    }),
  );
  expect(await readFile(path.join(project, 'reports.txt'), 'utf8')).toBe('Ada: 200\n');
});

test.each([
  [
    'agent',
    'agent: expense-reader',
    'agent: expense-raeder',
    /no agent "expense-raeder".*Did you mean "expense-reader"/,
  ],
  ['generator', 'use: policy', 'use: polcy', /no generator "polcy".*Registered: policy/],
  ['option', 'country: de', 'country: it', /Invalid option/],
  ['guard', 'use: within-budget', 'use: in-budget', /no guard "in-budget"/],
])('a definition with an unknown %s is refused at publish, with what there is', async (_, known, unknown, told) => {
  const { status, answer } = await publish('workflow.yaml', (text) => text.replace(known, unknown));
  expect(status).toBe(422);
  expect(JSON.stringify(answer['errors']).replaceAll('\\"', '"')).toMatch(told);
});

test('a run whose parts are not registered any more is refused at its start, with what there is', async () => {
  const bare = await serveDsap({ args: ['api'], home, env: { ...env, DSAP_WORKER_MODULE: '' }, cwd: project });
  const { status, body } = await bare.rest.post('/v1/runs', {
    workflow: { name: 'expenses' },
    input: { employee: 'Ada' },
  });
  expect({ status, code: body['code'] }).toEqual({ status: 422, code: 'part_unavailable' });
  expect(body['errors']).toEqual([
    expect.objectContaining({ pointer: '/workflow/steps/0/generator/use', code: 'unknown_generator' }),
    expect.objectContaining({ pointer: '/workflow/steps/2/generator/agent', code: 'unknown_agent' }),
    expect.objectContaining({ pointer: '/workflow/steps/2/guard/use', code: 'unknown_guard' }),
  ]);
});

test.each([
  ['a mistake in the syntax', 'export default {', /broken\.ts:1\b/],
  ['what it throws', '\nthrow new Error("no database");', /broken\.ts:2:7: no database/],
  [
    'a part that cannot be used',
    "import { defineAgent } from 'dsap';\ndefineAgent({} as never);",
    /broken\.ts:2:1: agent undefined/,
  ],
  ['nothing registered', 'export const agents = [];', /needs a default export/],
])('a module is refused with file and line: %s', async (_, text, told) => {
  await writeFile(path.join(project, 'broken.ts'), text);
  const program = runDsap({ args: ['api'], home, env: { ...env, DSAP_WORKER_MODULE: 'broken.ts' }, cwd: project });
  expect(await program.ended).toBe(1);
  expect(program.output()).toMatch(told);
});

test('a module that is not there is named', async () => {
  const program = runDsap({ args: ['worker'], home, env: { ...env, DSAP_WORKER_MODULE: 'none.ts' }, cwd: project });
  expect(await program.ended).toBe(1);
  expect(program.output()).toMatch(/DSAP_WORKER_MODULE: there is no file .*none\.ts/);
});

test('running 3: in dev the module is read anew when a file of it changes; one that is broken leaves the parts as they were', async () => {
  const dev = await serveDsap({
    args: ['dev'],
    home,
    env: { ...env, DSAP_PORT: String(await freePort()) },
    cwd: project,
  });
  const file = path.join(project, 'expense-reader.ts');
  const text = await readFile(file, 'utf8');
  const described = async () => JSON.stringify((await dev.rest.get('/v1/generators?limit=200')).body);
  await writeFile(file, text.replace('Adds up the expenses of an employee.', 'Adds up quite differently.'));
  await dev.program.line(/own parts read anew: agents expense-reader/);
  expect(await described()).toContain('Adds up quite differently.');
  await writeFile(file, 'const = 1;');
  await dev.program.line(/own parts stay as they were: .*expense-reader\.ts:1/);
  expect(await described()).toContain('Adds up quite differently.');
  const fresh = path.join(project, 'fresh.ts');
  await writeFile(fresh, 'const = 1;');
  await writeFile(
    file,
    `import './fresh.ts';\n${text.replace('Adds up the expenses', 'Adds up freshly the expenses')}`,
  );
  await dev.program.line(/own parts stay as they were: .*fresh\.ts:1/);
  await writeFile(fresh, 'export {};');
  await until('the file that had been broken is looked at too', async () =>
    (await described()).includes('Adds up freshly') ? true : undefined,
  );
  await writeFile(file, text);
  await until('the parts are as at first', async () =>
    (await described()).includes('Adds up the expenses of an employee.') ? true : undefined,
  );
  expect(await end(dev.program, 'SIGTERM')).toBe(0);
});

const python = await pythonWith('temporalio==1.35.0');
const orSkip = 'why' in python ? test.skip : test;
const title = 'R35, R73: activities in Python write a letter and judge it';

orSkip('why' in python ? `${title} (skipped: ${python.why})` : title, async () => {
  if ('why' in python) throw new Error(python.why);
  const queue = `python-${randomUUID()}`;
  const child = spawn(python.program, ['worker.py'], {
    cwd: project,
    env: { ...process.env, PYTHONPATH: python.packages, TEMPORAL_ADDRESS: env['TEMPORAL_ADDRESS'], TASK_QUEUE: queue },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  try {
    await programOf(child, 30_000).line(/polling/);
    expect(await publish('letter.yaml', (text) => text.replaceAll('expense-desk-python', queue))).toMatchObject({
      status: 201,
    });
    const { result, attempts } = await play('letter');
    expect(result).toMatchObject({
      status: 'completed',
      artifacts: { letter: { content: 'Dear Ada,\nKind regards' } },
    });
    expect(attempts).toMatchObject([
      { verdict: { verdict: 'retry', feedback: 'StyleError: the letter lacks Kind regards' } },
      { verdict: { verdict: 'pass', data: { length: 22 } } },
    ]);
  } finally {
    child.kill('SIGKILL');
  }
});
