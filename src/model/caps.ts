import type { Usage } from './usage.ts';

/** A cap of the settings on what all runs together may use of models within a window, in UTC (llm 3.4). */
export interface Cap {
  readonly window: 'day' | 'month';
  readonly microUsd?: number;
  readonly tokens?: number;
  /** Of runs with this tag only. */
  readonly tag?: string;
  /** Of runs of this definition only. */
  readonly workflow?: string;
}

/** What the caps of the settings need to know of a call of a model (llm 3.4). */
export interface Payer {
  /** Of the attempt. */
  readonly token: string;
  /** Tells the calls of a model within one attempt apart. */
  readonly call: string;
  /** The name of the run's definition. */
  readonly workflow: string;
  readonly tags: readonly string[];
  /** The run also uses models whose price is not known (R112). */
  readonly unpriced: boolean;
}

/** One try of a call of a model to which caps apply. */
export interface CappedCall {
  readonly runId: string;
  /** Of the attempt. */
  readonly token: string;
  /** Tells the calls of a model within one attempt apart. */
  readonly call: string;
  /** Tells the tries of a call apart. */
  readonly execution: string;
}

/** What an answer has used, to be counted under the caps in the place of its reservation. */
export interface Settlement {
  readonly call: CappedCall;
  readonly usage: Usage;
}

/** Whether the cap counts what a run uses. */
export function appliesTo({ tag, workflow }: Cap, run: Pick<Payer, 'tags' | 'workflow'>): boolean {
  return (workflow === undefined || workflow === run.workflow) && (tag === undefined || run.tags.includes(tag));
}

/** Also the key under which its use is counted: another limit of the same cap goes on with what is used. */
export function capName(
  unit: 'tokens' | 'usd',
  { window, tag, workflow }: Pick<Cap, 'window' | 'tag' | 'workflow'>,
): string {
  const whose = [
    ...(tag === undefined ? [] : [`tag ${tag}`]),
    ...(workflow === undefined ? [] : [`workflow ${workflow}`]),
  ];
  return [`${unit} a ${window}`, ...whose].join(', ');
}
