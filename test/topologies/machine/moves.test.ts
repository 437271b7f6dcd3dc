// Pure: which moves a machine may make, what a transition decides without a model, and what its calls are told.
import type { MachineFacts } from '../../../src/model/machine-facts.ts';
import type { TurnRecord } from '../../../src/model/machine-state.ts';
import type { Plan } from '../../../src/model/plan.ts';
import { mayMove } from '../../../src/topologies/machine/conditions.ts';
import { machineOf } from '../../../src/topologies/machine/document/definition.ts';
import { machineSchema } from '../../../src/topologies/machine/document/document.ts';
import { factsOf } from '../../../src/topologies/machine/facts.ts';
import { ruleDecision } from '../../../src/topologies/machine/fallback.ts';
import { digestsShown } from '../../../src/topologies/machine/shown.ts';
import { layersOf, variablesFrom, variablesProblem } from '../../../src/topologies/machine/stored-variables.ts';
import { machineView } from '../../../src/topologies/machine/view.ts';
import { machineWords } from '../../../src/topologies/machine/words.ts';
import { machineWork } from '../../../src/topologies/machine/work.ts';
import { accepted } from '../../definitions/makers.ts';
import { aMachine, type MachineFacts as Document } from '../../support/played/a-machine.ts';
import { coreRun, type Verdicts } from '../../support/played/core-machine.ts';

const WORK = { name: 'work', in_state: 'a', transition_to: 'b' };
const machine = (transitions: readonly object[]) =>
  machineOf(machineSchema.parse(aMachine({ machine: { transitions }, steps: [WORK] })));

describe('R37, R89: whether the machine may move', () => {
  const scope = { x: 3, context: { y: 'long '.repeat(40) } };

  test.each<[string, readonly object[], [from: string, to: string], object]>([
    ['none is declared: anywhere', [], ['a', 'end'], { truth: true, notes: [] }],
    ['others are declared: not there', [{ from: 'a', to: 'b' }], ['a', 'end'], { truth: false, notes: [] }],
    ['to stay is no move', [{ from: 'a', to: 'b' }], ['a', 'a'], { truth: true, notes: [] }],
    ['but for one that is declared', [{ from: 'a', to: 'a', condition: 'x > 3' }], ['a', 'a'], { truth: false }],
    ['declared', [{ from: 'a', to: 'b' }], ['a', 'b'], { truth: true, notes: [] }],
    ['from another state', [{ from: 'b', to: 'end' }], ['a', 'end'], { truth: false }],
    ['from one of several', [{ from: ['b', 'a'], to: 'end' }], ['a', 'end'], { truth: true }],
    ['from any', [{ from: '*', to: 'end' }], ['a', 'end'], { truth: true }],
    ['its condition holds', [{ from: 'a', to: 'b', condition: 'x > 2' }], ['a', 'b'], { truth: true, notes: [] }],
    [
      'one of two conditions holds',
      [
        { from: 'a', to: 'b', condition: 'x > 3' },
        { from: '*', to: 'b', condition: 'x == 3' },
      ],
      ['a', 'b'],
      { truth: true, notes: [] },
    ],
    [
      'none of two holds: all are told, with what they saw',
      [
        { from: 'a', to: 'b', condition: 'x > 3' },
        { from: '*', to: 'b', condition: 'x > 4' },
      ],
      ['a', 'b'],
      {
        truth: false,
        notes: [
          'the condition for moving to b: x is 3, not more than 3',
          'the condition for moving to b: x is 3, not more than 4: the difference is 1',
        ],
        unmet: [
          { condition: 'x > 3', saw: [{ name: 'x', value: '3' }] },
          { condition: 'x > 4', saw: [{ name: 'x', value: '3' }] },
        ],
      },
    ],
    [
      'it cannot be calculated: that is false, and noted once',
      [
        { from: 'a', to: 'b', condition: 'gone > 3' },
        { from: '*', to: 'b', condition: 'gone > 3' },
      ],
      ['a', 'b'],
      {
        truth: false,
        notes: [expect.stringMatching(/^the condition for moving to b: .*gone/)],
        unmet: [{ saw: [{ name: 'gone' }] }, {}],
      },
    ],
    [
      'what is asked outside counts as its fallback (S2x-3)',
      [{ from: 'a', to: 'b', condition: { invoke: 'ask', fallback: true } }],
      ['a', 'b'],
      { truth: true, notes: [] },
    ],
    [
      'which may be an expression',
      [{ from: 'a', to: 'b', condition: { invoke: 'ask', fallback: 'x > 5' } }],
      ['a', 'b'],
      { truth: false, unmet: [{ condition: 'x > 5', saw: [{ name: 'x', value: '3' }] }] },
    ],
    [
      'that holds',
      [{ from: 'a', to: 'b', condition: { invoke: 'ask', fallback: 'x > 2' } }],
      ['a', 'b'],
      { truth: true, notes: [] },
    ],
  ])('%s', (_, transitions, [from, to], answer) => {
    expect(mayMove(machine(transitions), from, to, scope)).toMatchObject(answer);
  });

  test('R109: what is told of a condition is short: five conditions, eight names, and a part of a long text', () => {
    const names = Array.from({ length: 9 }, (__, at) => `n${at}`);
    const many = names.map((name) => `${name} == 0`).join(' and ');
    const ways = Array.from({ length: 6 }, () => ({ from: 'a', to: 'b', condition: many }));
    const holds = Object.fromEntries(names.map((name, at) => [name, at === 8 ? 1 : 0]));
    const { unmet = [] } = mayMove(machine(ways), 'a', 'b', holds);
    expect([unmet.length, unmet[0]?.saw.length]).toEqual([5, 8]);
    const long = mayMove(machine([{ from: 'a', to: 'b', condition: 'context.y == "z"' }]), 'a', 'b', scope);
    const [seen] = long.unmet?.[0]?.saw ?? [];
    expect([seen?.name, (seen?.value ?? '').length <= 80]).toEqual(['context.y', true]);
    const condition = `x > 3 and ${'(x == 3) and '.repeat(40)}x == 3`;
    const cut = mayMove(machine([{ from: 'a', to: 'b', condition }]), 'a', 'b', scope).unmet?.[0]?.condition ?? '';
    expect(cut.length).toBeLessThanOrEqual(200);
  });
});

describe('S2x-2: what a transition decides when no model can be asked', () => {
  const NONE: Pick<MachineFacts, 'recent' | 'accepted' | 'attempts'> = { recent: [], accepted: 0, attempts: 1 };
  const to = (...targets: readonly string[]): readonly TurnRecord[] =>
    targets.map((target, turn) => ({ turn, state: 'a', step: 'decide', outcome: 'accepted', to: target }));
  const decide = (
    facts: Partial<typeof NONE>,
    answers = ['other', 'Pivot', 'SHIP', 'continue'],
    not: readonly string[] = [],
  ) => ruleDecision('decide', { ...NONE, ...facts } as MachineFacts, answers, (answer) => !not.includes(answer));

  test.each<[string, Partial<typeof NONE>, string]>([
    ['nothing has happened', {}, 'continue'],
    ['successes and no failure', { accepted: 2, attempts: 3 }, 'SHIP'],
    ['a failure', { accepted: 2, attempts: 4 }, 'continue'],
    ['the same target three times', { recent: to('b', 'b', 'b'), accepted: 2, attempts: 3 }, 'Pivot'],
    ['the last three alone count', { recent: to('c', 'b', 'b', 'b') }, 'Pivot'],
    ['twice is not enough', { recent: to('b', 'b') }, 'continue'],
    ['another among the last three', { recent: to('b', 'b', 'c') }, 'continue'],
    [
      'what another step moved does not count',
      { recent: to('b', 'b', 'b').map((one, at) => ({ ...one, ...(at === 1 && { step: 'other' }) })) },
      'continue',
    ],
    ['nor a turn without a move', { recent: [...to('b', 'b'), { turn: 3, state: 'a', step: 'decide' }] }, 'continue'],
    [
      'which breaks no row',
      { recent: [...to('b', 'b'), { turn: 3, state: 'a', step: 'decide' }, ...to('b')] },
      'Pivot',
    ],
    ['one success and no failure', { accepted: 1, attempts: 2 }, 'SHIP'],
  ])('%s', (_, facts, answer) => {
    expect(decide(facts)).toBe(answer);
  });

  test('where the map has no such answer, or it is not permitted, the first that is; or nothing', () => {
    expect(decide({}, ['other', 'ship'])).toBe('other');
    expect(decide({}, undefined, ['continue'])).toBe('other');
    expect(decide({}, ['other', 'ship'], ['other'])).toBe('ship');
    expect(decide({}, ['ship'], ['ship'])).toBeUndefined();
  });
});

describe('R54, R71: variables as they are stored', () => {
  const texts = new Map([
    ['sha256:1', '{"a":1,"b":1}'],
    ['sha256:2', '{"b":2}'],
    ['sha256:list', '[1]'],
    ['sha256:no', 'no'],
  ]);

  test('of two layers the later counts; what is no object sets nothing', () => {
    expect(layersOf({ digest: 'sha256:2', under: ['sha256:1'] })).toEqual(['sha256:1', 'sha256:2']);
    expect(layersOf({ digest: 'sha256:2' })).toEqual(['sha256:2']);
    expect(variablesFrom(['sha256:1', 'sha256:2', 'sha256:list', 'sha256:no', 'sha256:gone'], texts)).toEqual({
      a: 1,
      b: 2,
    });
  });

  const large = (length: number) => `{"a":"${'x'.repeat(length - 8)}"}`;
  test.each<[string, string, unknown]>([
    ['an object', '{"a": {"b": 1}}', undefined],
    ['a list', '[1]', expect.stringContaining('one JSON object')],
    ['null', 'null', expect.stringContaining('one JSON object')],
    ['no JSON', 'a = 1', expect.stringContaining('one JSON object')],
    ['a name that code could not have', '{"a":1,"b c":2,"d e":3}', expect.stringMatching(/b c.*\.$/)],
    ['as much as there may be', large(65_536), undefined],
    ['more', large(65_537), expect.stringMatching(/more than \d+ characters/)],
  ])('%s is refused or not', (_, text, problem) => {
    expect(variablesProblem(text)).toEqual(problem);
    expect(machineWork.problem?.('code', text)).toEqual(problem);
    expect(machineWork.problem?.('llm', text)).toBeUndefined();
  });
});

describe('R70, R71: what the calls of a machine are told', () => {
  const FACTS: MachineFacts = {
    state: 'a',
    turns: 2,
    variables: 'sha256:v',
    under: ['sha256:u'],
    recent: [
      { turn: 1, state: 'a', step: 'work', digest: 'sha256:w' },
      { turn: 2, state: 'a' },
    ],
    artifacts: [{ step: 'work', id: 'art_w', digest: 'sha256:w' }],
    accepted: 1,
    attempts: 1,
    tokens: 0,
    microUsd: 0,
    activeMs: 0,
    budgets: { maxParallelAgents: 1 },
  };
  const shows = { prompt: 'So far: {my_artifacts}' };

  test('the texts of variables, and those of artifacts where the document shows what they say, each once', () => {
    expect(digestsShown(FACTS, { prompt: 'nothing' })).toEqual(['sha256:u', 'sha256:v']);
    for (let again = 0; again < 2; again += 1)
      expect(digestsShown(FACTS, shows)).toEqual(['sha256:u', 'sha256:v', 'sha256:w']);
    const recent = [{ turn: 1, state: 'a', step: 'work', digest: 'sha256:old' }];
    expect(digestsShown({ ...FACTS, recent }, shows)).toEqual(['sha256:u', 'sha256:v', 'sha256:w', 'sha256:old']);
    const { variables: _, under: __, ...plain } = FACTS;
    expect(digestsShown(plain, {})).toEqual([]);
    expect(digestsShown(plain, 'no document')).toEqual([]);
    expect(digestsShown({ ...plain, variables: 'sha256:v' }, {})).toEqual(['sha256:v']);
    expect(machineWork.textsFor({ machine: FACTS }, shows)).toEqual(['sha256:u', 'sha256:v', 'sha256:w']);
    expect(machineWork.textsFor({}, shows)).toEqual([]);
  });

  const run = (facts: Document, verdicts: Verdicts = {}) => {
    const plan: Plan = {
      ...accepted(aMachine(facts)).plan,
      definition: { name: 'any', version: 1, digest: 'sha256:0' },
    };
    const played = coreRun(plan, verdicts);
    played.play();
    return { plan, played };
  };
  const moving = { move: { to: 'b', permitted: true } };
  const steps = [WORK, { name: 'set', type: 'code', code: 'context["x"] = 1', in_state: 'b', transition_to: 'end' }];

  test('where it stands, what is set and accepted, and what has been used', () => {
    const { played } = run({ steps }, { work: [moving], set: [{ move: { to: 'end', permitted: true } }] });
    expect(factsOf(played.state())).toMatchObject({
      state: 'end',
      turns: 2,
      variables: expect.stringMatching(/^sha256:set/),
      accepted: 2,
      attempts: 2,
      tokens: 0,
      artifacts: [{ step: 'work', id: expect.stringMatching(/^art_work/) }, { step: 'set' }],
      recent: [
        { turn: 1, state: 'a', step: 'work', to: 'b' },
        { turn: 2, state: 'b', step: 'set', to: 'end' },
      ],
    });
    expect(factsOf(run({ steps: [WORK] }, {}).played.state())).not.toHaveProperty('variables');
  });

  test('R90: its words say turn, state and way, the newest eight states of it', () => {
    const there = { move: { to: 'b', permitted: true } };
    const back = { move: { to: 'a', permitted: true } };
    const { plan, played } = run(
      { steps: [WORK, { name: 'back', in_state: 'b', transition_to: 'a' }], fields: { budgets: { maxIterations: 9 } } },
      { work: [there], back: [back] },
    );
    const state = played.state();
    expect(machineWords.details({ plan, state })[0]).toBe('Turn 9, in **b**; on the way a → b → a → b → a → b → a → b');
    expect(machineWords.whereabouts({ plan, state })).toBe(', in b');
    expect(machineView.graph({ plan, state }).edges).toEqual([
      { from: 'a', to: 'b', optional: false, taken: 5 },
      { from: 'b', to: 'a', optional: false, taken: 4 },
    ]);
  });

  test('R71: people see the variables of the document under what code has set', async () => {
    const document = aMachine({ steps, fields: { variables: { x: 0, y: 5 } } });
    const { plan, played } = run({ steps, fields: { variables: { x: 0, y: 5 } } }, { work: [moving] });
    const stored = {
      document: async () => document,
      texts: async (digests: readonly string[]) => new Map(digests.map((one) => [one, '{"x":1}'])),
    };
    expect(await machineView.said({ plan, state: played.state() }, stored)).toEqual({
      objective: null,
      variables: { x: 1, y: 5 },
    });
    const first = run({ steps: [WORK], fields: { variables: { x: 0 } } });
    const before = { plan: first.plan, state: first.played.state() };
    expect(
      await machineView.said(before, { ...stored, texts: () => Promise.reject(new Error('nothing to read')) }),
    ).toMatchObject({ variables: { x: 0, y: 5 } });
  });
});
