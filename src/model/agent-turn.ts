import type { Settlement } from './caps.ts';
import type { Usage } from './usage.ts';

/** One call of a model that an agent has made, with what its tools made of the answer. */
export interface AgentTurn {
  readonly runId: string;
  readonly token: string;
  /** Within the attempt, from 1. */
  readonly iteration: number;
  readonly step: string;
  readonly epoch: number;
  /** Digest of the session as this turn left it. */
  readonly stateRef: string;
  /** Of this turn alone. */
  readonly usage: Usage;
}

/** What came of the effect of a tool: JSON, or words for the model. */
export type StoredEffect = { readonly result: unknown } | { readonly error: string };

interface EffectKey {
  readonly runId: string;
  readonly token: string;
  readonly iteration: number;
  /** The call's id. */
  readonly call: string;
}

/** What agents have done within their attempts (R80). Only ever inserted; the sessions themselves lie in the contents. */
export interface AgentTurns {
  /** The first turn stored under (run, token, iteration) wins and is returned. */
  save(turn: AgentTurn, settles?: Settlement): Promise<AgentTurn>;
  find(runId: string, token: string, iteration: number): Promise<AgentTurn | undefined>;
  /** The newest turn under a token. */
  last(runId: string, token: string): Promise<AgentTurn | undefined>;
  /** The newest turn of a step under any token but this one, in an epoch from `since` on. */
  newest(
    runId: string,
    step: string,
    where: { readonly since: number; readonly not: string },
  ): Promise<AgentTurn | undefined>;
  /** The first answer stored for an effect wins and is returned. */
  saveEffect(key: EffectKey, answer: StoredEffect): Promise<StoredEffect>;
  findEffect(key: EffectKey): Promise<StoredEffect | undefined>;
  /** By the call's id. */
  effects(runId: string, token: string, iteration: number): Promise<ReadonlyMap<string, StoredEffect>>;
}
