import { artifactOf, raisedBound, remainingBound } from '../engine.ts';
import type { Event } from '../model/event.ts';
import type { EscalationKind } from '../model/events/escalations.ts';
import type { RunFailure, RunStatus } from '../model/events/run.ts';
import type { Run } from '../model/run.ts';
import type { StepState } from '../model/run-state.ts';
import type { TraceEntry } from '../model/trace-entry.ts';
import type { Verdict } from '../model/verdict.ts';
import type { ArtifactStatus } from '../ports/store/artifacts.ts';
import type { MemoryStore } from './memory-store.ts';
import type { PlayedPrompt } from './play-models.ts';

export interface PlayedStep {
  readonly status: StepState['sigma'];
  readonly epoch: number;
  /** Over all epochs. */
  readonly attempts: number;
  /** What was accepted; left out: nothing was. */
  readonly text?: string;
}

/** As guards say it; how long they took is not told, so that a play is the same each time. */
export type PlayedVerdict = Omit<Verdict, 'durationMs' | 'subResults'> & {
  readonly subResults: readonly PlayedVerdict[];
};

export interface PlayedAttempt {
  readonly step: string;
  readonly epoch: number;
  readonly attempt: number;
  readonly status: ArtifactStatus;
  /** What it made; left out: nothing. */
  readonly text?: string;
  readonly verdict?: PlayedVerdict;
}

export interface PlayedArtifact {
  readonly id: string;
  readonly step?: string;
  readonly epoch?: number;
  readonly attempt?: number;
  readonly mediaType: string;
  readonly digest: string;
  readonly text: string;
}

export interface PlayedQuestion {
  readonly id: string;
  readonly kind: EscalationKind;
  readonly step?: string;
  readonly attempt?: number;
  readonly question: string;
  readonly status: 'open' | 'decided' | 'expired' | 'withdrawn';
  /** What was decided. */
  readonly action?: string;
}

/** A run that was played to its end. */
export interface Played {
  readonly status: RunStatus;
  /** Why it failed. */
  readonly failure?: RunFailure;
  /** By id. */
  readonly steps: Readonly<Record<string, PlayedStep>>;
  /** Oldest first, as all lists here. */
  readonly attempts: readonly PlayedAttempt[];
  readonly prompts: readonly PlayedPrompt[];
  readonly artifacts: readonly PlayedArtifact[];
  /** The log, as GET /v1/runs/{id}/events tells it. */
  readonly events: readonly Event[];
  readonly trace: readonly TraceEntry[];
  readonly questions: readonly PlayedQuestion[];
  /** In generations: the most that the run could have made, and how many it could still make. */
  readonly bound: { readonly generations: number; readonly remaining: number };
}

interface Made {
  readonly run: Run;
  readonly log: readonly Event[];
  readonly trace: readonly TraceEntry[];
  readonly store: MemoryStore;
  readonly prompts: readonly PlayedPrompt[];
}

export function playedOf({ run, log, trace, store, prompts }: Made): Played {
  const { plan, state } = run;
  const { life } = state;
  return {
    status: life.status,
    ...(life.status === 'failed' && { failure: life.failure }),
    steps: Object.fromEntries(Object.entries(state.steps).map(([id, step]) => [id, stepOf(run, store, id, step)])),
    attempts: store.rows().map(({ token, step, epoch, attempt, status }) => {
      const text = store.made(token)?.text;
      const verdict = store.verdictOn(token);
      const said = { ...(text !== undefined && { text }), ...(verdict && { verdict: untimed(verdict) }) };
      return { step, epoch, attempt, status, ...said };
    }),
    prompts,
    artifacts: store.all().map(({ artifact: { id, step, epoch, attempt, mediaType, digest }, text }) => ({
      id,
      ...(step !== undefined && { step }),
      ...(epoch !== undefined && { epoch }),
      ...(attempt !== undefined && { attempt }),
      mediaType,
      digest,
      text,
    })),
    events: log,
    trace,
    questions: Object.values(state.escalations).map(({ id, kind, step, attempt, question, status, decision }) => ({
      id,
      kind,
      ...(step !== undefined && { step }),
      ...(attempt !== undefined && { attempt }),
      question,
      status,
      ...(decision && { action: decision.action }),
    })),
    bound: { generations: raisedBound(plan, state), remaining: remainingBound(plan, state) },
  };
}

function stepOf({ state }: Run, store: MemoryStore, id: string, { sigma, epoch, n }: StepState): PlayedStep {
  const artifact = artifactOf(state, id);
  const text = store.all().find((made) => made.artifact.id === artifact?.id)?.text;
  return { status: sigma, epoch, attempts: n, ...(text !== undefined && { text }) };
}

function untimed(judged: Verdict): PlayedVerdict {
  const { durationMs: _, subResults, ...verdict } = judged;
  return { ...verdict, subResults: subResults.map(untimed) };
}
