/** The order of what a call of a run asks for, where that is more than one activity. For the core it is one call under one token. */
import type { AnyCall } from '../core/run.ts';
import { rulesOf } from '../core/topology.ts';
import type { Plan } from '../model/plan.ts';
import type {
  AgentEffectInput,
  AgentEffectOutput,
  AgentTurnInput,
  AgentTurnOutput,
  EvaluateGuardInput,
  GenerateInput,
  GenerateStep,
  OutsideAnswer,
  OutsideCall,
} from './calls.ts';
import type { Answered, Packed } from './packed-calls.ts';

/** What an activity of somebody else's is asked, wherever that is done. */
type AskOutside = (call: Omit<OutsideCall, 'token'>) => Promise<OutsideAnswer>;

export interface Turns {
  readonly turn: (input: AgentTurnInput) => Promise<AgentTurnOutput | Packed<AgentTurnOutput>>;
  readonly effect: (input: AgentEffectInput, tool: string) => Promise<AgentEffectOutput | Packed<AgentEffectOutput>>;
  /** The first turn is over: the events that it carried are stored. */
  readonly stored: () => void;
}

/** The turns of an agent within one attempt: each call of the model, then each effect of a tool (R80). The activities hold the bound. */
export async function converse(
  attempt: Omit<AgentTurnInput, 'iteration' | 'stateRef'>,
  { turn, effect, stored }: Turns,
): Promise<Answered> {
  let input: AgentTurnInput = { ...attempt, iteration: 1 };
  for (;;) {
    const { iteration } = input;
    const turned = await turn(input);
    if (iteration === 1) stored();
    if (turned.kind !== 'turned') return turned;
    const { stateRef, effects } = turned;
    for (const { call, tool } of effects) {
      const done = await effect({ ...input, events: [], stateRef, call }, tool);
      if (done.kind === 'broken') return done;
    }
    input = { ...input, events: [], iteration: iteration + 1, stateRef };
  }
}

/** One activity; or, for an activity of somebody else's, one that says what to ask, theirs, and one that stores what came of it. */
export async function generateWithOthers(
  input: GenerateInput,
  generate: (input: GenerateInput) => Promise<GenerateStep | Packed<GenerateStep>>,
  ask: AskOutside,
): Promise<Answered> {
  let asked = input;
  for (;;) {
    const made = await generate(asked);
    if (made.kind !== 'outside') return made;
    asked = { ...input, events: [], outside: await ask(made) };
  }
}

/** The same for a guard, leaf by leaf (R73). */
export async function judgeWithOthers(
  input: EvaluateGuardInput,
  evaluate: (input: EvaluateGuardInput) => Promise<Answered | OutsideCall>,
  ask: AskOutside,
): Promise<Answered> {
  // The place of the signed token comes last.
  let asked: EvaluateGuardInput = { ...input, seal: '' };
  for (;;) {
    const judged = await evaluate(asked);
    if (judged.kind !== 'outside') return judged;
    const answer = await ask(judged);
    asked = { ...input, events: [], outside: { leaf: judged.leaf ?? '', answer }, seal: '' };
  }
}

/** Those of the calls that wait for no verdict that is under way, or begins before theirs. */
export function withoutRivals(
  plan: Plan,
  waiting: readonly AnyCall[],
  underWay: readonly AnyCall[],
): readonly AnyCall[] {
  const judged = underWay.filter(isJudgement);
  return waiting.filter((call) => {
    if (!isJudgement(call)) return true;
    if (rulesOf(plan).waitsForVerdict(plan, call, judged)) return false;
    judged.push(call);
    return true;
  });
}

function isJudgement(call: AnyCall): call is Extract<AnyCall, { readonly phase: 'generate' | 'guard' }> {
  return call.phase === 'guard';
}
