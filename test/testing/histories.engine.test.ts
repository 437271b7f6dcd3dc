// Recorded histories, read without a server: the same definitions, answers and decisions end alike in a play.
import type { Event } from '../../src/model/event.ts';
import { loadCards } from '../../src/simulation/cards.ts';
import { replyOf } from '../../src/simulation/endpoint.ts';
import type { Reply } from '../../src/simulation/reply.ts';
import { parseSimRequest } from '../../src/simulation/request.ts';
import { digestOf } from '../../src/store/digest.ts';
import { type Answer, type Asked, type Decided, play } from '../../src/testing/index.ts';
import { mailer } from '../authoring/fixtures/mailer.ts';
import { STATEFUL_AGENT } from '../authoring/fixtures/stateful-agent.ts';
import { historyNames } from '../support/histories/files.ts';
import { type History, historyOf } from '../support/histories/history.ts';
import { SCENARIOS } from '../support/played/scenarios.ts';
import { FAIR_CARD } from '../support/played/told/told.ts';

type Fields = Readonly<Record<string, unknown>>;

/** What a scenario starts, as far as an engine is told. */
class Started extends Error {
  readonly document: Fields;
  readonly input: unknown;
  constructor(document: Fields, { input = {} }: { readonly input?: unknown } = {}) {
    super('started');
    this.document = document;
    this.input = input;
  }
}

const STARTING = {
  start: (document: Fields, facts?: { readonly input?: unknown }) => Promise.reject(new Started(document, facts)),
};

async function startedBy(name: string): Promise<Started> {
  const started: unknown = await SCENARIOS[name]?.(STARTING as never).catch((error: unknown) => error);
  if (started instanceof Started) return started;
  throw new Error(`${name} starts nothing`, { cause: started });
}

/** What is no play: people steer the run, or it goes on in another execution, or on an engine of its own. */
const STEERED = [
  'aligned',
  'budget-raised-unasked',
  'cancelled',
  'choice-forced',
  'continued-as-new',
  'forked',
  'forked-under-way',
  'local-guard-cut',
  'locally-judged-continued',
  'machine-forked',
  'machine-helped',
  'paused-and-resumed',
  'redirect-refused',
  'redirected-binding',
  'redirected-by-update',
  'redirected-constraints',
  'redirected-graph',
  'redirected-in-words',
  'redirected-objective',
  'stopped-after-attempt',
  'stopped-and-resumed',
  'stopped-now',
  'stopped-while-asked',
  'terminated-while-asked',
  'variables-set',
  'words-interrupt',
];

/** Where the quicker one of two calls has won, the draw that lets it be answered first. */
const SEEDS: Readonly<Record<string, number>> = { 'or-speculated': 1 };

const PLAYED = historyNames().filter((name) => !STEERED.includes(name));

test('package 4: at least 100 histories are recorded that are played: every recorded history is played but those that people steer', () => {
  expect(STEERED.filter((name) => !historyNames().includes(name))).toEqual([]);
  expect(PLAYED.length).toBeGreaterThanOrEqual(100);
});

test.each(PLAYED)('package 4: the recorded run %s ends alike: status, attempts, verdicts, artifacts', async (name) => {
  const { document, input } = await startedBy(name);
  const history = historyOf(name);
  const { events } = await play(document, {
    input,
    answers: scriptedBy(document),
    decisions: decidedIn(history),
    parts: [STATEFUL_AGENT, mailer(() => undefined)],
    ...(SEEDS[name] !== undefined && { seed: SEEDS[name] }),
  });
  expect(ends(events)).toEqual(ends(history.log));
});

const CARDS = loadCards([FAIR_CARD]);

/** The simulated models, and nobody on queues of others. */
function scriptedBy(document: Fields): (asked: Asked) => Answer | { readonly error: string } {
  const { sim } = Object(Object(document['model']).extra);
  const faults = new Map<string, number>();
  return ({ step, n, model = '', messages = [], request: outside }) => {
    if (outside !== undefined) return { error: 'nobody polls it' };
    const turn = messages.filter(({ role }) => role === 'assistant').length;
    const place = `${model} ${step} ${n} ${turn}`;
    const met = faults.get(place) ?? 0;
    const metadata = { dsap_step: step, dsap_n: n, dsap_faults: met };
    const parsed = parseSimRequest({ model, messages, metadata, sim });
    if ('problem' in parsed) throw new Error(parsed.problem);
    const reply = replyOf(CARDS, parsed.request) ?? { problem: `there is no model ${model}` };
    if ('problem' in reply) throw new Error(reply.problem);
    if (reply.kind !== 'answer') faults.set(place, met + 1);
    return answerOf(reply);
  };
}

function answerOf(reply: Reply): Answer {
  if (reply.kind === 'fault') return { status: reply.status };
  if (reply.kind !== 'answer') return { status: 503 };
  const { text, toolCalls, delayMs } = reply;
  const finish = (['stop', 'length', 'content_filter', 'refusal'] as const).find((word) => word === reply.finish);
  if (finish === undefined) throw new Error(`an answer ended by ${reply.finish}`);
  return { text, finish, ...(toolCalls && { toolCalls }), takes: `PT${Math.ceil(delayMs / 1_000)}S` };
}

/** What was decided then, in turn. */
function decidedIn({ log }: History): () => Decided | undefined {
  const decisions = log.flatMap((event): readonly Decided[] => {
    if (event.type === 'escalation.expired') return ['expire'];
    if (event.type !== 'escalation.decided') return [];
    const { action, payload, feedback } = event;
    const { digest, artifactDigest: _, ...fields } = JSON.parse(payload);
    const content = digest === digestOf(GIVEN) ? { content: GIVEN } : {};
    return [{ ...fields, ...(feedback !== undefined && { feedback }), ...content, action }];
  });
  return () => decisions.shift();
}

/** Every text that a person has given in a recorded run. */
const GIVEN = 'by hand';

function ends(log: readonly Event[]) {
  const revoked = new Set(
    log.flatMap((event) => (event.type === 'attempt.finished' && event.status === 'discarded' ? [event.token] : [])),
  );
  const of = <Type extends Event['type']>(type: Type, told: (event: Extract<Event, { type: Type }>) => string) =>
    log
      .filter((event): event is Extract<Event, { type: Type }> => event.type === type)
      .filter((event) => !('token' in event && revoked.has(event.token)))
      .map(told)
      .toSorted();
  const place = ({ step, epoch, attempt }: { step: string; epoch: number; attempt: number }) =>
    `${step} ${epoch} ${attempt}`;
  return {
    status: of('run.closed', ({ status, failure }) => `${status} ${failure?.code ?? ''} ${failure?.step ?? ''}`),
    attempts: of('attempt.finished', (event) => `${place(event)} ${event.status}`),
    verdicts: of(
      'guard.verdict',
      (event) => `${place(event)} ${event.verdict} ${event.guard} ${event.signature ?? ''}`,
    ),
    artifacts: of('artifact.created', (event) => `${place(event)} ${event.digest}`),
  };
}
