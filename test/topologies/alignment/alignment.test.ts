// Pure: agreeing on what a run is for before it begins, as the API prepares it and the core takes it.
import { topologyRequestsOf } from '../../../src/definitions/redirects/topology-requests.ts';
import {
  type AlignmentBody,
  objectionsToDraft,
  prepareAlignment,
  prepareDraft,
  readDraft,
} from '../../../src/topologies/alignment/prepare.ts';
import { atom, objective, searching } from '../../support/played/and-or.ts';
import { aPlan, aStep } from '../../support/played/plans.ts';
import { generated, judged, playing } from '../../support/played/playing.ts';
import { type PreparedRun, preparedRun } from '../../support/played/prepared.ts';

const FULL: Readonly<Record<string, unknown>> = { ...objective('only') };
const MISSING = ['goal', 'backgroundIntent', 'deliverables', 'definitionOfDone', 'baseCase'];

/** A run that waits for its objective. */
const waiting = (steps: readonly object[] = [], facts = {}) =>
  preparedRun(searching(steps, facts), { unaligned: true });

async function align(prepared: PreparedRun, body: AlignmentBody, by = 'ann') {
  const found = await prepareAlignment(prepared.using, prepared.row(), body, by);
  prepared.send(found);
  return found;
}

const typesOf = ({ run }: PreparedRun) => run.log.map(({ type }) => type);
const newest = ({ run }: PreparedRun) => run.log.at(-1);

test('S1-3.2-a, R50: a run that waits for its objective begins nothing, and says what is missing', () => {
  const prepared = waiting();
  expect([prepared.run.state.life.status, typesOf(prepared)]).toEqual(['awaiting_alignment', ['run.created']]);
  expect(prepared.run.plan.missing).toEqual([...MISSING, 'steps']);
  expect(() => prepared.run.do({ kind: 'begin', by: 'ann' })).toThrow(
    `Before the run may start it has to be agreed on: ${[...MISSING, 'steps'].join(', ')}.`,
  );
});

test('S1-3.2-a: one thing that is missing is enough to hold it up', () => {
  const { backgroundIntent: _, ...rest } = FULL;
  const { run } = waiting([atom('only')], { objective: rest });
  expect(() => run.do({ kind: 'begin', by: 'ann' })).toThrow('it has to be agreed on: backgroundIntent.');
});

test('S1-3.1-a, S1-3.2: what is agreed on is what the run goes by, in versions; then it begins', async () => {
  const prepared = waiting();
  await align(prepared, { objective: FULL, steps: [atom('first'), atom('only')] });
  expect(newest(prepared)).toMatchObject({ type: 'run.aligned', version: 1, steps: ['first', 'only'], by: 'ann' });
  await align(prepared, { objective: { goal: 'Less.', constraints: { maxIterations: 7 } }, steps: [atom('only')] });
  expect(newest(prepared)).toMatchObject({ version: 2, steps: ['only'], budgets: { maxIterations: 7 } });
  expect(prepared.document['objective']).toEqual({ ...FULL, goal: 'Less.', constraints: { maxIterations: 7 } });
  prepared.run.do({ kind: 'begin', by: 'bob' });
  expect(prepared.run.log.find(({ type }) => type === 'run.started')).toMatchObject({ by: 'bob' });
  expect([prepared.run.state.life.status, typesOf(prepared).includes('attempt.started')]).toEqual(['running', true]);
});

test('S1-3.1-a: whoever says nothing of himself is anonymous, in what is agreed on and in who began', async () => {
  const prepared = waiting([atom('only')], { objective: FULL });
  const { using, run } = prepared;
  const found = await prepareAlignment(using, prepared.row(), {}, 'ann');
  if (!found.ok) throw new Error('refused');
  const { by: _, ...nameless } = found.request;
  run.do(nameless);
  expect(newest(prepared)).toMatchObject({ type: 'run.aligned', by: 'anonymous' });
  run.do({ kind: 'begin' });
  expect(run.log.find(({ type }) => type === 'run.started')).toMatchObject({ by: 'anonymous' });
});

test.each<[string, AlignmentBody, boolean]>([
  ['nothing', {}, false],
  ['what holds already', { objective: { goal: FULL['goal'] } }, false],
  ['another goal', { objective: { goal: 'Another.' } }, true],
  ['other steps', { steps: [atom('other'), atom('only')] }, true],
  ['groups', { orGroups: { either: { choices: ['only'] } } }, true],
])('S1-3.1-a: whether a request that says %s changes anything is told', async (_, body, changes) => {
  const prepared = waiting([atom('only')], { objective: FULL });
  const found = await prepareAlignment(prepared.using, prepared.row(), body, 'ann');
  expect(found).toMatchObject({ ok: true, changes, request: { kind: 'align', by: 'ann' } });
});

test('S1-3.1-a: where nothing was said before, a request that says nothing changes nothing either', async () => {
  const prepared = waiting([atom('only')]);
  const found = await prepareAlignment(prepared.using, prepared.row(), {}, 'ann');
  expect(found).toMatchObject({ ok: true, changes: false });
});

test('S1-4.1-b: what publishing would refuse is not agreed on', async () => {
  const prepared = waiting([atom('only')]);
  const body = { objective: { ...FULL, baseCase: { file: '/etc/passwd' } } };
  const found = await prepareAlignment(prepared.using, prepared.row(), body, 'ann');
  expect(found).toMatchObject({ ok: false, issues: [{ pointer: '/objective/baseCase/file', code: 'invalid_path' }] });
});

test('R62: of two that were made from the same the second is stale, and changes nothing', async () => {
  const prepared = waiting([atom('only')], { objective: FULL });
  const [one, other] = await Promise.all(
    ['One.', 'Other.'].map((goal) => prepareAlignment(prepared.using, prepared.row(), { objective: { goal } }, 'ann')),
  );
  if (!one || !other) throw new Error('nothing was prepared');
  prepared.send(one);
  expect(() => prepared.send(other)).toThrow(expect.objectContaining({ code: 'redirect_stale' }));
  expect(typesOf(prepared)).toEqual(['run.created', 'run.aligned']);
});

test('R50: what has begun is not agreed on any more, nor begun again; a run that has ended takes neither', async () => {
  const prepared = waiting([atom('only')], { objective: FULL });
  const late = await prepareAlignment(prepared.using, prepared.row(), {}, 'ann');
  prepared.run.do({ kind: 'begin', by: 'ann' });
  expect(() => prepared.send(late)).toThrow(expect.objectContaining({ code: 'already_started' }));
  const before = typesOf(prepared);
  prepared.run.do({ kind: 'begin', by: 'ann' });
  expect(typesOf(prepared)).toEqual(before);
  prepared.run.do({ kind: 'terminate', by: 'ann' });
  for (const input of [{ kind: 'begin', by: 'ann' } as const, ...(late.ok ? [late.request] : [])])
    expect(() => prepared.run.do(input)).toThrow(expect.objectContaining({ code: 'run_not_open' }));
});

describe('S1-3.1-a: a draft', () => {
  const drafted = async () => {
    const prepared = waiting([], { objective: { goal: 'Sign in.' } });
    prepared.send(await prepareDraft(prepared.using, prepared.row(), 'A sign-in.', 'ann'));
    return prepared;
  };
  const stepIn = ({ document }: PreparedRun) => {
    const [step] = document['steps'] as readonly Readonly<Record<string, unknown>>[];
    return step;
  };

  test('is a step of its own, which runs before the run has begun, and asks a person for a word', async () => {
    const prepared = await drafted();
    const { run } = prepared;
    expect(run.log.map(({ type, ...rest }) => [type, 'step' in rest ? rest.step : ''].join(' '))).toEqual([
      'run.created ',
      'run.redirecting alignment_1',
      'step.started alignment_1',
      'attempt.started alignment_1',
    ]);
    expect(run.log.find(({ type }) => type === 'run.redirecting')).not.toHaveProperty('interrupts');
    expect(run.state.life.status).toBe('awaiting_alignment');
    expect(run.plan.missing).toContain('steps');
    expect(stepIn(prepared)).toMatchObject({
      id: 'alignment_1',
      optional: true,
      generator: { kind: 'llm', output: { format: 'json' } },
      guard: { sequence: [{ use: 'alignment-draft' }, { use: 'human', id: 'alignment' }] },
      recovery: { rMax: 2, rPatience: null, eMax: 0, onExhausted: 'escalate' },
    });
    const task = JSON.stringify(stepIn(prepared)?.['generator']);
    expect(task).toContain('A sign-in.');
    expect(task).toContain('Agreed on so far:\\nGoal: Sign in.');
    expect(task).toContain('Complete means: checked by a program, a file or a guard, not by opinion.');
    expect(task).toContain('Answer with one JSON object and nothing else:');
  });

  test('tells of nothing that was agreed on where nothing was', async () => {
    const prepared = waiting();
    prepared.send(await prepareDraft(prepared.using, prepared.row(), 'A sign-in.', 'ann'));
    expect(JSON.stringify(stepIn(prepared))).not.toContain('Agreed on so far');
  });

  test('is given up once somebody says it himself, or begins', async () => {
    const prepared = await drafted();
    await align(prepared, { objective: FULL, steps: [atom('only')] });
    expect(prepared.run.plan.steps.map(({ id }) => id)).toEqual(['only']);
    expect(typesOf(prepared).slice(-2)).toEqual(['attempt.finished', 'run.aligned']);
    const begun = waiting([atom('only')], { objective: FULL });
    begun.send(await prepareDraft(begun.using, begun.row(), 'A sign-in.', 'ann'));
    begun.run.do({ kind: 'begin', by: 'ann' });
    expect(begun.run.log.find(({ type }) => type === 'step.waived')).toMatchObject({
      step: 'alignment_1',
      epoch: 1,
      attempt: 0,
      reason: 'the run was started',
    });
  });

  test('becomes what is agreed on once it is accepted, without its open questions', async () => {
    const prepared = await drafted();
    const { run, using } = prepared;
    run.do(generated('t4'));
    run.do(judged('t4'));
    prepared.keep('art_t4', JSON.stringify({ objective: FULL, steps: [atom('only')], questions: ['By when?'] }));
    const agreed = await topologyRequestsOf('and-or').agreed(using, prepared.row(), { artifactId: 'art_t4' }, 'ann');
    if (!agreed) throw new Error('nothing was agreed on');
    prepared.send(agreed);
    expect(newest(prepared)).toMatchObject({ type: 'run.aligned', version: 1, steps: ['only'], by: 'ann' });
    expect(prepared.document).toMatchObject({ objective: FULL, steps: [{ id: 'only' }] });
    expect(prepared.document).not.toHaveProperty('questions');
  });

  test('that cannot be read is refused with where it is wrong; one for a run that has begun is a redirect', async () => {
    const prepared = await drafted();
    const requests = topologyRequestsOf('and-or');
    prepared.keep('art_1', JSON.stringify({ objective: { ...FULL, goal: 3 } }));
    await expect(requests.agreed(prepared.using, prepared.row(), { artifactId: 'art_1' }, 'ann')).rejects.toMatchObject(
      {
        code: 'invalid_request',
        message: expect.stringContaining('/objective/goal'),
      },
    );
    const begun = preparedRun(searching([atom('only')], { objective: FULL }));
    expect(await requests.agreed(begun.using, begun.row(), { artifactId: 'art_1' }, 'ann')).toBeUndefined();
  });
});

test.each<[string, unknown, object]>([
  [
    'whole',
    { objective: FULL, steps: [], orGroups: {} },
    { ok: true, body: { objective: FULL, steps: [], orGroups: {} } },
  ],
  [
    'with questions, which are for the person',
    { objective: FULL, questions: ['?'] },
    { ok: true, body: { objective: FULL } },
  ],
  ['without an objective', { steps: [] }, { ok: false, problem: expect.stringMatching(/^\/objective /) }],
  ['with a word too many', { objective: FULL, more: 1 }, { ok: false, problem: expect.stringMatching(/^\/more /) }],
  ['a list', [], { ok: false }],
])('S1-3.1-a: a draft is read: %s', (_, value, read) => {
  expect(readDraft(value)).toMatchObject(read);
});

test.each<[string, unknown, readonly unknown[]]>([
  ['nothing', { objective: FULL }, []],
  [
    'what cannot be read, and that there is a shape to keep to',
    { steps: [] },
    [expect.stringMatching(/^\/objective /), 'Keep to the shape that the task gives.'],
  ],
  [
    'what publishing would refuse',
    { objective: { ...FULL, baseCase: { file: '/etc/passwd' } } },
    [expect.stringMatching(/^\/objective\/baseCase\/file /)],
  ],
])('S1-3.1-a: a draft is held against %s', (_, value, objections) => {
  const prepared = waiting([atom('only')]);
  const held = { record: prepared.row().record, document: prepared.document, check: prepared.using.check };
  expect(objectionsToDraft({ value }, held)).toEqual(objections);
});

test('R50: a run that needs no alignment has begun; what is prepared from another revision is stale there, too', () => {
  const run = playing(aPlan([aStep('only')]));
  const agreeTo = (from?: string) => {
    const revision = { digest: 'd', plan: run.plan, ...(from !== undefined && { from }) };
    run.do({ kind: 'align', prepared: true, by: 'ann', revision });
  };
  expect(() => agreeTo()).toThrow(expect.objectContaining({ code: 'already_started' }));
  expect(() => agreeTo('sha256:gone')).toThrow(expect.objectContaining({ code: 'redirect_stale' }));
});

describe('api 1: the routes of a search', () => {
  const route = (path: string) => {
    const found = topologyRequestsOf('and-or').routes.find((each) => each.path === path);
    if (!found) throw new Error(`no route ${path}`);
    return found;
  };

  test.each([
    ['alignment', { objective: FULL }, 'align'],
    ['alignment/propose', { instruction: 'A sign-in.' }, 'clarify'],
    ['start', undefined, 'begin'],
  ])('%s makes a request of a run that has not begun', async (path, body, kind) => {
    const prepared = waiting([atom('only')]);
    const found = await route(path).prepare(prepared.using, prepared.row(), body, 'ann');
    expect(found).toMatchObject({ ok: true, request: { kind, by: 'ann' }, changes: true });
  });

  test.each(['alignment', 'alignment/propose'])(
    'R50: %s refuses one that has begun, and says what else there is',
    async (path) => {
      const begun = preparedRun(searching([atom('only')], { objective: FULL }));
      const { record, ...row } = begun.row();
      await expect(
        route(path).prepare(begun.using, { record, ...row }, { instruction: 'x' }, 'ann'),
      ).rejects.toMatchObject({
        code: 'already_started',
        message: 'The run has begun; a redirect of type objective_change corrects it.',
      });
      const other = { ...row, record: { ...record, topology: 'dag' as const } };
      await expect(route(path).prepare(begun.using, other, { instruction: 'x' }, 'ann')).rejects.toMatchObject({
        message: 'A workflow of topology dag needs no alignment; it has begun.',
      });
    },
  );
});
