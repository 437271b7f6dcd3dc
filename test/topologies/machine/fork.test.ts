// Pure: what a fork of a machine takes over (R89), and what a redirect of one may name.
import '../../../src/topologies/documents.ts';
import type { RedirectBody } from '../../../src/definitions/redirects/body.ts';
import { type ForkFrom, topologyRequestsOf } from '../../../src/definitions/redirects/topology-requests.ts';
import { topologyDocumentOf } from '../../../src/definitions/topology-document.ts';
import type { Event } from '../../../src/model/event.ts';
import type { Plan } from '../../../src/model/plan.ts';
import type { RunRow } from '../../../src/ports/store/runs.ts';
import { accepted } from '../../definitions/makers.ts';
import { aMachine } from '../../support/played/a-machine.ts';
import { type CoreRun, coreRun } from '../../support/played/core-machine.ts';
import { playing } from '../../support/played/playing.ts';

const { fork } = topologyRequestsOf('machine');
const STEPS = [
  { name: 'count', type: 'code', code: 'context["n"] = 1', in_state: 'a' },
  { name: 'go', in_state: 'a', transition_to: 'b' },
  { name: 'end', in_state: 'b', transition_to: 'end' },
];
const DOCUMENT = aMachine({ steps: STEPS, machine: { transitions: [{ from: '*', to: ['b', 'end'] }] } });
const PLAN: Plan = {
  ...accepted(aMachine({ steps: STEPS })).plan,
  definition: { name: 'any', version: 1, digest: 'd' },
};
const move = (to: string) => ({ move: { to, permitted: true } });

function played(): CoreRun {
  const run = coreRun(PLAN, { go: [move('b')], end: [move('end')] });
  run.play();
  return run;
}

const row = (state: RunRow['state']) => ({ record: { id: 'run_1', plan: PLAN }, state }) as unknown as RunRow;
/** At most `batch` events at a time, as a store hands them out. */
const reading = (log: readonly Event[]) => ({
  read: async (_run: string, after: number, most: number) => log.filter(({ seq }) => seq > after).slice(0, most),
});

test('R89: a turn is taken again with the state, the variables and the newest artifacts that it began with', async () => {
  const run = played();
  const turns = run.log.flatMap((event) => (event.type === 'turn.started' ? [event] : []));
  expect(turns.map(({ turn, state }) => [turn, state])).toEqual([
    [1, 'a'],
    [2, 'b'],
  ]);
  const inherited = (from: ForkFrom) => fork.inherited(row(run.state()), from, reading(run.log));
  expect(await inherited({ fromTurn: 1 })).toEqual({ machine: { initial: 'a' } });
  const { machine } = await inherited({ fromTurn: 2 });
  expect(machine).toMatchObject({ initial: 'b', variables: { artifactId: expect.stringContaining('art_count') } });
  expect(Object.keys(machine?.artifacts ?? {})).toEqual(['count', 'go']);
  expect(machine?.artifacts).toMatchObject({ go: { id: expect.stringContaining('art_go') } });
  expect(await inherited({})).toEqual({ machine });
});

test('R89: one artifact alone is taken over, too', async () => {
  const plan: Plan = { ...accepted(aMachine({ steps: STEPS.slice(1) })).plan, definition: PLAN.definition };
  const run = coreRun(plan, { go: [move('b')], end: [move('end')] });
  run.play();
  const { machine } = await fork.inherited(row(run.state()), { fromTurn: 2 }, reading(run.log));
  expect(Object.keys(machine?.artifacts ?? {})).toEqual(['go']);
});

test('R89: nothing has happened in a machine that has begun no turn; of a turn that was not begun nothing is known', async () => {
  const { state } = playing({ ...PLAN, steps: [] });
  const { log } = played();
  expect(await fork.inherited(row(state), { fromTurn: 0 }, reading([]))).toEqual({ machine: { initial: 'a' } });
  expect(await fork.inherited(row(state), { fromTurn: 9 }, reading(log))).toEqual({});
});

test('R89: the turn is found behind as many events as one reading holds', async () => {
  const run = played();
  const first = run.log.slice(0, 1);
  const seen: number[] = [];
  const filler = Array.from({ length: 499 }, (_, at): Event => ({ type: 'run.paused', seq: at + 2, at: 0 }));
  const rest = run.log.slice(1).map((event) => ({ ...event, seq: event.seq + 499 }));
  const { read } = reading([...first, ...filler, ...rest]);
  const counted = {
    read: async (id: string, after: number, most: number) => {
      seen.push(after);
      return read(id, after, most);
    },
  };
  expect(await fork.inherited(row(run.state()), { fromTurn: 1 }, counted)).toEqual({ machine: { initial: 'a' } });
  expect(seen).toEqual([0, 500]);
});

test.each<[ForkFrom, string, object]>([
  [{}, '', { fromTurn: 2 }],
  [{ fromTurn: 1 }, '', { fromTurn: 1 }],
  [{ fromTurn: 2 }, '', { fromTurn: 2 }],
  [{ fromTurn: 3 }, '/fromTurn unknown_turn The run has begun 2 turns.', { fromTurn: 3 }],
  [{ fromStep: 'go' }, '/fromStep not_supported', { fromTurn: 2 }],
])('R89: a fork from %j', (from, refused, place) => {
  const run = { plan: PLAN, state: played().state() };
  const issues = fork.issues(run, from).map(({ pointer, code, detail }) => `${pointer} ${code} ${detail}`);
  expect(issues).toEqual(refused === '' ? [] : [expect.stringContaining(refused)]);
  expect(fork.place(run, from)).toEqual(place);
  expect(fork.kept(run, from)).toEqual([]);
});

test('R89: a model for a fork is that of every step that asks one, over what it names itself', () => {
  const [count, go, end] = STEPS;
  const written = { ...DOCUMENT, workflow: { kept: true, steps: [count, { ...go, model: { name: 'own' } }, end] } };
  const changed = fork.withModel({ plan: PLAN, state: played().state() }, {}, written, { temperature: 0.5 });
  expect(changed).toEqual({
    ...written,
    workflow: {
      kept: true,
      steps: [
        count,
        { ...go, type: undefined, model: { name: 'own', temperature: 0.5 } },
        { ...end, type: undefined, model: { temperature: 0.5 } },
      ],
    },
  });
  const without = { name: 'machine', workflow: { steps: 'none' } };
  expect(fork.withModel({ plan: PLAN, state: played().state() }, {}, without, {})).toBe(without);
});

const { redirects } = topologyDocumentOf('machine');
const asked = (fields: object) => ({ description: 'so', ...fields }) as RedirectBody;

test.each<[object, readonly string[]]>([
  [{ type: 'dag_adjustment', state: 'b' }, []],
  [{ type: 'dag_adjustment' }, []],
  [{ type: 'constraint_change', state: 'nowhere' }, []],
  [{ type: 'dag_adjustment', state: 'ends' }, ['/state unknown_state There is no state "ends". Did you mean "end"?']],
  [{ type: 'bindings_override', variables: { n: 2 } }, []],
  [{ type: 'bindings_override', variables: { tick: 2 } }, ['/variables/tick']],
  [{ type: 'constraint_change', variables: { tick: 2 } }, []],
])('R89: a redirect %j', (fields, found) => {
  const issues = [...(redirects.check?.({ plan: PLAN, input: {} }, DOCUMENT, asked(fields)) ?? [])];
  expect(issues.map(({ pointer, code, detail }) => `${pointer} ${code} ${detail}`)).toEqual(
    found.map((beginning) => expect.stringContaining(beginning)),
  );
});

test.each([
  ['count', '{"n": 2}', undefined],
  ['count', 'two', expect.any(String)],
  ['go', 'two', undefined],
])('R89: of %s the text %s', (step, text, problem) => {
  expect(redirects.contentProblem?.(PLAN, step, text)).toEqual(problem);
});
