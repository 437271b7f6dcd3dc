import type { Capability } from '../../../src/model/isolation.ts';
import { aDocument, useApp } from '../test-app.ts';

const api = useApp();

const JAIL: Capability = {
  sandbox: 'deno',
  version: 'deno 2.9.6',
  level: 'jail',
  toolchains: ['python', 'typescript'],
};
const OS: Capability = {
  sandbox: 'bwrap',
  version: 'bubblewrap 0.8.0',
  level: 'os',
  toolchains: ['python', 'command'],
};

/** A definition whose only step is judged by a program. */
function judgedBy(run: readonly string[], files: Record<string, string> = {}) {
  const guard = { sequence: [{ use: 'not-empty' }, { use: 'command', with: { run, files } }] };
  return aDocument({ steps: [{ id: 'draft', generator: { kind: 'llm', prompt: 'Write.' }, guard }] });
}

const PYTHON = judgedBy(['python3', 'judge.py'], { 'judge.py': 'print(1)' });
const PROGRAM = judgedBy(['/usr/bin/wc', '-w']);

/** A search whose base case is verified by a program. */
function verifiedBy(command: string): Readonly<Record<string, unknown>> {
  const steps = [{ id: 'draft', generator: { kind: 'llm', prompt: 'Write.' }, guard: { use: 'not-empty' } }];
  const baseCase = { all: [{ guard: { use: 'not-empty' }, on: 'draft' }, { command }] };
  const words = { goal: 'g', backgroundIntent: 'b', deliverables: 'd', definitionOfDone: 'x' };
  return aDocument({ topology: 'and-or', objective: { ...words, baseCase }, steps });
}

/** A step that is made by a program. */
const MADE = aDocument({
  steps: [{ id: 'draft', generator: { kind: 'command', run: ['wc', '-w'] }, guard: { use: 'not-empty' } }],
});

async function workersWith(...capabilities: readonly (readonly Capability[])[]): Promise<void> {
  const names = capabilities.map((_, index) => `${index}@host-${Math.random()}`);
  await Promise.all(names.map((name, index) => api.store.capabilities.announce(name, capabilities[index] ?? [])));
  api.runs.guardWorkers = names;
}

describe('guards 1.7: a run that needs more isolation than a worker has', () => {
  test.each([
    ['a jail runs python', PYTHON, [[JAIL]], 201],
    ['a system of its own runs python too', PYTHON, [[OS]], 201],
    ['a jail runs no other program', PROGRAM, [[JAIL]], 422],
    ['either of two sandboxes of one worker is enough', PROGRAM, [[JAIL, OS]], 201],
    ['every worker must have one, since any may get the call', PROGRAM, [[OS], [JAIL]], 422],
    ['a worker without sandboxes', PYTHON, [[]], 422],
    ['a base case is verified where its programs run', verifiedBy('wc -w draft.md'), [[OS]], 201],
    ['a base case that no worker could verify', verifiedBy('wc -w draft.md'), [[JAIL]], 422],
    ['a step that is made where its programs run', MADE, [[OS]], 201],
    ['a step that no worker could make', MADE, [[JAIL]], 422],
    ['nobody polls yet: the run waits for whoever comes', PYTHON, [], 201],
  ] as const)('%s', async (_title, document, capabilities, status) => {
    await workersWith(...capabilities);
    const answer = await api.post('/v1/runs', { workflow: { definition: document } });
    expect(answer.statusCode).toBe(status);
  });

  test('the refusal names the guard, what it needs and what there is, and stores nothing', async () => {
    await workersWith([JAIL]);
    const document = judgedBy(['/usr/bin/wc', '-w']);
    const problem = (await api.post('/v1/runs', { id: 'run_refused', workflow: { definition: document } })).json();
    expect(problem).toMatchObject({
      code: 'sandbox_unavailable',
      detail: expect.stringMatching(
        /"command" needs command at isolation level os or above, .*deno 2\.9\.6 \(jail: python, typescript\).*DSAP_SANDBOX/,
      ),
      errors: [{ pointer: '/workflow/steps/0/guard/sequence/1', code: 'sandbox_unavailable' }],
    });
    expect((await api.get('/v1/runs/run_refused')).statusCode).toBe(404);
    expect((await api.get(`/v1/workflows/${document.name}`)).statusCode).toBe(404);
  });

  test('a worker is taken at its newest word, and one that said nothing is not held against the run', async () => {
    await workersWith([JAIL]);
    const [worker = ''] = api.runs.guardWorkers;
    await api.store.capabilities.announce(worker, [OS]);
    api.runs.guardWorkers = [worker, 'silent@host'];
    expect((await api.post('/v1/runs', { workflow: { definition: PROGRAM } })).statusCode).toBe(201);
  });
});
