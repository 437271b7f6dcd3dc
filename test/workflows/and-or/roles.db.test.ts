// A real PostgreSQL, the simulated models, the API in process: probes, workers, verifiers.
import { startInProcess } from '../../support/engine/in-process.ts';
import { useSearches } from '../../support/engine/searches.ts';
import { atom, failing, objective, searching, told, workerOutput } from '../../support/played/and-or.ts';

const dsap = useSearches(startInProcess);

const probe = (feasible: boolean, more: object = {}) =>
  JSON.stringify({ feasible, findings: 'It was looked at.', cost_estimate: 'a day', ...more });
const verifier = (passed: boolean) =>
  JSON.stringify({ passed, evidence: ['npm test exited with 0'], failures: passed ? [] : ['it does not build'] });
const once = { recovery: { rMax: 1 } };

/** What became of the attempts of the one step of a role that is given these answers. */
async function judged(role: string, ...answers: readonly string[]) {
  const id = await dsap.start(
    searching(
      [atom('only', { role, ...once }), atom('end', { requires: ['only'] })],
      { objective: objective('end') },
      { only: answers },
    ),
  );
  const result = await dsap.get(`/v1/runs/${id}/result?wait=20s`);
  return { id, result, attempts: await dsap.attempts(id, 'only') };
}

describe('S1-7.1-d, S1-7.3.1-b, S1-7.3.3-b, S1-7.4-b, S1-7.4-c, S1-7.4-d, S1-7.5-d: what is no structured summary is a failed attempt', () => {
  test.each([
    ['probe', 'a raw log', '$ npm ls\nadded 12 packages', probe(true)],
    ['probe', 'no finding', JSON.stringify({ feasible: true, cost_estimate: 1 }), probe(true)],
    ['probe', 'a word for a truth', probe(true).replace('true', '"yes"'), probe(true)],
    ['worker', 'a raw log', 'Compiling…\nFinished in 3 s', workerOutput()],
    ['worker', 'a raw log within', workerOutput({ raw_log: 'Compiling…' }), workerOutput()],
    [
      'worker',
      'a log under another name',
      workerOutput({ details: 'x'.repeat(5_000) }),
      workerOutput({ details: 'short' }),
    ],
    ['worker', 'no bindings', JSON.stringify({ success: true, artifacts: [] }), workerOutput()],
    [
      'worker',
      'a file outside',
      workerOutput({ artifacts: [{ path: '../x', content: '' }] }),
      workerOutput({ artifacts: [{ path: 'a/.x', content: '' }] }),
    ],
    ['worker', 'a failure', workerOutput({ success: false, reason: 'no network' }), workerOutput()],
    ['verifier', 'a raw log', 'ok 1\nok 2', verifier(true)],
    ['verifier', 'no evidence', JSON.stringify({ passed: true, failures: [] }), verifier(false)],
  ])('%s: %s', async (role, _, wrong, right) => {
    const { result, attempts } = await judged(role, wrong, right);
    expect(result).toMatchObject({ status: 'completed' });
    expect(attempts).toMatchObject([
      {
        status: 'rejected',
        verdict: { verdict: 'retry', guard: 'generator-validation', feedback: expect.stringMatching(/.{20}/) },
      },
      { status: 'accepted' },
    ]);
    const { renderedPrompt } = attempts[1];
    expect(JSON.stringify(renderedPrompt)).toContain('Rejected because');
  });
});

test('S1-7.5-d, R40: where no role is written, nothing of this is asked', async () => {
  const id = await dsap.start(searching([atom('only')], { objective: objective('only') }, { only: ['a raw log'] }));
  expect(await dsap.result(id)).toMatchObject({ status: 'completed', artifacts: { only: { content: 'a raw log' } } });
});

describe('S1-7.3.1-a, S1-7.3.1-c, S1-7.3.1-d, S1-7.4.1, S1-7.4.2-a: a probe finds out first, and the run decides by it', () => {
  test.each([
    ['a new library', 'library', 'adopt', 'own'],
    ['a refactoring, before it is begun', 'coupling', 'extract', 'leave'],
    ['a guess at the cause of an error', 'hypothesis', 'fix_cache', 'fix_lock'],
  ])('%s', async (_, found, first, second) => {
    const steps = [
      atom(found, { role: 'probe' }),
      atom(first, { requires: [found], orGroup: 'way' }),
      atom(second, { orGroup: 'way' }),
    ];
    const play = async (feasible: boolean) => {
      const id = await dsap.start(searching(steps, { objective: objective('way') }, { [found]: [probe(feasible)] }));
      expect(await dsap.result(id)).toMatchObject({ status: 'completed' });
      return { id, groups: (await dsap.state(id)).graph.groups, first: await dsap.attempts(id, first) };
    };
    const yes = await play(true);
    expect(yes.groups).toMatchObject([{ winner: first, failed: [] }]);
    const no = await play(false);
    expect(no).toMatchObject({ groups: [{ winner: second, failed: [first] }], first: [] });
    expect(told(await dsap.trail(no.id))).toEqual([
      `or_selected way ${first}`,
      `or_failed way ${first}`,
      `or_selected way ${second}`,
    ]);
    expect((await dsap.trail(no.id))[1]).toMatchObject({ reason: `${found} found it infeasible` });
  });
});

describe('S1-7.4.2-a: an atom flagged unknown has a probe before it', () => {
  const steps = [
    atom('base'),
    atom('adopt', { unknown: true, requires: ['base'], orGroup: 'way' }),
    atom('own', { orGroup: 'way' }),
  ];
  const play = async (feasible: boolean) => {
    const id = await dsap.start(searching(steps, { objective: objective('way') }, { probe_adopt: [probe(feasible)] }));
    expect(await dsap.result(id)).toMatchObject({ status: 'completed' });
    const order = (await dsap.log(id)).flatMap((event) => (event.type === 'step.satisfied' ? [event.step] : []));
    return { id, order };
  };

  test('that finds out what the atom would have to do, and tells it', async () => {
    const { id, order } = await play(true);
    expect(order).toEqual(['base', 'probe_adopt', 'adopt']);
    const asked = await dsap.prompt(id, 'probe_adopt');
    for (const words of ['Find out whether it can be done', 'Make adopt.', 'what base made', '"feasible"'])
      expect(asked).toContain(words);
    expect(await dsap.prompt(id, 'adopt')).toMatch(/## probe_adopt\n[^#]*It was looked at/);
  });

  test('whose word is enough to leave it alone', async () => {
    const { id, order } = await play(false);
    expect(order).toEqual(['base', 'probe_adopt', 'own']);
    expect(told(await dsap.trail(id))).toEqual(['or_selected way adopt', 'or_failed way adopt', 'or_selected way own']);
  });
});

test('S1-7.3.1-a, S1-7.5-c, S1-7.4-b: what a probe or a verifier writes as files is not in the workspace', async () => {
  const files = { artifacts: [{ path: 'hacked.md', content: 'x' }], success: true, bindings_delta: {} };
  const steps = [
    atom('look', { role: 'probe' }),
    atom('check', { role: 'verifier' }),
    atom('make', { role: 'worker', requires: ['look', 'check'] }),
  ];
  const baseCase = { all: [{ notFile: 'hacked.md' }, { file: 'made.md' }] };
  const outputs = {
    look: [probe(true, files)],
    check: [JSON.stringify({ ...JSON.parse(verifier(true)), ...files })],
    make: [workerOutput({ artifacts: [{ path: 'made.md', content: 'x' }] })],
  };
  const id = await dsap.start(searching(steps, { objective: objective('', { baseCase }) }, outputs));
  expect(await dsap.result(id)).toMatchObject({ status: 'completed' });
  expect((await dsap.evidence(id)).evidence).toMatchObject([
    { check: 'not file hacked.md', passed: true },
    { passed: true },
  ]);
});

test('S1-7.3.2-a: a worker is told its task, what counts as done, and what checks it', async () => {
  const steps = [
    atom('make', {
      role: 'worker',
      guard: { sequence: [{ use: 'contains', id: 'named', with: { text: 'sign-in' } }, { use: 'json' }] },
    }),
  ];
  const done = workerOutput({ summary: 'The sign-in is there.' });
  const id = await dsap.start(searching(steps, { objective: objective('make') }, { make: [done] }));
  expect(await dsap.result(id)).toMatchObject({ status: 'completed' });
  const prompt = await dsap.prompt(id, 'make');
  for (const words of [
    'Make make.',
    'Done when: Somebody has signed in.',
    '- named (contains) {"text":"sign-in"}',
    '- json',
    '"bindings_delta"',
  ])
    expect(prompt).toContain(words);
});

test('S1-7.3.2-a: what a worker says of itself is not enough: its guard checks it', async () => {
  const steps = [atom('make', { role: 'worker', guard: { use: 'contains', with: { text: 'tests' } } })];
  const outputs = { make: [workerOutput({ summary: 'done' }), workerOutput({ summary: 'done, with tests' })] };
  const id = await dsap.start(searching(steps, { objective: objective('make') }, outputs));
  expect(await dsap.result(id)).toMatchObject({ status: 'completed' });
  expect(await dsap.attempts(id, 'make')).toMatchObject([
    { status: 'rejected', verdict: { guard: 'contains' } },
    { status: 'accepted' },
  ]);
});

test('S1-7.3.2-b, S1-7.3.2-c, R13: files of accepted work are in the workspace, those of work that failed or lost are not', async () => {
  const made = (path: string) => [workerOutput({ artifacts: [{ path, content: path }] })];
  const steps = [
    atom('jwt', { role: 'worker', guard: failing(9), recovery: { rMax: 0 } }),
    atom('session', { role: 'worker' }),
    atom('docs', { role: 'worker', requires: ['auth'] }),
  ];
  const baseCase = { all: [{ file: 'docs/session.md' }, { file: 'session.ts' }, { notFile: 'jwt.ts' }] };
  const facts = { orGroups: { auth: { choices: ['jwt', 'session'] } }, objective: objective('', { baseCase }) };
  const outputs = { jwt: made('jwt.ts'), session: made('session.ts'), docs: made('docs/session.md') };
  const id = await dsap.start(searching(steps, facts, outputs));
  expect(await dsap.result(id)).toMatchObject({ status: 'completed' });
  const [rejected] = await dsap.attempts(id, 'jwt');
  expect(rejected).toMatchObject({ status: 'rejected', verdict: { feedback: expect.stringContaining('not yet') } });
});

test('S1-3.4-g, R13: a summary that a person writes over a binding leaves the files of the worker where they are', async () => {
  const steps = [atom('make', { role: 'worker' }), atom('end', { requires: ['make'] })];
  const baseCase = { all: [{ file: 'a.md' }, { guard: { use: 'not-empty' }, on: 'end' }] };
  const outputs = {
    make: [workerOutput({ artifacts: [{ path: 'a.md', content: 'x' }] })],
    end: [{ text: 'end', delay: '1500ms' }],
  };
  const id = await dsap.start(searching(steps, { objective: objective('', { baseCase }) }, outputs));
  await dsap.generating(id, 'end');
  await dsap.redirect(id, 'bindings_override', { bindings: { make: { summary: 'A is there.' } } });
  expect(await dsap.result(id)).toMatchObject({ status: 'completed' });
  expect(await dsap.prompt(id, 'end')).toContain('A is there.');
  expect(await dsap.bindings(id)).toMatchObject([{ step: 'make', summary: 'A is there.', source: 'human' }, {}]);
});

test('R105: of two workers that hand back one path at the same moment the second is told the difference, before its own guard, and tries again', async () => {
  const file = (content: string, path = 'a.md') => workerOutput({ artifacts: [{ path, content }] });
  const steps = [
    atom('one', { role: 'worker' }),
    atom('other', { role: 'worker' }),
    atom('end', { requires: ['one', 'other'] }),
  ];
  const outputs = {
    one: [file('by one'), file('by one', 'b.md')],
    other: [file('by other'), file('by other', 'b.md')],
  };
  const id = await dsap.start(searching(steps, { objective: objective('end') }, outputs));
  expect(await dsap.result(id)).toMatchObject({ status: 'completed' });
  const tried = [await dsap.attempts(id, 'one'), await dsap.attempts(id, 'other')];
  expect(tried.map((each) => each.length).toSorted((a, b) => a - b)).toEqual([1, 2]);
  const [rejected] = tried.find((each) => each.length === 2) ?? [];
  expect(rejected).toMatchObject({ status: 'rejected', verdict: { verdict: 'retry', guard: 'workspace-conflict' } });
  expect(rejected.verdict.feedback).toMatch(
    /^a.md was handed back by (one|other), which is accepted[^]*\n-by [^]*\n\+by /,
  );
});

test('R106: a verifier that says no makes the leaf false that a guard would let pass', async () => {
  const steps = [atom('check', { role: 'verifier' }), atom('end', { requires: ['check'] })];
  const form = { guard: { use: 'json' }, on: 'check' };
  const baseCase = { all: [form, { guard: { use: 'not-empty' }, on: 'end' }] };
  const id = await dsap.start(
    searching(steps, { objective: objective('', { baseCase }) }, { check: [verifier(false)] }),
  );
  expect(await dsap.question(id)).toMatchObject({ kind: 'stalled' });
  expect((await dsap.evidence(id)).evidence).toMatchObject([
    { leaf: 'baseCase/all/0', passed: false, detail: 'check, a verifier, says {"passed": false}' },
  ]);
});

test('S3-D2-a, R87: facts of a worker reach later work by prompt, template, when and guard; what it says of another step is a failed attempt; people may write others', async () => {
  const when = 'binding.make.port > 79';
  const guard = { use: 'expression', with: { expr: 'binding.make.port >= 80' } };
  const steps = [
    atom('make', { role: 'worker' }),
    atom('use', { requires: ['make'], when, guard }),
    atom('end', {
      requires: ['make', 'use'],
      generator: { kind: 'llm', prompt: 'Listen on {binding.make.port}.' },
    }),
  ];
  const outputs = {
    make: [workerOutput({ bindings_delta: { use: 'taken over' } }), workerOutput({ bindings_delta: { port: 80 } })],
    end: [{ text: 'end', delay: '1500ms' }, 'end'],
  };
  const id = await dsap.start(searching(steps, { objective: objective('end') }, outputs));
  await dsap.generating(id, 'end');
  expect(await dsap.prompt(id, 'make', 2)).toContain('/bindings_delta/use: "use" is another step or group');
  expect(await dsap.prompt(id, 'use')).toContain('done\n- port: 80\n');
  await dsap.redirect(id, 'bindings_override', { bindings: { make: { facts: { port: 81 } } } });
  expect(await dsap.result(id)).toMatchObject({ status: 'completed' });
  expect(await dsap.prompt(id, 'end')).toContain('Listen on 81.');
  expect(await dsap.bindings(id)).toMatchObject([{ step: 'make', summary: 'done', facts: { port: 81 } }, {}, {}]);
});

test('S1-7.3.2-c, R90: of a worker that gives up the reason is kept, and comes back to it', async () => {
  const gaveUp = workerOutput({ success: false, reason: 'There is no network.' });
  const { id, result } = await judged('worker', gaveUp, workerOutput());
  expect(result).toMatchObject({ status: 'completed' });
  expect(await dsap.prompt(id, 'only', 2)).toContain('There is no network.');
  const [{ verdict }] = await dsap.attempts(id, 'only');
  expect(verdict).toMatchObject({
    data: { reason: 'There is no network.' },
    signature: expect.stringMatching(/there is no network/i),
  });
  expect(verdict.feedback).toMatch(/^There is no network\.\n/);
});

test('S1-2.3-b, S1-4.3-a, S1-4.3-b, S1-7.1-a: later work sees the summary of what was solved, and no private notes', async () => {
  const secret = 'first I tried four other things';
  const steps = [atom('a', { role: 'worker' }), atom('b', { requires: ['a'] }), atom('c', { requires: ['b'] })];
  const outputs = {
    a: [workerOutput({ summary: 'A is a table of users.', notes: secret })],
    b: [`B starts here. ${'x'.repeat(600)} and ends here`],
  };
  const id = await dsap.start(searching(steps, { objective: objective('c') }, outputs));
  expect(await dsap.result(id)).toMatchObject({ status: 'completed' });
  const [ofB, ofC] = [await dsap.prompt(id, 'b'), await dsap.prompt(id, 'c')];
  expect(ofB).toContain('A is a table of users.');
  expect(ofB).not.toContain(secret);
  expect(ofC).toContain('B starts here.');
  expect(ofC).not.toContain('and ends here');
  expect(ofC).not.toContain('A is a table of users.');
  expect(await dsap.bindings(id)).toMatchObject([
    { step: 'a', summary: 'A is a table of users.' },
    { step: 'b', summary: expect.stringMatching(/^B starts here\..{486}$/) },
    { step: 'c' },
  ]);
});

test('S1-2.3-b: a step may ask for the whole of what it builds on, by its context or in its task', async () => {
  const whole = JSON.stringify({ summary: 'short', text: 'the whole of it' });
  const json = { generator: { kind: 'llm', prompt: 'Make a.', output: { format: 'json' } } };
  const steps = [
    atom('a', json),
    atom('full', { requires: ['a'], context: { a: 'full' } }),
    atom('bound', {
      requires: ['a'],
      context: { a: 'none' },
      generator: { kind: 'llm', prompt: 'Use {binding.a} now.' },
    }),
    atom('end', { requires: ['full', 'bound'] }),
  ];
  const id = await dsap.start(searching(steps, { objective: objective('end') }, { a: [whole] }));
  expect(await dsap.result(id)).toMatchObject({ status: 'completed' });
  expect(await dsap.prompt(id, 'full')).toContain('the whole of it');
  const bound = await dsap.prompt(id, 'bound');
  expect(bound).toContain('Use short now.');
  expect(bound).not.toContain('the whole of it');
});

test('S1-7.4-a: the coordinator is the engine: it calls no model and no tool of its own, only those of the atoms', async () => {
  const steps = [atom('jwt', { guard: failing(9), recovery: { rMax: 0 } }), atom('session')];
  const facts = { orGroups: { auth: { choices: ['jwt', 'session'] } }, objective: objective('auth') };
  const id = await dsap.start(searching(steps, facts));
  expect(await dsap.result(id)).toMatchObject({ status: 'completed' });
  const { usage } = await dsap.run(id);
  expect(usage.llmCalls).toBe(2);
  const activities = dsap.engine.callsOf(id).map(({ name }) => name);
  expect([...new Set(activities)].toSorted()).toEqual(['evaluateGuard', 'flush', 'generate', 'verifyBaseCase']);
});
