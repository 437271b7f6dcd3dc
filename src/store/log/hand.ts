import type { Verdict } from '../../model/verdict.ts';
import type { ArtifactRecord } from '../../ports/store/artifacts.ts';
import type { CallRequest, Looked } from '../../ports/store/calls.ts';
import { textOf } from '../artifacts/contents.ts';
import { callKey, type Frame, type Immutables } from '../immutables.ts';
import { revised } from '../runs/revisions.ts';
import { recordOf } from '../runs/runs.ts';
import type { LoadRow } from './load.ts';
import { lookValues } from './look.ts';

interface Made {
  readonly artifact: ArtifactRecord;
  readonly text: string;
}

/** What is known of the things that a call is made of and nobody changes; what leaves the cache meanwhile stays here. */
export interface Hand {
  frame: Frame | undefined;
  /** By artifact id: those that the call depends on. */
  readonly dependencies: Map<string, Made>;
  /** By token: of the call's history, and its own. */
  readonly answers: Map<string, Made>;
  /** By token: of those, and of what it depends on. */
  readonly verdicts: Map<string, Verdict>;
}

/** What this process remembers for a call. */
export function handOf(known: Immutables, call: CallRequest): Hand {
  const { runId, token, history, dependencies } = call;
  const made = (id: string | undefined): Made | undefined => {
    const artifact = id === undefined ? undefined : known.artifacts.get(id);
    const text = artifact && known.texts.get(artifact.digest);
    return artifact && text !== undefined ? { artifact, text } : undefined;
  };
  const tokens = [...history, token];
  return {
    frame: known.frames.get(frameKey(call)),
    dependencies: found(Object.values(dependencies), made),
    answers: found(tokens, (each) => made(known.answers.get(callKey(runId, each)))),
    verdicts: found(tokens, (each) => known.verdicts.get(callKey(runId, each))),
  };
}

/** Adds the verdicts that a look names, as far as they are remembered. Answers whether all that it names is at hand now. */
export function complete(known: Immutables, { runId, token }: CallRequest, hand: Hand, looked: Looked): boolean {
  const { answers, verdicts } = hand;
  for (const judged of Object.values(looked.verdicts ?? {})) {
    const verdict = judged === null ? undefined : known.verdicts.get(callKey(runId, judged));
    if (judged !== null && verdict) verdicts.set(judged, verdict);
  }
  if (looked.answer !== null && answers.get(token)?.artifact.id !== looked.answer) return false;
  if (looked.answer !== null && looked.judged && !verdicts.has(token)) return false;
  return Object.values(looked.verdicts ?? {}).every((judged) => judged === null || verdicts.has(judged));
}

/** Whether nothing is missing but what may change. */
export function isWhole({ history, dependencies }: CallRequest, hand: Hand): boolean {
  return (
    hand.frame !== undefined &&
    history.every((token) => hand.answers.has(token) && hand.verdicts.has(token)) &&
    Object.values(dependencies).every((id) => hand.dependencies.has(id))
  );
}

/**
 * What is at hand is not read again, but for the call's own answer as long as no verdict on it is known. `withHead`: where the log ends is
 * wanted too, with the attempts that have not ended.
 */
export function loadValues(
  call: CallRequest,
  { frame, dependencies, answers, verdicts }: Hand,
  withHead: boolean,
): readonly unknown[] {
  const { runId, token, history, revision = null } = call;
  const isKnown = (each: string) => answers.has(each) && verdicts.has(each);
  return [
    runId,
    ...lookValues(call),
    Object.values(call.dependencies).filter((id) => !dependencies.has(id)),
    [...history, token].filter((each) => !isKnown(each)),
    frame === undefined,
    revision,
    withHead,
  ];
}

/** Puts what was read into the hand, and what of it nobody changes among what this process remembers. */
export function takeUp(known: Immutables, call: CallRequest, hand: Hand, rows: readonly LoadRow[]): void {
  for (const row of rows) {
    if (row.kind === 'run') {
      const { run, input, document, plan } = row.document;
      hand.frame = { run: revised(recordOf({ record: run, input }), call.revision, plan), document };
      known.frames.set(frameKey(call), hand.frame, row.size);
    } else if (row.kind === 'dependency') {
      hand.dependencies.set(row.name, madeOf(known, row.document, row));
    } else if (row.kind === 'answer') {
      const made = madeOf(known, row.document, row);
      hand.answers.set(row.name, made);
      // What only the log names may be another one later.
      const { id, runId, token } = made.artifact;
      if (runId === call.runId && token === row.name) known.answers.set(callKey(runId, token), id, id.length);
    } else if (row.kind === 'verdict') {
      hand.verdicts.set(row.name, row.document);
      known.verdicts.set(callKey(call.runId, row.name), row.document, row.size);
    }
  }
}

function madeOf(known: Immutables, artifact: ArtifactRecord, { body, size }: LoadRow): Made {
  if (body === null) throw new Error(`The store does not have the content ${artifact.digest}.`);
  const text = textOf(body);
  known.artifacts.set(artifact.id, artifact, size);
  known.texts.set(artifact.digest, text, body.length);
  return { artifact, text };
}

function found<Value>(keys: readonly string[], find: (key: string) => Value | undefined): Map<string, Value> {
  const pairs = keys.map((key) => [key, find(key)] as const);
  return new Map(pairs.flatMap(([key, value]) => (value === undefined ? [] : [[key, value] as const])));
}

function frameKey({ runId, revision = '' }: CallRequest): string {
  return `${runId} ${revision}`;
}
