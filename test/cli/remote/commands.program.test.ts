// The command line against a real service: every command, its document, and every exit code (console 6.15). Exit codes, what is written as it
// comes and what is left in files are shown by programs of their own; what else a command says is played in this process.
import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import { keyed, type OnServers, serveOnServers } from '../../support/processes/on-servers.ts';
import { until } from '../../support/until.ts';
import { type Done, dsap, interrupted, played } from './fixtures/a-shell.ts';
import { AWAY, DEAR, HELLO, KEY, PAYMENT, REFUSED } from './fixtures/definitions.ts';

jest.setTimeout(120_000);

let service: OnServers;
let folder: string;
let env: NodeJS.ProcessEnv;
let documents: Ajv2020;
let published: readonly Done[];
let first: Done;

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'dsap-commands-'));
  service = await serveOnServers(keyed(KEY));
  env = { DSAP_URL: service.url, DSAP_API_KEY: KEY, XDG_CONFIG_HOME: folder, HOME: folder };
  await Promise.all(
    Object.entries({
      hello: HELLO,
      longer: HELLO.replace('max: 40', 'max: 41'),
      payment: PAYMENT,
      refused: REFUSED,
      dear: DEAR,
      away: AWAY,
    }).map(([name, text]) => writeFile(place(name), text)),
  );
  documents = new Ajv2020({ strict: false });
  formats.default(documents);
  documents.addSchema({ ...Object(await rest('/openapi.json')), $id: 'openapi' });
  const longer = ['definition', 'publish', place('longer')];
  published = [await program('definition', 'publish', place('hello')), await program(...longer)];
  first = await program('run', 'start', place('hello'), '--set', 'who=Ada', '--tag', 'cli', '--id', 'first', '--watch');
});
afterAll(async () => {
  await service?.end();
  await rm(folder, { recursive: true });
});

const place = (name: string) => path.join(folder, `${name}.yaml`);
const program = (...args: readonly string[]): Promise<Done> => dsap(args, env);
const run = (...args: readonly string[]): Promise<Done> => played(args, env);

async function rest(address: string, init: RequestInit = {}): Promise<unknown> {
  const response = await fetch(`${service.url}${address}`, {
    ...init,
    headers: { authorization: `Bearer ${KEY}`, ...Object(init.headers) },
  });
  return response.json();
}

/** What of a document breaks the schema that OpenAPI has for the answer. */
function wrongIn(document: unknown, operation: string, status = 200): unknown {
  const [method = '', address = ''] = operation.split(' ');
  const steps = [
    'paths',
    address,
    method.toLowerCase(),
    'responses',
    String(status),
    'content',
    'application/json',
    'schema',
  ];
  const pointer = steps
    .map((step) => step.replaceAll('~', '~0').replaceAll('/', '~1'))
    .map(encodeURIComponent)
    .join('/');
  const validate = documents.compile({ $ref: `openapi#/${pointer}` });
  return validate(document) ? [] : validate.errors;
}

const oneLine = ({ out }: Done): unknown => {
  expect(out.trimEnd().split('\n')).toHaveLength(1);
  return JSON.parse(out);
};

test('console 6.15: a definition is checked, published, planned, listed, shown and compared', async () => {
  await writeFile(place('wrong'), HELLO.replace('max: 40', 'mx: 40'));
  const wrong = await program('definition', 'check', place('wrong'));
  expect(wrong.out).toMatch(/^\S+wrong\.yaml:7:\d+: The guard "length" has no option "mx" here\./);
  expect(wrong.code).toBe(7);
  const byService = await run('definition', 'check', place('wrong'), '--service');
  expect([byService.code, byService.out]).toEqual([7, wrong.out]);
  expect((await run('definition', 'check', place('hello'), '--service')).code).toBe(0);
  const { file, ...verdict } = Object(oneLine(await run('definition', 'check', place('hello'), '--service', '--json')));
  expect(file).toBe(place('hello'));
  expect(wrongIn(verdict, 'POST /v1/workflows/validate')).toEqual([]);

  expect(published.map(({ out }) => out)).toEqual(['hello@1\n', 'hello@2\n']);
  const again = await program('definition', 'publish', place('hello'), '--json');
  expect(wrongIn(oneLine(again), 'POST /v1/workflows')).toEqual([]);
  for (const word of ['hello', place('hello')])
    expect((await run('definition', 'plan', word)).out).toMatch(
      /greet \(goal\) +4 attempts +judged by contains then length[^]*4 generations/,
    );
  expect((await run('definition', 'list')).out).toMatch(/^hello +version 2 +dag +at most 4 generations/m);
  expect((await run('definition', 'show', 'hello@1')).out).toContain('max: 40');
  expect((await run('definition', 'diff', 'hello', '1', '2')).out).toMatch(/^-.*max: 40\n\+.*max: 41$/m);
  const shown = oneLine(await run('definition', 'show', 'hello@1', '--json'));
  expect(shown).toEqual(await rest('/v1/workflows/hello/versions/1'));
  expect((await program('definition', 'bundled')).out).toMatch(/^tdd-stack /m);
});

test('console 6.15: a run is started, followed to its end, and looked at from all sides', async () => {
  expect([first.code, first.out.split('\n')[0]]).toEqual([0, 'first']);
  expect(first.out).toMatch(
    /✕ guard\.verdict +greet 1 +retry: contains[^]*✓ guard\.verdict +greet 2 +pass[^]*■ run\.closed +completed/,
  );
  expect(first.err).toContain('Completed');
  const again = await run(
    'run',
    'start',
    place('hello'),
    '--set',
    'who=Ada',
    '--tag',
    'cli',
    '--id',
    'first',
    '--json',
  );
  expect(wrongIn(oneLine(again), 'POST /v1/runs')).toEqual([]);

  expect((await run('run', 'list', '--tag', 'cli')).out).toMatch(/^✓ Completed +first +hello +2\/4 attempts/);
  expect((await run('run', 'show', 'first')).out).toMatch(
    /hello \/ first +✓ Completed[^]*Steps[^]*✓ +greet[^]*Attempts[^]*contains: The text does not contain "Hello"/,
  );
  expect((await run('run', 'why', 'first')).out).toContain('contains rejected attempt 1 of greet');
  expect((await run('run', 'attempts', 'first', '--step', 'greet')).out).toMatch(
    /✕ .* greet 1 +rejected[^]*│ It must contain it exactly as written\.[^]*✓ .* greet 2 +accepted/,
  );
  expect((await run('run', 'compare', 'first', 'greet', '1', '2')).out).toMatch(
    /≠ +contains[^]*\[-Good-]\{\+Hello\+}[^]*Rejected attempts +only in b[^]*cost +–/,
  );

  const file = path.join(folder, 'result.txt');
  expect(await run('run', 'result', 'first')).toMatchObject({ code: 0, out: 'Hello Ada!\n' });
  expect((await program('run', 'result', 'first', '-o', file)).code).toBe(0);
  expect(await readFile(file, 'utf8')).toBe('Hello Ada!');
  expect((await run('run', 'open', 'first')).out).toMatch(/^http:\/\/\S+first\n$/);
});

const DOCUMENTS = [
  [['run', 'list', '--tag', 'cli'], '/v1/runs?view=row&tag=cli', 'GET /v1/runs'],
  [['run', 'show', 'first'], '/v1/runs/first/overview', 'GET /v1/runs/{id}/overview'],
  [['run', 'why', 'first'], '/v1/runs/first/why', 'GET /v1/runs/{id}/why'],
  [['run', 'result', 'first'], '/v1/runs/first/result', 'GET /v1/runs/{id}/result'],
  [['run', 'attempts', 'first'], '/v1/runs/first/attempts', 'GET /v1/runs/{id}/attempts'],
  [
    ['run', 'compare', 'first', 'greet', '1', '2'],
    '/v1/runs/first/steps/greet/attempts/1/compare/2',
    'GET /v1/runs/{id}/steps/{step}/attempts/{n}/compare/{m}',
  ],
  [['run', 'open', 'first'], '/v1/runs/first', 'GET /v1/runs/{id}'],
  [['definition', 'list'], '/v1/workflows', 'GET /v1/workflows'],
  [
    ['definition', 'plan', 'hello'],
    '/v1/workflows/hello/versions/2/graph',
    'GET /v1/workflows/{name}/versions/{version}/graph',
  ],
  [
    ['definition', 'diff', 'hello', '1', '2'],
    '/v1/workflows/hello/versions/1/diff/2',
    'GET /v1/workflows/{name}/versions/{version}/diff/{other}',
  ],
  [['questions'], '/v1/escalations?view=row&status=open&order=urgency', 'GET /v1/escalations'],
  [['parts', 'guards'], '/v1/guards?limit=200', 'GET /v1/guards'],
  [['parts', 'generators'], '/v1/generators?limit=200', 'GET /v1/generators'],
  [['parts', 'models'], '/v1/models?limit=200', 'GET /v1/models'],
  [['endpoint', 'list'], '/v1/endpoints?limit=200', 'GET /v1/endpoints'],
  [['endpoint', 'show', 'sim'], '/v1/endpoints/sim', 'GET /v1/endpoints/{name}'],
  [['caps'], '/v1/caps?limit=200', 'GET /v1/caps'],
] as const;

test.each(DOCUMENTS)(
  'console 5: dsap %j --json is the document of REST, and as OpenAPI says',
  async (argv, address, operation) => {
    const done = await run(...argv, '--json');
    expect([done.code, done.err]).toEqual([0, '']);
    const document = oneLine(done);
    expect(document).toEqual(await rest(address));
    expect(wrongIn(document, operation)).toEqual([]);
  },
);

test('console 5: watch --json is the log, event by event', async () => {
  const { out, code } = await program('run', 'watch', 'first', '--json');
  const { data } = Object(await rest('/v1/runs/first/events'));
  expect([
    code,
    out
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line)),
  ]).toEqual([0, data]);
});

/** A payment that waits for a person. */
async function parked(): Promise<{ readonly id: string; readonly eid: string }> {
  const { out, code } = await program('run', 'start', place('payment'), '--watch');
  expect(code).toBe(3);
  const id = out.split('\n')[0] ?? '';
  const { data } = Object(await rest(`/v1/escalations?runId=${id}&status=open`));
  return { id, eid: data[0].id };
}

test('llm 3.5: endpoints are listed and shown, and all questions of one are retried at once', async () => {
  const ids = ['away-1', 'away-2'];
  for (const id of ids) {
    const parkedRun = await program('run', 'start', place('away'), '--id', id, '--watch');
    expect(parkedRun.code).toBe(3);
  }
  const listed = await run('endpoint', 'list');
  expect([listed.code, listed.out]).toEqual([
    0,
    expect.stringMatching(/^✓ +sim +there .*2 questions: dsap endpoint retry sim/m),
  ]);
  expect((await run('endpoint', 'show', 'sim')).out).toMatch(/^✓ +sim +there .*2 questions/);
  expect((await run('questions')).out).toMatch(/Outages[^]*away/);

  const dry = await run('endpoint', 'retry', 'sim', '--dry-run');
  expect([dry.code, dry.err]).toEqual([0, expect.stringContaining('2 questions would be retried.')]);
  for (const id of ids) expect(dry.out).toContain(id);
  expect((await run('run', 'show', 'away-1')).out).toContain('Waits for a person');
  const asJson = oneLine(await run('endpoint', 'retry', 'sim', '--dry-run', '--json'));
  expect(wrongIn(asJson, 'POST /v1/endpoints/{name}/retry')).toEqual([]);
  expect(asJson).toMatchObject({ dryRun: true, failed: [] });

  const retried = await program('endpoint', 'retry', 'sim', '--comment', 'It is back.');
  expect([retried.code, retried.err]).toEqual([0, expect.stringContaining('2 questions retried.')]);
  for (const id of ids)
    expect(await run('run', 'result', id, '--wait')).toMatchObject({ code: 0, out: 'Here again.\n' });
  const { data } = Object(await rest('/v1/escalations?runId=away-1'));
  expect(data).toMatchObject([
    { kind: 'infrastructure', endpoint: 'sim', decision: { action: 'retry', comment: 'It is back.' } },
  ]);

  const again = await run('endpoint', 'retry', 'sim');
  expect([again.code, again.out, again.err]).toEqual([0, '', expect.stringContaining('0 questions retried.')]);
  expect(oneLine(await run('endpoint', 'retry', 'sim', '--json'))).toEqual({
    dryRun: false,
    questions: [],
    failed: [],
  });
});

test.each([
  ['endpoint', 'retry', 'nowhere'],
  ['endpoint', 'retry', 'nowhere', '--dry-run'],
  ['endpoint', 'show', 'nowhere'],
  ['endpoint', 'show', 'a/b:c d'],
])('llm 3.5: dsap %s %s %s: there is no such endpoint', async (...argv) => {
  const done = await run(...argv);
  expect([done.code, done.out, done.err]).toEqual([
    6,
    '',
    expect.stringContaining(`There is no endpoint "${argv[2]}".`),
  ]);
  const asJson = await run(...argv, '--json');
  expect([asJson.code, oneLine(asJson)]).toEqual([6, expect.objectContaining({ code: 'endpoint_not_found' })]);
});

test('llm 3.5: dsap endpoint retry without a name is a wrong use', async () => {
  expect((await program('endpoint', 'retry')).code).toBe(2);
});

const shownBy = async (eid: string): Promise<string> =>
  Object(JSON.parse((await run('run', 'decide', eid, '--json')).out)).shown;

test('console 6.2: a question is shown and decided by what was shown; when it has moved on nothing is decided', async () => {
  const { id, eid } = await parked();
  const looked = await run('run', 'decide', eid);
  expect(looked.out).toMatch(
    /Is this payment to be booked\?[^]*│ PAY 12\.50 to Ada on Friday[^]*What happens[^]*approve +Approve +booking is done/,
  );
  expect(looked.code).toBe(3);
  const page = oneLine(await run('run', 'decide', eid, '--json'));
  expect(wrongIn(page, 'GET /v1/escalations/{eid}')).toEqual([]);
  const shown = Object(page).shown;
  expect((await run('questions', '--run', id)).out).toContain('Is this payment to be booked?');

  // Another one mends the text meanwhile, and the guard wants it otherwise: the question stays, and shows something else.
  const amended = { action: 'amend', content: 'Bill Ada.' };
  const headers = { 'content-type': 'application/json' };
  await rest(`/v1/escalations/${eid}/decision?wait=30s`, { method: 'POST', headers, body: JSON.stringify(amended) });
  await until('the amendment is refused', async () => ((await shownBy(eid)) === shown ? undefined : true));
  const stale = await run('run', 'decide', eid, 'approve', '--yes', '--shown', shown);
  expect([stale.code, stale.out]).toEqual([7, '']);
  expect(stale.err).toMatch(/nothing was decided[^]*dsap run decide/);
  expect((await run('run', 'why', id)).out).toContain('Waits for a person');

  const decided = await run(
    'run',
    'decide',
    eid,
    'approve',
    '--yes',
    '--shown',
    await shownBy(eid),
    '--say',
    'Fine.',
    '--json',
  );
  expect(wrongIn(oneLine(decided), 'POST /v1/escalations/{eid}/decision')).toEqual([]);
  expect((await run('run', 'result', id, '--wait')).code).toBe(0);
  expect((await run('run', 'decide', eid, 'skip', '--yes', '--shown', shown)).err).toContain(
    'It was decided before: approved.',
  );
  expect((await run('run', 'decide', eid)).code).toBe(7);
});

test('console 6.15: steering tells what would be, does nothing unasked, and does it with --yes', async () => {
  const { id } = await parked();
  const foretold = await run('run', 'stop', id);
  expect([foretold.code, foretold.err]).toEqual([
    2,
    expect.stringMatching(/If you send this +the run stops, and can be resumed\.[^]*--yes/),
  ]);
  expect(Object(await rest(`/v1/runs/${id}`)).status).toBe('escalated');

  const redirect = path.join(folder, 'redirect.json');
  await writeFile(
    redirect,
    JSON.stringify({ type: 'constraint_change', constraints: 'Shorter.', description: 'too long' }),
  );
  expect((await run('run', 'redirect', id, '--file', redirect)).err).toContain('If you send this');
  const redirected = await run('run', 'redirect', id, '--file', redirect, '--yes', '--json');
  expect(wrongIn(oneLine(redirected), 'POST /v1/runs/{id}/redirect')).toEqual([]);
  expect(Object(await rest(`/v1/runs/${id}/corrections`)).data).toMatchObject([{ description: 'too long' }]);
  expect((await run('run', 'budget', id)).out).toMatch(/maxParallelAgents +3/);
  const budget = await run('run', 'budget', id, '--set', 'maxAttempts=7', '--yes', '--json');
  expect(wrongIn(oneLine(budget), 'PATCH /v1/runs/{id}/budget')).toEqual([]);
  expect(oneLine(budget)).toMatchObject({ limits: { maxAttempts: 7 } });

  for (const verb of ['pause', 'resume', 'stop', 'resume', 'terminate']) {
    const done = await run('run', verb, id, '--yes', '--json');
    expect([verb, done.code, wrongIn(oneLine(done), `POST /v1/runs/{id}/${verb}`)]).toEqual([verb, 0, []]);
  }
  expect(Object(await rest(`/v1/runs/${id}`)).status).toBe('terminated');
  const refused = await run('run', 'pause', id, '--yes');
  expect([refused.code, refused.err]).toEqual([7, expect.stringContaining('is terminated')]);

  const forked = await run('run', 'fork', 'first', '--from', 'greet', '--yes');
  expect(forked.code).toBe(0);
  expect((await run('run', 'watch', forked.out.trim())).code).toBe(0);
});

test('console 5: Ctrl-C leaves the run alone, and says so', async () => {
  const { id } = await parked();
  const left = await interrupted(['run', 'watch', id, '--stay'], env, /escalation\.opened/);
  expect([left.code, left.err]).toEqual([
    130,
    expect.stringContaining(`The run goes on. Follow it again: dsap run watch ${id}`),
  ]);
  expect(Object(await rest(`/v1/runs/${id}`)).status).toBe('escalated');
});

describe('console 5: every exit code', () => {
  const of = async (...args: readonly string[]) => (await program(...args)).code;

  test('1, 4, 5: the outcome of a run', async () => {
    expect(await of('run', 'start', place('refused'), '--watch')).toBe(1);
    expect(await of('run', 'start', place('dear'), '--watch', '--set', 'who=Ada')).toBe(5);
    const { id } = await parked();
    await run('run', 'stop', id, '--yes');
    expect([await of('run', 'watch', id), await of('run', 'result', id)]).toEqual([4, 4]);
  });

  test('2: usage, with what was probably meant', async () => {
    const mistyped = await program('run', 'wach', 'first');
    expect([mistyped.code, mistyped.err]).toEqual([2, expect.stringContaining('Did you mean watch?')]);
    expect(await of('run', 'list', '--status', 'fine')).toBe(2);
    expect(await of('run', 'start', '/nonexistent.yaml')).toBe(2);
  });

  test('6: not found', async () => {
    const missing = await program('run', 'show', 'nope');
    expect([missing.code, missing.err]).toEqual([
      6,
      'dsap: There is no run "nope". `dsap run list` shows the runs there are.\n',
    ]);
    expect((await run('run', 'start', 'nope')).code).toBe(6);
    expect((await run('run', 'decide', 'esc_nope')).code).toBe(6);
  });

  test('8: the service is away', async () => {
    const away = await dsap(['run', 'list'], { ...env, DSAP_URL: 'http://127.0.0.1:9' });
    expect([away.code, away.err]).toEqual([
      8,
      expect.stringMatching(/No service answers at .*Start one with `dsap dev`/),
    ]);
  });

  test('9: not allowed', async () => {
    const { DSAP_API_KEY: _, ...keyless } = env;
    const shut = await dsap(['run', 'list'], keyless);
    expect([shut.code, shut.err]).toEqual([9, expect.stringContaining('`dsap login`')]);
    expect((await dsap(['run', 'list'], { ...env, DSAP_API_KEY: `${KEY}-not` })).code).toBe(9);
  });
});

test('dsap login keeps address and key for later commands, in a file that its owner alone reads, and only where the key is right', async () => {
  const keyFile = path.join(folder, 'key');
  const bare = { XDG_CONFIG_HOME: path.join(folder, 'config'), HOME: folder };
  await writeFile(keyFile, `${KEY}-not\n`);
  expect((await dsap(['login', service.url, '--key-file', keyFile], bare)).code).toBe(9);
  await writeFile(keyFile, `${KEY}\n`);
  const done = await dsap(['login', service.url, '--key-file', keyFile], bare);
  expect([done.code, done.out + done.err]).toEqual([0, expect.not.stringContaining(KEY)]);
  const kept = path.join(folder, 'config', 'dsap', 'login.json');
  expect((await stat(kept)).mode & 0o777).toBe(0o600);
  expect((await dsap(['run', 'show', 'first'], bare)).code).toBe(0);
});

test('console 5: what runs a command over REST loads no Temporal, no database, no server and none of their rooms, of the settings `.env` alone', async () => {
  const { code, err } = await dsap(['run', 'list'], env, [
    '--import',
    new URL('./fixtures/loaded.mjs', import.meta.url).pathname,
  ]);
  const loaded = [...err.matchAll(/^loaded (.*)$/gm)].map(([, url = '']) => url);
  expect(code).toBe(0);
  expect(
    loaded.filter(
      (url) => url.includes('/node_modules/') && !/\/node_modules\/(?:commander|lossless-json)\//.test(url),
    ),
  ).toEqual([]);
  const rooms = new Set(loaded.flatMap((url) => /\/src\/([a-z-]+)\//.exec(url)?.[1] ?? []));
  expect([...rooms].toSorted()).toEqual(['cli', 'client', 'config', 'model', 'platform', 'text']);
  expect(loaded.filter((url) => url.includes('/src/config/'))).toEqual([expect.stringMatching(/dot-env\.ts$/)]);
});
