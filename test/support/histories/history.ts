/** A recorded history of an execution, read without Temporal: what the run began with, what arrived in which workflow task, and its log. */
import type { StoredState } from '../../../src/engine.ts';
import type { Event } from '../../../src/model/event.ts';
import type { ResumeRequest } from '../../../src/model/input.ts';
import type { Plan } from '../../../src/model/plan.ts';
import { type Answer, unpackAnswer, unpackCall } from '../../../src/ports/packed-calls.ts';
import { fieldsOf } from '../../../src/text/fields.ts';
import type { Json } from '../../recorded/answer.ts';
import { LOCAL } from '../engine/called.ts';
import { historyText } from './files.ts';

interface Began {
  readonly plan: Plan;
  readonly state: StoredState;
  readonly unstored?: readonly Event[];
  readonly resume?: ResumeRequest;
}

/** An activity as it was asked for. */
export interface Asked {
  readonly name: string;
  readonly input: Readonly<Record<string, unknown>>;
}

export type Arrived =
  | { readonly kind: 'answer'; readonly asked: Asked; readonly result: unknown }
  | { readonly kind: 'message'; readonly name: string; readonly request: unknown; readonly isUpdate: boolean }
  | { readonly kind: 'time' }
  | { readonly kind: 'cancel' };

/** One workflow task: what had arrived, messages first, and what was asked for at its end. */
export interface Task {
  /** Milliseconds since the epoch. */
  readonly at: number;
  readonly arrived: readonly Arrived[];
  readonly asked: readonly Asked[];
}

export interface History {
  readonly began: Began;
  readonly tasks: readonly Task[];
  /** The events that the execution made, as it had them stored, oldest first. */
  readonly log: readonly Event[];
  /** The changes of the workflow that it knew of. */
  readonly patches: ReadonlySet<string>;
}

/** `name`: of a recorded run. */
export function historyOf(name: string): History {
  const events: readonly Json[] = JSON.parse(historyText(name)).events.map(recordedOf);
  const [first] = events;
  const began: Began = valuesIn(first.facts.input)[0];
  const asked = new Map(
    events.flatMap((event) =>
      event.type === 'ACTIVITY_TASK_SCHEDULED' ? [[event.id, askedBy(event, began.state.runId)]] : [],
    ),
  );
  const marks = events.flatMap(({ type, facts }) =>
    type === 'MARKER_RECORDED' && facts.markerName !== LOCAL ? Object.values(facts.details).flatMap(valuesIn) : [],
  );
  return {
    began,
    tasks: tasksIn(events, asked),
    log: storedBy([...asked.values()]),
    patches: new Set(marks.map(({ id }) => id)),
  };
}

/** Each event has its facts in one field that ends with `EventAttributes`. */
function recordedOf(event: Json): Json {
  const facts = Object.entries(event).find(([field]) => field.endsWith('EventAttributes'))?.[1];
  return {
    id: event.eventId,
    type: event.eventType.replace('EVENT_TYPE_', ''),
    at: Date.parse(event.eventTime),
    facts,
  };
}

function askedBy({ facts }: Json, runId: string): Asked {
  return { name: facts.activityType.name, input: fieldsOf(unpackCall(valuesIn(facts.input)[0], runId)) };
}

/**
 * What was answered within a workflow task, and when; undefined where it was not, and an activity of its own was asked for at once. A guard that
 * is judged there answers under the token of the answer that it judges, which its marker leaves out.
 */
function localIn(
  { facts }: Json,
  token: unknown,
): { readonly at: number; readonly answer: Arrived & { kind: 'answer' } } | undefined {
  const [result] = valuesIn(facts.details.result);
  const [{ activity_type: name, complete_time: ended }] = valuesIn(facts.details.data);
  if (result === undefined) return undefined;
  const at = ended.seconds * 1_000 + Math.floor(ended.nanos / 1_000_000);
  const answer = { token, ...result };
  return { at, answer: { kind: 'answer', asked: { name, input: { token: answer.token } }, result: answer } };
}

function storedBy(asked: readonly Asked[]): readonly Event[] {
  const bySeq = new Map<number, Event>();
  for (const { input } of asked)
    for (const event of (input['events'] as readonly Event[] | undefined) ?? []) bySeq.set(event.seq, event);
  return [...bySeq.values()].toSorted((a, b) => a.seq - b.seq);
}

/**
 * What a task answers stands between its completion and the next task; an update that it took does, too. What it was answered within itself
 * begins a task here.
 */
function tasksIn(events: readonly Json[], asked: ReadonlyMap<string, Asked>): readonly Task[] {
  const tasks: { at: number; arrived: Arrived[]; asked: Asked[] }[] = [];
  let waiting: Arrived[] = [];
  let token: unknown;
  for (const [index, { id, type, at, facts }] of events.entries()) {
    const last = tasks.at(-1);
    if (type === 'WORKFLOW_TASK_STARTED' && events[index + 1]?.type === 'WORKFLOW_TASK_COMPLETED') {
      tasks.push({ at, arrived: waiting, asked: [] });
      waiting = [];
    }
    if (type === 'ACTIVITY_TASK_SCHEDULED') last?.asked.push(asked.get(id) ?? { name: '', input: {} });
    if (type === 'WORKFLOW_EXECUTION_UPDATE_ACCEPTED')
      last?.arrived.unshift(messageIn(facts.acceptedRequest.input, true));
    if (type === 'WORKFLOW_EXECUTION_SIGNALED')
      waiting.push(messageIn({ name: facts.signalName, args: facts.input }, false));
    if (type === 'TIMER_FIRED') waiting.push({ kind: 'time' });
    if (type === 'WORKFLOW_EXECUTION_CANCEL_REQUESTED') waiting.push({ kind: 'cancel' });
    const of = asked.get(facts?.scheduledEventId);
    if (type === 'ACTIVITY_TASK_COMPLETED' && of) {
      waiting.push(answerOf(of, valuesIn(facts.result)[0]));
      token = of.input['token'];
    }
    const local = type === 'MARKER_RECORDED' && facts.markerName === LOCAL ? localIn({ facts }, token) : undefined;
    if (local) {
      last?.asked.push(local.answer.asked);
      tasks.push({ at: local.at, arrived: [local.answer], asked: [] });
    }
  }
  return tasks.map((task) => ({ ...task, arrived: task.arrived.toSorted((a, b) => rankOf(a) - rankOf(b)) }));
}

function answerOf(asked: Asked, result: Json): Arrived {
  const { token } = asked.input;
  const isCall = typeof token === 'string' && typeof result?.kind === 'string';
  return { kind: 'answer', asked, result: isCall ? unpackAnswer<Answer>(result, token) : result };
}

/** In a task messages are heard first, and a redirect that is prepared before the answers of calls, which go through more promises. */
function rankOf(arrived: Arrived): number {
  if (arrived.kind === 'message') return 0;
  return arrived.kind === 'answer' && arrived.asked.name !== 'prepareRedirect' ? 2 : 1;
}

function messageIn({ name, args }: Json, isUpdate: boolean): Arrived {
  return { kind: 'message', name, request: valuesIn(args)[0], isUpdate };
}

function valuesIn(payloads: Json): readonly Json[] {
  const all: readonly Json[] = payloads?.payloads ?? [];
  return all.flatMap(({ data = '' }) =>
    data === '' ? [] : [JSON.parse(Buffer.from(data, 'base64').toString('utf8'))],
  );
}
