import { isDeepStrictEqual } from 'node:util';
import type { ExhaustedBudget } from '../../engine.ts';
import type { Guard, GuardAnswer, LeafGuards } from '../../guards/guard.ts';
import type { GuardRegistry } from '../../guards/registry.ts';
import { leafId, leavesOf } from '../../model/guard-tree.ts';
import type { EvaluateGuardInput } from '../../ports/calls.ts';
import type { GuardPort, JudgedAnswers, JudgedLeaf } from '../../ports/guard-port.ts';
import { safeParseNumbers } from '../../text/parse-numbers.ts';
import { definitionOf } from '../definitions.ts';
import { whileAway } from '../while-away.ts';
import { guardContextOf } from './guard-context.ts';

/** A leaf as it is asked for; without its id where that is the guard's name. */
type AskedLeaf = Omit<JudgedLeaf, 'leaf'> & Partial<Pick<JudgedLeaf, 'leaf'>>;

/** Answers one judged leaf of a call's guard tree. Throws what the guard throws. */
export type LeafJudge = (call: EvaluateGuardInput, leaf: AskedLeaf, signal: AbortSignal) => Promise<GuardAnswer>;

/** No judge is asked another time: a budget of the run is used up (R49). */
export class JudgeStopped extends Error {
  override readonly name = 'JudgeStopped';
  readonly exhausted: ExhaustedBudget;

  constructor(exhausted: ExhaustedBudget) {
    super(`${exhausted.budget} is used up`);
    this.exhausted = exhausted;
  }
}

/** The step of the call has no such leaf: whoever asks wants a model for something else. */
export class NoSuchLeaf extends Error {
  override readonly name = 'NoSuchLeaf';
}

/**
 * For a process that reaches models, on behalf of those that do not: what a model is asked follows from what is stored, not from who
 * asks. What it answers is kept before it is told (R100).
 */
export function createLeafJudge({
  guardPort,
  guards,
  answers,
}: {
  readonly guardPort: Pick<GuardPort, 'open'>;
  readonly guards: Pick<GuardRegistry, 'find'>;
  readonly answers: JudgedAnswers;
}): LeafJudge {
  const patient = {
    ...answers,
    keep: (...args: Parameters<JudgedAnswers['keep']>) => whileAway(() => answers.keep(...args)),
  };
  return async (call, { use, options, leaf = use }, signal) => {
    const guard = guards.find(use);
    const material = await guardPort.open({ ...call, events: [] });
    const { step } = definitionOf(material, call.step);
    const asked = leavesOf(step.guard).filter((one) => {
      const own = one.use === use ? guard && safeParseNumbers(guard.options, one.with ?? {}) : undefined;
      return own?.success === true && isDeepStrictEqual(own.data, options);
    });
    if (guard?.nature !== 'judged' || asked.length === 0) throw new NoSuchLeaf(`${call.step} has no such leaf`);
    // A worker from before leaves were told apart names none; of several that ask the same, each is asked for itself.
    const named = asked.find((one) => leafId(one) === leaf) ?? (asked.length === 1 ? asked[0] : undefined);
    // Without its leaf, a judge would share the reservation of a cap with the call's other judges.
    const context = { ...guardContextOf(call, material, signal), leaf: named ? leafId(named) : leaf };
    const ask = async () => guard.evaluate(options, context);
    return named ? answeredOnce(patient, call, { leaf: leafId(named), use, options }, ask) : ask();
  };
}

/** The same guards, with the judged ones answered by somebody else, or, where a budget is used up, by nobody. */
export function judgedElsewhere(
  guards: Pick<GuardRegistry, 'find'>,
  judge: LeafJudge,
  call: EvaluateGuardInput,
  exhausted: ExhaustedBudget | undefined,
): LeafGuards {
  return withJudged(guards, ({ name: use }, leaf) => async (options, { signal }) => {
    if (exhausted) throw new JudgeStopped(exhausted);
    const named = leaf === use ? {} : { leaf };
    return judge(call, { use, options, ...named }, signal);
  });
}

/**
 * The same guards; what a judged one has answered for a leaf under the call's token is kept, and not asked for again. Where a budget is used
 * up, nobody is asked for what is not kept.
 */
export function judgedOnce(
  guards: Pick<GuardRegistry, 'find'>,
  answers: JudgedAnswers,
  call: EvaluateGuardInput,
  exhausted: ExhaustedBudget | undefined,
): LeafGuards {
  return withJudged(guards, (guard, leaf) => (options, context) => {
    const asked = { leaf, use: guard.name, options };
    return answeredOnce(answers, call, asked, async () => {
      if (exhausted) throw new JudgeStopped(exhausted);
      return guard.evaluate(options, { ...context, leaf });
    });
  });
}

function withJudged(
  guards: Pick<GuardRegistry, 'find'>,
  evaluateBy: (guard: Guard, leaf: string) => Guard['evaluate'],
): LeafGuards {
  return {
    find(name, leaf) {
      const guard = guards.find(name);
      return guard?.nature === 'judged' ? { ...guard, evaluate: evaluateBy(guard, leaf) } : guard;
    },
  };
}

async function answeredOnce(
  answers: JudgedAnswers,
  call: EvaluateGuardInput,
  leaf: JudgedLeaf,
  ask: () => Promise<GuardAnswer>,
): Promise<GuardAnswer> {
  const known = await answers.find(call, leaf);
  if (known) return known;
  const answer = await ask();
  return answers.keep(call, leaf, answer);
}
