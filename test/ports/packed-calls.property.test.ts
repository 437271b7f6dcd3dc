// Pure: what crosses between a run and the activities that make artifacts, packed and unpacked again.
import fc from 'fast-check';
import { INPUTS } from '../../src/activities/checked-input.ts';
import type { Event } from '../../src/model/event.ts';
import { NO_USAGE } from '../../src/model/usage.ts';
import type { GenerateInput } from '../../src/ports/calls.ts';
import { packAnswer, packCall, unpackAnswer, unpackCall } from '../../src/ports/packed-calls.ts';
import { historyNames } from '../support/histories/files.ts';
import { historyOf } from '../support/histories/history.ts';
import { cases } from '../support/properties.ts';

const RUN = 'run_1';
const step = fc.constantFrom('bill', 'sign', 'send');
const count = fc.nat({ max: 3 });
const token = fc.nat({ max: 12 }).map((seq) => `t${seq}`);
const id = fc.constantFrom('art_1', 'art_2');
const digest = fc.constantFrom('sha256:1', 'sha256:2');
const usage = fc.record(
  {
    inputTokens: count,
    cachedTokens: count,
    outputTokens: count,
    microUsd: fc.oneof(count, fc.constant(null)),
    llmCalls: count,
    estimated: fc.constant(true as const),
  },
  { requiredKeys: ['inputTokens', 'cachedTokens', 'outputTokens', 'microUsd', 'llmCalls'] },
);
const source = fc.constantFrom('generated' as const, 'human' as const, 'imported' as const);
const place = { step, epoch: count, attempt: count };
const at = { ...place, token };

const type = <Name extends Event['type']>(name: Name) => fc.constant(name);
const body = fc.oneof(
  fc.record({ type: type('step.started'), step, epoch: count, allowed: count }),
  fc.record(
    { type: type('attempt.started'), ...at, n: count, rung: count },
    { requiredKeys: ['type', 'step', 'epoch', 'attempt', 'n', 'token'] },
  ),
  fc.record({ type: type('artifact.created'), ...at, artifactId: id, digest, source, usage }),
  fc.record(
    {
      type: type('guard.verdict'),
      ...at,
      artifactId: id,
      verdict: fc.constantFrom('retry' as const, 'pass' as const),
      guard: step,
      usage,
      alike: fc.array(count),
    },
    { requiredKeys: ['type', 'step', 'epoch', 'attempt', 'token', 'artifactId', 'verdict', 'guard'] },
  ),
  fc.record({
    type: type('attempt.finished'),
    ...at,
    status: fc.constantFrom('rejected' as const, 'accepted' as const, 'discarded' as const),
  }),
  fc.record({ type: type('step.satisfied'), ...place, artifactId: id, digest }),
  fc.record({ type: type('usage.discarded'), usage, ...at }, { requiredKeys: ['type', 'usage'] }),
  fc.record({ type: type('note.added'), step, text: fc.string() }, { requiredKeys: ['type', 'text'] }),
);
/** Dense, and in time, as every batch is. */
const events = fc
  .record({ bodies: fc.array(fc.tuple(body, count), { maxLength: 8 }), first: fc.nat(), began: fc.nat() })
  .map(({ bodies, first, began }): readonly Event[] => {
    let now = began;
    return bodies.map(([event, later], index) => ({ ...event, seq: first + index + 1, at: (now += later) }));
  });
const call: fc.Arbitrary<GenerateInput> = fc.record(
  {
    runId: fc.constant(RUN),
    ...at,
    n: count,
    events,
    machine: fc.constant({ turn: 1, state: 'a' } as never),
    revision: digest,
    dependencies: fc.dictionary(step, id),
    infraTimeout: fc.constantFrom(600_000, 1),
    history: fc.oneof(
      fc.uniqueArray(fc.nat(), { maxLength: 9 }).map((seqs) => seqs.toSorted((a, b) => a - b).map((seq) => `t${seq}`)),
      fc.array(fc.constantFrom('t1', 't01', 't1e3', 'other', '', 't9 +1'), { maxLength: 4 }),
    ),
    rung: count,
    injected: fc.array(fc.record({ from: step })),
    warned: fc.boolean(),
  },
  {
    requiredKeys: [
      'runId',
      'step',
      'epoch',
      'attempt',
      'token',
      'n',
      'events',
      'dependencies',
      'infraTimeout',
      'history',
      'rung',
      'injected',
      'warned',
    ],
  },
);

const travelled = (value: unknown): unknown => JSON.parse(JSON.stringify(value));

test('R78: a packed call is the call again once it is unpacked, whatever rides on it', () => {
  fc.assert(
    fc.property(call, (input) => {
      expect(unpackCall(travelled(packCall(input)), RUN)).toEqual(travelled(input));
    }),
    cases(1_000),
  );
});

test('R78: a packed answer is the answer again for the token of its call', () => {
  const made = fc.record({ kind: fc.constant('generated' as const), token, artifactId: id, digest, usage, source });
  const judged = fc.record(
    { kind: fc.constant('judged' as const), token, verdict: fc.constant('pass' as const), guard: step, usage },
    { requiredKeys: ['kind', 'token', 'verdict', 'guard'] },
  );
  fc.assert(
    fc.property(fc.oneof(made, judged), (answer) => {
      expect(unpackAnswer<typeof answer>(JSON.parse(JSON.stringify(packAnswer(answer))), answer.token)).toEqual(answer);
      expect(unpackAnswer(answer, answer.token)).toEqual(answer);
    }),
    cases(),
  );
});

const MAKING = new Set(['generate', 'runCode', 'agentTurn', 'agentEffect']);

test('R78: every call that a recorded run has made survives it, too, in fewer bytes', () => {
  const inputs = historyNames()
    .flatMap((name) => historyOf(name).tasks)
    .flatMap(({ asked }) => asked)
    .flatMap(({ name, input }) => (MAKING.has(name) ? [input as unknown as GenerateInput] : []));
  expect(inputs.length).toBeGreaterThan(100);
  for (const input of inputs) {
    const sent = JSON.stringify(packCall(input));
    const again = unpackCall<GenerateInput>(JSON.parse(sent), input.runId);
    expect(again).toEqual(input);
    // Readers of the log see the fields in that order.
    expect(JSON.stringify(again.events)).toBe(JSON.stringify(input.events));
    expect(sent.length).toBeLessThan(JSON.stringify(input).length);
  }
});

test('R78: a reader sees in plain words which attempt it is, what was tried before, and what came of it', () => {
  const bill = { step: 'bill', epoch: 1 };
  const before = { ...bill, attempt: 3, token: 't9' };
  const sent = packCall({
    runId: RUN,
    ...bill,
    attempt: 4,
    n: 4,
    token: 't13',
    events: [
      {
        type: 'artifact.created',
        ...before,
        artifactId: 'art_1',
        digest: 'sha256:1',
        source: 'generated',
        usage: { ...NO_USAGE, llmCalls: 1 },
        seq: 10,
        at: 1_000,
      },
      { type: 'guard.verdict', ...before, artifactId: 'art_1', verdict: 'retry', guard: 'json', seq: 11, at: 1_002 },
      { type: 'attempt.finished', ...before, status: 'rejected', seq: 12, at: 1_002 },
      { type: 'attempt.started', ...bill, attempt: 4, n: 4, token: 't13', seq: 13, at: 1_002 },
    ],
    dependencies: {},
    infraTimeout: 600_000,
    history: ['t1', 't5', 't9'],
    rung: 0,
    injected: [],
    warned: true,
  });
  expect(sent).toEqual({
    step: 'bill',
    attempt: 4,
    token: 't13',
    warned: true,
    events: [
      {
        type: 'artifact.created',
        attempt: 3,
        token: 't9',
        artifactId: 'art_1',
        digest: 'sha256:1',
        usage: { llmCalls: 1 },
        seq: 10,
        at: 1_000,
      },
      { type: 'guard.verdict', verdict: 'retry', guard: 'json', later: 2 },
      { type: 'attempt.finished' },
      { type: 'attempt.started' },
    ],
    history: 't1 +4*2',
  });
});

test.each([undefined, null, 'text', [], {}, { runId: RUN, step: 'a' }])(
  'what is no packed call stays what it is, for whoever looks at it to refuse: %j (R116)',
  (sent) => {
    expect(unpackCall(sent, 'run_2')).toBe(sent);
  },
);

test('events that nobody packs are no reason to break before they are refused (R116)', () => {
  const odd = [null, 'x', { type: 'constructor' }, { type: '__proto__', later: {} }, { seq: 'x', usage: [] }];
  const unpacked = unpackCall({ step: 'a', attempt: 1, token: 't1', events: odd }, RUN);
  expect(INPUTS.generate.safeParse(unpacked).success).toBe(false);
});

test.each(['t1 +1*99999999', 't1 +x', 'x', ''])(
  'a list of tokens that nobody packs is not unpacked: %j (R116)',
  (history) => {
    expect(unpackCall({ step: 'a', attempt: 1, token: 't1', history }, RUN)).toMatchObject({ history });
  },
);
