// Pure: breaking a step down while the run is under way, as the API prepares it and the core takes it (S1x-5).
import { topologyRequestsOf } from '../../../src/definitions/redirects/topology-requests.ts';
import { decompositionSchema } from '../../../src/definitions/schema/decomposition.ts';
import { definitionSchema } from '../../../src/definitions/schema/definition.ts';
import { wanted } from '../../../src/engine.ts';
import { preparingStepsIn } from '../../../src/topologies/and-or/document/preparing-steps.ts';
import { objectionsToParts } from '../../../src/topologies/decomposition/document.ts';
import { prepareDecomposition } from '../../../src/topologies/decomposition/prepare.ts';
import { proposerStep } from '../../../src/topologies/decomposition/proposal.ts';
import { atom, objective, searching } from '../../support/played/and-or.ts';
import { generated, judged } from '../../support/played/playing.ts';
import { type PreparedRun, preparedRun } from '../../support/played/prepared.ts';

type Fields = Readonly<Record<string, unknown>>;

const PARTS = {
  children: [
    { id: 'one', task: 'The {first}.', title: 'First' },
    { id: 'two', task: 'The second.', requires: ['one'], guard: { use: 'contains', with: { text: 'x' } } },
  ],
  reason: 'two parts',
};
const CARRIED: Fields = {
  requires: ['plan'],
  optionalRequires: ['notes'],
  role: 'worker',
  model: { name: 'sim:other' },
  context: { plan: 'summary' },
  timeouts: { generate: 'PT1M' },
};
const WORK: Fields = {
  ...CARRIED,
  decompose: true,
  maxChildren: 3,
  generator: { kind: 'llm', prompt: { role: 'You are careful.', task: 'Build it.' } },
};
const PLAIN: Fields = { decompose: true };

const stepsOf = ({ document }: PreparedRun) => document['steps'] as readonly Fields[];

/** plan and notes, then work, which is broken down. */
function searched(work: Fields = WORK): PreparedRun {
  const steps = [atom('plan'), atom('notes', { optional: true }), atom('work', work)];
  return preparedRun(searching(steps, { objective: objective('work') }));
}

/** The same once the parts have been proposed and accepted. */
function proposed(work: Fields = WORK, proposal: object = PARTS): readonly [PreparedRun, artifactId: string] {
  const prepared = searched(work);
  const { run } = prepared;
  for (let round = 0; round < 10; round += 1) {
    const last = run.log.findLast((event) => event.type === 'step.satisfied');
    if (last?.type === 'step.satisfied' && last.step === 'decompose_work') {
      prepared.keep(last.artifactId, JSON.stringify(proposal));
      return [prepared, last.artifactId];
    }
    const calls = wanted(run.state);
    const call = calls.find(({ step }) => step !== 'work') ?? calls[0];
    if (!call) break;
    run.do(call.phase === 'generate' ? generated(call.token) : judged(call.token));
  }
  throw new Error('nothing was proposed');
}

async function applied(work?: Fields, proposal?: object): Promise<PreparedRun> {
  const [prepared, artifactId] = proposed(work, proposal);
  prepared.send(await prepareDecomposition(prepared.using, prepared.row(), 'work', artifactId));
  return prepared;
}

test('S1x-5: the parts come before the step, with what it depends on, its model and its role; it goes on after them', async () => {
  const [, , one, two, work] = stepsOf(await applied());
  const { requires: _, ...inherited } = CARRIED;
  expect(one).toEqual({
    ...inherited,
    id: 'one',
    title: 'First',
    requires: ['plan'],
    generator: { kind: 'llm', prompt: { role: 'You are careful.', task: 'The {{first}}.' } },
    guard: { use: 'not-empty' },
  });
  expect(two).toMatchObject({ requires: ['plan', 'one'], guard: { use: 'contains', with: { text: 'x' } } });
  expect(two).not.toHaveProperty('title');
  expect(work).toMatchObject({ id: 'work', ...CARRIED, requires: ['plan', 'one', 'two'] });
  expect(Object.keys(work ?? {})).not.toEqual(expect.arrayContaining(['decompose']));
  expect(work).not.toHaveProperty('maxChildren');
});

test('S1x-5: what the step does not say its parts do not say either', async () => {
  const [, , one, , work] = stepsOf(await applied(PLAIN));
  expect(one).toEqual({
    id: 'one',
    title: 'First',
    requires: [],
    generator: { kind: 'llm', prompt: { task: 'The {{first}}.' } },
    guard: { use: 'not-empty' },
  });
  expect(work).toMatchObject({ requires: ['one', 'two'] });
});

test('S1x-5: the log tells of it, and the run goes by a plan with the parts in it', async () => {
  const { run } = await applied(PLAIN);
  const told = run.log.find(({ type }) => type === 'step.decomposed');
  expect(told).toMatchObject({ step: 'work', children: ['one', 'two'], reason: 'two parts' });
  expect(run.plan.steps.map(({ id }) => id)).toEqual(['plan', 'notes', 'one', 'two', 'work']);
});

test.each<[string, string, number]>([
  ['a long one is cut', 'r'.repeat(300), 200],
  ['none is empty', '', 0],
])('S1x-5: the reason of a proposal: %s', async (_, reason, length) => {
  const { run } = await applied(PLAIN, { ...PARTS, ...(reason === '' ? { reason: undefined } : { reason }) });
  const event = run.log.find(({ type }) => type === 'step.decomposed');
  expect(event?.type === 'step.decomposed' && event.reason.length).toBe(length);
});

test('R62: a proposal that fell meanwhile, or of a run that has ended, changes nothing; a stale one is refused', async () => {
  const [prepared, artifactId] = proposed();
  const { run, using } = prepared;
  const found = await prepareDecomposition(using, prepared.row(), 'work', artifactId);
  if (!found.ok) throw new Error('refused');
  const { length } = run.log;
  run.do({ ...found.request, artifactId: 'art_other' });
  expect(run.log).toHaveLength(length);
  const stale = { ...found.request, revision: { ...found.request.revision, from: 'sha256:gone' } };
  expect(() => run.do(stale)).toThrow(expect.objectContaining({ code: 'redirect_stale' }));
  run.do({ kind: 'terminate', by: 'ann' });
  const ended = run.log.length;
  run.do(found.request);
  expect(run.log).toHaveLength(ended);
});

test('S1x-5: a step that is not to be broken down is refused; so is what publishing would refuse', async () => {
  const [prepared, artifactId] = proposed(PLAIN, { children: [{ id: 'plan', task: 'again' }] });
  const prepare = (step: string) => prepareDecomposition(prepared.using, prepared.row(), step, artifactId);
  for (const step of ['plan', 'nowhere'])
    await expect(prepare(step)).rejects.toMatchObject({
      code: 'invalid_request',
      message: `${step} is not to be broken down.`,
    });
  expect(await prepare('work')).toMatchObject({ ok: false, issues: [{ code: 'duplicate_step_id' }] });
});

test('R50: the parts of a step are asked of the topology, beside what is agreed on before a run begins', async () => {
  const [prepared, artifactId] = proposed(PLAIN);
  const found = await topologyRequestsOf('and-or').agreed(
    prepared.using,
    prepared.row(),
    { artifactId, decomposes: 'work' },
    'ann',
  );
  expect(found).toMatchObject({ ok: true, changes: true, request: { kind: 'decompose', step: 'work', artifactId } });
});

describe('what publishing would have against parts', () => {
  const objections = (children: readonly object[], document: Fields = searched(PLAIN).document) => {
    const { using } = searched(PLAIN);
    return [...objectionsToParts({ value: { children }, decomposes: 'work' }, { document, check: using.check })];
  };

  test('is nothing where they can be made, or the step is none to be broken down', () => {
    expect(objections(PARTS.children)).toEqual([]);
    expect(objections(PARTS.children, searched({}).document)).toEqual([]);
  });

  test('names the part and the place in it, as the model knows its parts and not where they stand', () => {
    const [first = ''] = objections([{ id: 'one', task: 'x', requires: ['nowhere'] }]);
    expect(first).toMatch(/^"one"\/requires\/0: /);
    expect(objections([{ id: 'one', task: 'x', guard: { use: 'no-such-guard' } }])[0]).toMatch(/^"one"\/guard/);
  });

  test('says nothing of a part where the problem stands elsewhere', () => {
    const document = { ...searched(PLAIN).document, orGroups: { own: { choices: ['plan'] } } };
    const found = objections([{ id: 'own', task: 'x' }], document);
    expect(found).toContain('A step is called "own" too; ids are unique.');
  });

  test('is not what it has against the document already', () => {
    const { document } = searched(PLAIN);
    const [plan, ...steps] = document['steps'] as readonly Fields[];
    const wrong = { ...document, steps: [{ ...plan, guard: { use: 'no-such-guard' } }, ...steps] };
    expect(objections([{ id: 'one', task: 'x' }], wrong)).toEqual([]);
  });
});

test.each([
  ['no part', { children: [] }, false],
  ['a part without a task', { children: [{ id: 'a', task: '' }] }, false],
  ['a part of a name that no step may have', { children: [{ id: 'a b', task: 'x' }] }, false],
  ['an empty title', { children: [{ id: 'a', task: 'x', title: '' }] }, false],
  ['a title of 200 characters', { children: [{ id: 'a', task: 'x', title: 't'.repeat(200) }] }, true],
  ['a title of 201', { children: [{ id: 'a', task: 'x', title: 't'.repeat(201) }] }, false],
  ['one part alone', { children: [{ id: 'a', task: 'x' }] }, true],
])('S1x-5: a proposal with %s is read: %j %s', (_, proposal, isRead) => {
  expect(decompositionSchema.safeParse(proposal).success).toBe(isRead);
});

describe('the step that proposes parts', () => {
  const proposer = (work: Fields) => {
    const { steps } = definitionSchema.parse(searching([atom('plan'), atom('notes'), atom('work', work)], {}));
    const step = steps.find(({ id }) => id === 'work');
    if (!step) throw new Error('no step');
    return proposerStep(step, ['plan', 'work']);
  };
  const promptOf = ({ generator }: ReturnType<typeof proposer>) =>
    generator.kind === 'llm' && typeof generator.prompt === 'object' ? generator.prompt : { task: '' };

  test('knows the ids that no part may have: of steps, of groups, and of what prepares a step', () => {
    const steps = [atom('plan', { orGroup: 'g' }), atom('work', PLAIN)];
    const [made] = preparingStepsIn(definitionSchema.parse(searching(steps, {})));
    const taken = ['plan', 'probe_plan', 'decompose_plan', 'work', 'probe_work', 'decompose_work', 'g'];
    expect(made?.guard).toMatchObject({ use: 'decomposition', with: { taken } });
  });

  test('sees what the step would see, says its task, and is judged by what parts there may be', () => {
    const made = proposer(WORK);
    const { role: _, ...seen } = CARRIED;
    expect(made).toMatchObject({
      ...seen,
      id: 'decompose_work',
      title: 'The parts of work',
      generator: { kind: 'llm', output: { format: 'json' } },
      guard: { use: 'decomposition', with: { parent: 'work', maxChildren: 3, taken: ['plan', 'work'] } },
    });
    expect(promptOf(made)).toMatchObject({
      role: 'You are careful.',
      task: expect.stringMatching(/^Build it\.\n\nBreak this work down into at most 3 parts/),
    });
  });

  test('says no role where the step has none, and asks for at most five parts', () => {
    const made = proposer(PLAIN);
    expect(promptOf(made)).not.toHaveProperty('role');
    expect(promptOf(made).task).toMatch(/^Make work\.\n\nBreak this work down into at most 5 parts/);
    for (const field of ['requires', 'optionalRequires', 'when', 'context', 'model', 'recovery', 'timeouts'])
      expect(made).not.toHaveProperty(field);
  });

  test('has the title of a step that asks no model, or else its id, for a task', () => {
    const human = { generator: { kind: 'human', question: 'What?' } };
    expect(promptOf(proposer({ ...human, title: 'The work' })).task).toMatch(/^The work\n/);
    expect(promptOf(proposer(human)).task).toMatch(/^work\n/);
  });

  test('is for the run where the step is, unless that is known only by what it makes; it climbs the same ladder', () => {
    const ladder = [{ name: 'sim:a' }, { name: 'sim:b' }];
    expect(proposer({ when: 'input.n > 1', recovery: { rMax: 2, ladder } })).toMatchObject({
      when: 'input.n > 1',
      recovery: { ladder },
    });
    expect(proposer({ recovery: { ladder } }).recovery).not.toHaveProperty('rMax');
    expect(proposer({ when: 'artifact.decompose_work.n > 1' })).not.toHaveProperty('when');
    expect(proposer({ maxContextTokens: 100 })).toMatchObject({ maxContextTokens: 100 });
  });
});
