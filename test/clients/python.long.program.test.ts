// The Python client as a user has it: its wheel is built, installed into a fresh environment, and used against a service.
import { execFile } from 'node:child_process';
import { cp, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { CHECKOUT } from '../support/processes/dsap.ts';
import { type OnServers, serveOnServers } from '../support/processes/on-servers.ts';

jest.setTimeout(300_000);

const run = promisify(execFile);
/** Connections are lost in this many starts (issue of the package, point 3). */
const LOSSY_STARTS = 200;

/** A fresh environment with the wheel in it; or why there is none. */
async function installed(folder: string): Promise<{ readonly python: string } | { readonly why: string }> {
  try {
    await run('python3', ['-c', 'import sys, venv, ensurepip; assert sys.version_info >= (3, 10)']);
    const source = path.join(folder, 'source');
    await cp(path.join(CHECKOUT, 'clients/python'), source, { recursive: true });
    await run('python3', ['-m', 'venv', path.join(folder, 'env')]);
    const python = path.join(folder, 'env/bin/python');
    const pip = (...args: readonly string[]) =>
      run(python, ['-m', 'pip', '--quiet', '--disable-pip-version-check', ...args]);
    await pip('wheel', '--no-deps', '--wheel-dir', path.join(folder, 'wheels'), source);
    const [wheel = ''] = await readdir(path.join(folder, 'wheels'));
    await pip('install', path.join(folder, 'wheels', wheel));
    return { python };
  } catch (error) {
    return { why: String(error).split('\n')[0] ?? '' };
  }
}

const folder = await mkdtemp(path.join(tmpdir(), 'dsap-python-'));
const found = await installed(folder);
const python = 'python' in found ? found.python : undefined;
const title = 'why' in found ? `the Python client (skipped: ${found.why})` : 'the Python client';

let service: OnServers;

(python === undefined ? describe.skip : describe)(title, () => {
  let told: Record<string, unknown>;
  beforeAll(async () => {
    service = await serveOnServers();
    const script = fileURLToPath(new URL('python/use.py', import.meta.url));
    const { stdout } = await run(python ?? '', [script, service.url, String(LOSSY_STARTS)], { cwd: folder });
    told = JSON.parse(stdout);
  });
  afterAll(() => service?.end());

  test('publishes, starts, waits, and reads what a run made, as typed models', () => {
    expect(told).toMatchObject({ published: 1, text: 'Hello Ada!', model: ['python-1', 'completed'], artifacts: 1 });
    expect(told['listed']).toEqual(['python-1']);
  });

  test('report 36: a result names the steps that are missing, with why', () => {
    const why = expect.stringMatching(/^its one attempt was used up; contains rejected the last one: /);
    expect(told['missing']).toEqual([{}, { gone: why }, true]);
  });

  test('follows the log from any event to its end', () => {
    const events = told['events'] as readonly string[];
    expect([events[0], events.at(-1), told['from']]).toEqual(['run.created', 'run.closed', 3]);
  });

  test('llm 3.5: tells of endpoints and caps, and retries all questions of one', () => {
    expect(told).toMatchObject({
      'of endpoint': 'sim',
      endpoints: ['sim'],
      endpoint: ['sim', 'closed', 1],
      'would retry': [true],
      retried: [true],
      back: 'Here again.',
      'nothing to retry': { dryRun: false, questions: [], failed: [] },
      'no endpoint': { class: 'DsapProblem', status: 404, code: 'endpoint_not_found' },
      caps: [],
    });
  });

  test('decides a question bound to what was read; the same again is the same', () => {
    expect([told['approved'], told['twice']]).toEqual(['Hello Ada!', null]);
  });

  test.each([
    ['waits', { class: 'TimeoutError', says: expect.stringContaining('escalated') }],
    ['not completed', { class: 'RunNotCompleted', status: 'stopped' }],
    ['unknown', { class: 'DsapProblem', status: 404, code: 'workflow_not_found', retryable: false }],
    ['refused', { class: 'DsapProblem', status: 422 }],
    ['away', { class: 'ServiceAway', says: expect.stringContaining('http://127.0.0.1:1') }],
    ['dies', { class: 'ServiceAway', says: expect.stringContaining('the stream ended') }],
    ['not dsap', { class: 'DsapProblem', code: 'unexpected_answer' }],
  ])('%s: a typed error says what happened', (name, error) => {
    expect(told[name]).toMatchObject(error);
  });

  test(`no retry repeats a start: ${LOSSY_STARTS} starts whose answers get lost are ${LOSSY_STARTS} runs`, () => {
    expect(told['lossy']).toEqual([true, LOSSY_STARTS]);
  });

  test('after a 429 it waits as long as the service says, within the time of a result', () => {
    expect([told['busy'], told['busy until']]).toEqual([
      [[90], null],
      [[0], null],
    ]);
    expect(told['too busy']).toEqual([[], { class: 'TimeoutError', says: expect.stringContaining('due in 90 s') }]);
  });

  test('what is no address of a service is refused at once', () => {
    expect(told['no address']).toEqual(
      ['localhost:8080', 'undefined', 'ftp://h'].map((it) => expect.stringContaining(`"${it}" is no address`)),
    );
  });

  test('the same for asyncio', () => {
    expect(told['awaited']).toEqual(['run.closed', 'Hello Ada!']);
  });
});

afterAll(() => rm(folder, { recursive: true, force: true }));
