// A real PostgreSQL, the simulated models, the API in process, programs in real bubblewrap: when a run is complete.
import { cacheDirectory } from '../../../src/platform/cache-directory.ts';
import { createBwrap } from '../../../src/sandbox/bwrap/bwrap.ts';
import { sandboxesOf } from '../../../src/sandbox/sandboxes.ts';
import { startInProcess } from '../../support/engine/in-process.ts';
import { useSearches } from '../../support/engine/searches.ts';
import { atom, objective, searching, workerOutput } from '../../support/played/and-or.ts';

const missing: string[] = [];
const bwrap = await createBwrap({ cacheDirectory: cacheDirectory(process.env), log: (line) => missing.push(line) });
const withPrograms = bwrap ? describe : describe.skip;
const dsap = useSearches(startInProcess, {
  ...(bwrap && { sandboxes: sandboxesOf([bwrap]) }),
  cards: [
    { name: 'kind', seed: 1, epsilon: 1, steps: { '*': { right: '{"score": 0.9, "reasons": "calm"}' } } },
    { name: 'harsh', seed: 1, epsilon: 1, steps: { '*': { right: '{"score": 0.1, "reasons": "It shouts."}' } } },
  ],
});

const FILES = [
  { path: 'src/app.py', content: 'print(6 * 7)\n' },
  { path: 'README.md', content: 'How to sign in.\n' },
];

/** A worker that makes files, and a step after it; the run is complete when `baseCase` holds. */
function making(
  baseCase: object,
  later: Readonly<Record<string, unknown>> = { requires: ['make'] },
  outputs: Readonly<Record<string, readonly unknown[]>> = {},
) {
  const steps = [atom('make', { role: 'worker' }), atom('later', later)];
  return searching(
    steps,
    { objective: objective('make', { baseCase }) },
    { make: [workerOutput({ artifacts: FILES })], ...outputs },
  );
}

const notEmpty = (on: string) => ({ guard: { use: 'not-empty' }, on });

describe('S1-2.1-a, S1-2.1-b, S1-5-c, S1-7.3.3-b: each kind of check ends the run at once where it holds, and leaves evidence', () => {
  test.each([
    ['file', { file: 'README.md' }, 'file README.md'],
    ['file in a folder', { file: './src/app.py' }, 'file ./src/app.py'],
    ['file by pattern', { file: '**/*.py' }, 'file **/*.py'],
    ['guard', { guard: { use: 'contains', with: { text: 'README' } }, on: 'make' }, 'guard contains on make'],
    ['all of two', { all: [{ file: 'README.md' }, { notFile: 'secret.txt' }] }, 'file README.md'],
  ])('%s', async (_, baseCase, check) => {
    const id = await dsap.start(making(baseCase));
    expect(await dsap.result(id)).toMatchObject({ status: 'completed' });
    expect(await dsap.state(id)).toMatchObject({
      unresolved: ['later'],
      guards: { later: 'unsatisfied' },
      baseCase: { passed: true },
    });
    const { passed, evidence, failures } = await dsap.evidence(id);
    expect({ passed, failures }).toEqual({ passed: true, failures: [] });
    expect(evidence[0]).toMatchObject({ check, passed: true, nature: 'deterministic' });
  });
});

test('S1-5-c: evidence that the run goes by is accepted: no guard judges it', async () => {
  const id = await dsap.start(making({ all: [notEmpty('later'), { file: 'README.md' }] }));
  await dsap.result(id);
  const { artifactId } = (await dsap.state(id)).baseCase;
  expect(await dsap.get(`/v1/artifacts/${artifactId}`)).toMatchObject({ status: 'accepted' });
  const { data } = await dsap.get(`/v1/runs/${id}/artifacts`);
  expect(data.map(({ status }: { status: string }) => status)).not.toContain('pending');
});

test('S1-2.1-b: why a run is completed by its base case is told by that, not by a goal that is not met', async () => {
  const id = await dsap.start(making({ file: 'README.md' }));
  await dsap.result(id);
  expect((await dsap.get(`/v1/runs/${id}/why`)).summary).toMatch(/^The run is completed: its base case holds\./);
});

test('S1-2.1-b: what is under way when the base case holds is discarded, and the run does not wait for it', async () => {
  const definition = searching(
    [atom('quick'), atom('slow')],
    { objective: objective('quick') },
    { slow: [{ text: 'late', delay: '20s' }] },
  );
  const id = await dsap.start(definition);
  expect(await dsap.result(id)).toMatchObject({ status: 'completed' });
  expect(await dsap.attempts(id, 'slow')).toMatchObject([{ status: 'discarded', verdict: null }]);
});

test('S1x-3: a checklist of two levels with negative checks: any, all and what must not be there', async () => {
  const baseCase = {
    all: [
      { any: [{ file: 'CHANGELOG.md' }, { all: [{ file: 'README.md' }, { notFile: 'TODO.md' }] }] },
      { notFile: '**/*.log' },
      notEmpty('later'),
    ],
  };
  const id = await dsap.start(making(baseCase));
  expect(await dsap.result(id)).toMatchObject({ status: 'completed' });
  const { evidence } = await dsap.evidence(id);
  expect(evidence.map(({ leaf, passed }: { leaf: string; passed: boolean }) => [leaf, passed])).toEqual([
    ['baseCase/all/0/any/0', false],
    ['baseCase/all/0/any/1/all/0', true],
    ['baseCase/all/0/any/1/all/1', true],
    ['baseCase/all/1', true],
    ['baseCase/all/2', true],
  ]);
});

test.each([
  ['a file that nobody makes', { file: 'missing.md' }, 'there is no missing.md in the workspace'],
  ['a file that must not be there', { notFile: 'README.md' }, 'README.md is in the workspace'],
  ['a pattern that would need another folder', { file: '*.py' }, 'there is no *.py in the workspace'],
])(
  'S1-2.2-b, S1x-3: all is done and %s: the run asks a person, with what does not hold (R90)',
  async (_, baseCase, detail) => {
    const id = await dsap.start(making({ all: [notEmpty('make'), baseCase] }));
    expect(await dsap.question(id)).toMatchObject({
      kind: 'stalled',
      question: expect.stringMatching(/does not hold \(baseCase\/all\/1, (not )?file /),
      falseLeaves: [{ leaf: 'baseCase/all/1', expected: expect.stringMatching(/^(not )?file /), found: detail }],
    });
    expect(await dsap.state(id)).toMatchObject({ status: 'escalated', unresolved: [], baseCase: { passed: false } });
    expect((await dsap.evidence(id)).failures).toEqual([`baseCase/all/1: ${detail}`]);
    expect(await dsap.decide(id, 'abort', { reason: 'enough' })).toMatchObject({ status: 200 });
    expect(await dsap.result(id)).toMatchObject({ status: 'failed', failure: { code: 'aborted' } });
  },
);

withPrograms(`with programs${bwrap ? '' : ` (not here: ${missing.join('; ')})`}`, () => {
  test.concurrent.each([
    ['a program', { command: ['python3', 'src/app.py'] }],
    ['a line for the shell', { command: 'grep -q sign README.md && test -f src/app.py' }],
    ['a program that must fail', { notCommand: ['grep', '-q', 'password', 'README.md'] }],
  ])('S1-2.1-a, S1-7.3.3-a: %s runs in the merged workspace', async (_, baseCase) => {
    const id = await dsap.start(making(baseCase));
    expect(await dsap.result(id)).toMatchObject({ status: 'completed' });
    expect((await dsap.evidence(id)).evidence).toMatchObject([
      { leaf: 'baseCase', passed: true, nature: 'deterministic', data: { exitCode: expect.any(Number) } },
    ]);
  });

  test.concurrent('S1-7.3.3-a, S1-7.4-d, S1-7.4.2-d: the evidence says which program ran where, how it exited and what it said', async () => {
    const baseCase = { all: [{ command: ['sh', '-c', 'echo not yet >&2; exit 3'] }, { file: 'README.md' }] };
    const id = await dsap.start(making(baseCase));
    expect(await dsap.question(id)).toMatchObject({ kind: 'stalled' });
    const { passed, evidence, failures } = await dsap.evidence(id);
    expect(passed).toBe(false);
    expect(evidence).toMatchObject([
      {
        check: 'command sh -c echo not yet >&2; exit 3',
        detail: expect.stringMatching(/not yet[^]*exited with 3/),
        data: { sandbox: expect.stringContaining('bwrap'), exitCode: 3 },
      },
    ]);
    expect(failures).toHaveLength(1);
    const trace = await dsap.trace(id);
    expect(trace.filter(({ action }) => action === 'VERIFY-BASE-CASE').at(-1)).toMatchObject({ passed: false });
  });

  test.concurrent.each(['command', 'notCommand'])(
    'S1-7.3.3-a: a program that is ended by its limit proves nothing, neither as %s; the evidence says which limit',
    async (kind) => {
      const id = await dsap.start(making({ [kind]: ['sleep', '30'], timeout: 'PT1S' }));
      expect(await dsap.question(id)).toMatchObject({ kind: 'stalled' });
      const { passed, evidence } = await dsap.evidence(id);
      expect({ passed, evidence }).toMatchObject({
        passed: false,
        evidence: [{ passed: false, detail: expect.stringContaining('did not end within 1 s') }],
      });
      expect(evidence[0].data).not.toHaveProperty('exitCode');
    },
  );

  const SLOW = { command: ['sh', '-c', 'sleep 4 && test -f README.md'] };
  const verifying = (id: string) =>
    dsap.until(id, ({ own, steps }) => own.baseCase?.token !== undefined && steps['make']?.sigma === 'satisfied');

  test.concurrent('S1-5-d, S1-3.3-c: a stop beats the verification that is under way; resumed, it is verified and the run completes', async () => {
    const id = await dsap.start(making({ all: [notEmpty('make'), SLOW] }));
    await verifying(id);
    expect(await dsap.stop(id, { reason: 'now' })).toMatchObject({ status: 200, body: { status: 'stopped' } });
    await dsap.send('POST', `/v1/runs/${id}/resume?wait=10s`, {});
    expect(await dsap.result(id)).toMatchObject({ status: 'completed' });
    expect(await dsap.state(id)).toMatchObject({ epochs: { make: 1 } });
  });

  test.concurrent('S1-5-d, S1-3.4-a: a redirect beats it too: what is verified next is what holds then', async () => {
    const id = await dsap.start(making({ all: [notEmpty('make'), SLOW, { file: 'never.md' }] }));
    await verifying(id);
    const baseCase = { file: 'README.md' };
    expect(await dsap.redirect(id, 'objective_change', { objective: { baseCase } })).toMatchObject({ status: 200 });
    expect(await dsap.result(id)).toMatchObject({ status: 'completed' });
    expect((await dsap.evidence(id)).evidence).toMatchObject([{ check: 'file README.md' }]);
  });
});

test('S1-2.1-b, S1x-6: all is done and it does not hold: an atom that a person adds makes it hold', async () => {
  const more = { role: 'worker' };
  const definition = making({ all: [notEmpty('later'), { file: 'CHANGELOG.md' }] });
  const change = workerOutput({ artifacts: [{ path: 'CHANGELOG.md', content: 'x' }] });
  const { model } = searching([], {}, { make: [workerOutput()], later: ['x'], log: [change] });
  const id = await dsap.start({ ...definition, model });
  expect(await dsap.question(id)).toMatchObject({ kind: 'stalled' });
  expect(await dsap.redirect(id, 'dag_adjustment', { add: [atom('log', more)] })).toMatchObject({ status: 200 });
  expect(await dsap.result(id)).toMatchObject({ status: 'completed' });
});

test('S1x-4, R11: a judge may say no; yes counts only beside a check that is run', async () => {
  const judged = (model: string) => ({ all: [{ file: 'README.md' }, { rubric: 'It is calm.', on: 'make', model }] });
  const kind = await dsap.start(making(judged('sim:kind')));
  expect(await dsap.result(kind)).toMatchObject({ status: 'completed' });
  expect((await dsap.evidence(kind)).evidence).toMatchObject([
    { nature: 'deterministic' },
    { nature: 'judged', check: 'rubric' },
  ]);
  const harsh = await dsap.start(making(judged('sim:harsh')));
  expect(await dsap.question(harsh)).toMatchObject({ kind: 'stalled' });
  expect((await dsap.evidence(harsh)).failures).toMatchObject([expect.stringContaining('It shouts.')]);
});

const ASSERTION = { assertion: 'Is it nice?', assignees: ['ann'] };

test('S1x-4, R63: an assertion waits for a person, in the words of the definition; yes completes the run', async () => {
  const id = await dsap.start(making({ all: [ASSERTION, notEmpty('make')] }, { requires: ['make'] }));
  expect(await dsap.question(id)).toMatchObject({
    kind: 'assertion',
    question: 'Does this hold: Is it nice?',
    assignees: ['ann'],
    allowedActions: ['approve', 'reject', 'abort'],
  });
  await dsap.until(id, ({ life }) => life.status === 'escalated');
  expect((await dsap.log(id)).findLast(({ type }) => type === 'escalation.opened')).toMatchObject({
    question: 'Does this hold: Is it nice? The run is complete if it does.',
  });
  expect(await dsap.state(id)).toMatchObject({ baseCase: { verifying: true }, unresolved: [] });
  expect(await dsap.decide(id, 'skip')).toMatchObject({ status: 409, body: { code: 'action_not_allowed' } });
  expect(await dsap.decide(id, 'approve', { by: 'ann' })).toMatchObject({ status: 200 });
  expect(await dsap.result(id)).toMatchObject({ status: 'completed' });
  expect((await dsap.evidence(id)).evidence).toMatchObject([
    { passed: true, check: 'guard not-empty on make' },
    { passed: true, check: 'assertion', nature: 'human', detail: 'Is it nice?' },
  ]);
});

test('S1x-4, R63: no makes it false: the loop goes on while work is left and asks again, then stalls', async () => {
  const slow = { later: [{ text: 'at last', delay: '2s' }] };
  const id = await dsap.start(making({ all: [notEmpty('make'), ASSERTION] }, { requires: ['make'] }, slow));
  expect(await dsap.decide(id, 'reject', { feedback: 'Not yet.' })).toMatchObject({ status: 200 });
  await dsap.until(id, ({ steps, waiting }) => steps['later']?.sigma === 'satisfied' && waiting);
  expect(await dsap.question(id)).toMatchObject({ kind: 'assertion' });
  expect(await dsap.decide(id, 'reject', { feedback: 'No.' })).toMatchObject({ status: 200 });
  await dsap.until(id, ({ escalations }) => Object.values(escalations).some(({ kind }) => kind === 'stalled'));
  expect(await dsap.run(id)).toMatchObject({ status: 'escalated' });
});

describe('R45: what a person is asked about the base case holds up no other work', () => {
  const early = { all: [{ guard: { use: 'contains', with: { text: 'a' } }, on: 'a' }, { assertion: 'early ok?' }] };
  const steps = [atom('a'), atom('b'), atom('c', { requires: ['b'] })];
  const outputs = { a: ['a'], b: [{ text: 'b', delay: '1500ms' }] };
  const play = (baseCase: object, c: unknown) =>
    dsap.start(searching(steps, { objective: objective('c', { baseCase }) }, { ...outputs, c: [c] }));
  const either = { any: [early, { guard: { use: 'contains', with: { text: 'x' } }, on: 'c' }] };
  const asked = async (id: string) => (await dsap.log(id)).filter(({ type }) => type === 'escalation.opened');

  test('which may complete the run, and nobody need answer any more', async () => {
    const id = await play(either, 'x');
    expect(await dsap.question(id)).toMatchObject({ kind: 'assertion', question: 'Does this hold: early ok?' });
    expect(await dsap.result(id)).toMatchObject({ status: 'completed', artifacts: { c: { content: 'x' } } });
    expect((await dsap.get(`/v1/escalations?runId=${id}`)).data).toMatchObject([{ status: 'withdrawn' }]);
  });

  test('and once it is done the same question waits, asked once, for the answer that completes it', async () => {
    const id = await play(either, 'y');
    await dsap.until(id, ({ life }) => life.status === 'escalated');
    expect(await dsap.state(id)).toMatchObject({ unresolved: [], guards: { c: 'satisfied' } });
    expect(await asked(id)).toHaveLength(1);
    expect(await dsap.decide(id, 'approve')).toMatchObject({ status: 200 });
    expect(await dsap.result(id)).toMatchObject({ status: 'completed' });
  });

  test('nor what was said before, where two are asked', async () => {
    const id = await play({ all: [...early.all, { assertion: 'and this?' }] }, 'y');
    expect(await dsap.decide(id, 'approve')).toMatchObject({ status: 200 });
    expect(await dsap.question(id, ({ question }) => question === 'Does this hold: and this?')).toBeDefined();
    await dsap.until(id, ({ life }) => life.status === 'escalated');
    expect(await dsap.decide(id, 'approve')).toMatchObject({ status: 200 });
    expect(await dsap.result(id)).toMatchObject({ status: 'completed' });
    expect(await asked(id)).toHaveLength(2);
  });

  test('which may be stopped and resumed meanwhile', async () => {
    const id = await play(either, 'y');
    await dsap.question(id);
    await dsap.stop(id);
    expect(await dsap.send('POST', `/v1/runs/${id}/resume?wait=10s`, {})).toMatchObject({ status: 200 });
    await dsap.until(id, (state) => state.steps['c']?.sigma === 'satisfied' && state.waiting);
    expect(await dsap.decide(id, 'approve')).toMatchObject({ status: 200 });
    expect(await dsap.result(id)).toMatchObject({ status: 'completed' });
  });
});

test('S1x-4: nobody is asked before anything is done, also where a person alone decides', async () => {
  const id = await dsap.start(making(ASSERTION));
  expect(await dsap.question(id)).toMatchObject({ kind: 'assertion' });
  expect(await dsap.state(id)).toMatchObject({ unresolved: [] });
  expect(await dsap.decide(id, 'approve')).toMatchObject({ status: 200 });
  expect(await dsap.result(id)).toMatchObject({ status: 'completed' });
});

test('S1x-4, R41: an assertion that nobody answers in time is no yes: the run fails', async () => {
  const id = await dsap.start(making({ all: [notEmpty('later'), { ...ASSERTION, expiresIn: 'PT1S' }] }));
  expect(await dsap.result(id)).toMatchObject({ status: 'failed', failure: { code: 'escalation_expired' } });
  const { data } = await dsap.get(`/v1/escalations?runId=${id}`);
  expect(data).toMatchObject([{ kind: 'assertion', status: 'expired' }]);
});

test('S1-6-b, S1-3.3-b, S1-3.3-c: stopped while a person is asked, resumed, and the question is still there', async () => {
  const id = await dsap.start(making({ all: [notEmpty('later'), ASSERTION] }));
  await dsap.question(id);
  expect(await dsap.stop(id, { reason: 'lunch' })).toMatchObject({ status: 200, body: { status: 'stopped' } });
  expect(await dsap.send('POST', `/v1/runs/${id}/resume?wait=10s`, {})).toMatchObject({ status: 200 });
  expect(await dsap.question(id)).toMatchObject({ kind: 'assertion', status: 'open' });
  expect(await dsap.decide(id, 'approve')).toMatchObject({ status: 200 });
  expect(await dsap.result(id)).toMatchObject({ status: 'completed' });
});
