/** The answers that a question leaves, as buttons: what each is called, what it would do, and which one is the first to be thought of. */
import { isAllowed, stepsToRedo, stepsToSkip } from '../../core/allowed-answers.ts';
import { ALLOWED_ACTIONS } from '../../core/endings.ts';
import { listed } from '../../core/events/words.ts';
import { overridesGuard } from '../../core/moves/as-seen.ts';
import { type Preview, preview } from '../../core/preview.ts';
import type { BudgetName } from '../../model/events/budgets.ts';
import type { Action, EscalationKind } from '../../model/events/escalations.ts';
import { type DecideRequest, type Input, Refused } from '../../model/input.ts';
import type { Budgets } from '../../model/plan.ts';
import type { Run } from '../../model/run.ts';
import type { EscalationState } from '../../model/run-state.ts';
import type { VerdictWord } from '../../model/verdict.ts';
import { consequenceOf } from './consequence.ts';
import { whyUnsure } from './unsure.ts';

/** A field that an answer takes beside who answers and why. */
interface Field {
  readonly name: string;
  readonly required: boolean;
  /** What it may be, where that is known. */
  readonly values?: readonly string[];
  /** The value that the consequence is told for. */
  readonly chosen?: string;
}

export interface AnswerOption {
  readonly action: Action;
  readonly label: string;
  readonly primary: boolean;
  readonly consequence: string;
  /** The same without words, where they may be left out. */
  readonly wordless?: Pick<AnswerOption, 'label' | 'consequence'>;
  /** Steps that are made again. */
  readonly resets: readonly string[];
  /** The same for each step that may be gone back to; of many steps for the first of them. */
  readonly each?: readonly { readonly step: string; readonly resets: readonly string[] }[];
  /** At most so many generations are made after it. */
  readonly generations: number;
  readonly endsRun: Preview['endsRun'];
  /** The calls that must answer first, where it depends. */
  readonly on?: readonly string[];
  /** Why that is not known yet. */
  readonly why?: readonly string[];
  /** The guards that reject what it accepts. */
  readonly over?: readonly string[];
  readonly fields: readonly Field[];
}

/** What a yes to a proposal brings about: all that is sure to follow it, or why the change cannot be made. */
export interface AgreedChange {
  readonly follows?: readonly Input[];
  readonly refusal?: string;
}

/** What the core does not know. */
export interface AnswerFacts {
  /** Milliseconds since the epoch. */
  readonly now: number;
  /** Guards that rejected the artifact that is shown. */
  readonly rejecting: readonly string[];
  /** What the whole guard is sure to say once a person has said this for its leaf; undefined: it must be asked. */
  readonly heard: (action: Action) => VerdictWord | undefined;
  /** Of a yes to a change that was proposed. */
  readonly agreed?: AgreedChange | undefined;
}

const LABELS: Readonly<Record<Action, string>> = {
  approve: 'Approve',
  reject: 'Reject',
  amend: 'Write it yourself',
  retry: 'Try again with guidance',
  redo: 'Redo an earlier step',
  skip: 'Skip',
  raise: 'Raise the budget',
  abort: 'End the run',
};

/** The first of these that is offered is the primary one; of every other kind `OTHERS`. */
const FIRST: Readonly<Partial<Record<EscalationKind, Action>>> = {
  approval: 'approve',
  assertion: 'approve',
  clarification: 'approve',
  infeasible: 'approve',
  input: 'amend',
  budget: 'raise',
};
const OTHERS: readonly Action[] = ['retry', 'redo'];

/**
 * The answers to an open question, in the order in which they are allowed. What would be refused as the question stands is left out: a
 * second amendment while one is judged, say.
 */
export function optionsOf(run: Run, question: EscalationState, facts: AnswerFacts): readonly AnswerOption[] {
  const isOver = overridesGuard(run.state, question);
  const found = question.allowedActions.flatMap((action) => optionOf(run, question, action, facts) ?? []);
  const first = FIRST[question.kind];
  const wishes = [...(first === undefined ? [] : [first]), ...OTHERS].filter(
    (action) => action !== 'approve' || !isOver,
  );
  const primary = wishes.find((action) => found.some((option) => option.action === action));
  return found.map((option) => ({ ...option, primary: option.action === primary }));
}

/** Returns the sentence that names the answers which `allow` takes away from the question (R129); undefined if it takes none. */
export function withheldWords(run: Run, question: EscalationState): string | undefined {
  const { kind, step, allowedActions } = question;
  if (step !== undefined && run.plan.steps.every(({ id }) => id !== step)) return undefined;
  const withheld = ALLOWED_ACTIONS[kind].filter(
    (action) => !allowedActions.includes(action) && !isAllowed(run, question, action),
  );
  if (withheld.length === 0) return undefined;
  const owner = step === undefined ? 'its steps' : step;
  const words = withheld.map((action) => `“${labelOf(question, action, false)}”`);
  return `${listed(words)} cannot be chosen here: the definition of ${owner} does not allow it.`;
}

function optionOf(
  run: Run,
  question: EscalationState,
  action: Action,
  { now, rejecting, heard, agreed = {} }: AnswerFacts,
): AnswerOption | undefined {
  const fields = fieldsOf(run, question, action);
  const chosen = fields.find(({ name }) => name === 'step')?.chosen;
  const request = exampleOf(run, question, action, chosen);
  try {
    const { follows, refusal }: AgreedChange = action === 'approve' ? agreed : {};
    const told = preview(run, request, now, heard(action), follows);
    const why = whyUnsure(run, request, told, refusal);
    const isOver = action === 'approve' && overridesGuard(run.state, question);
    return {
      action,
      label: labelOf(question, action, isOver),
      primary: false,
      consequence: consequenceOf(run, request, told),
      ...(request.guidance !== undefined && {
        wordless: {
          label: action === 'retry' ? 'Try again' : LABELS[action],
          consequence: consequenceOf(run, withoutWords(request), told),
        },
      }),
      resets: told.wouldReset,
      ...(action === 'redo' && { each: eachOf(run, request, fields, now) }),
      generations: told.generations,
      endsRun: told.endsRun,
      ...(told.on.length > 0 && { on: told.on }),
      ...(why.length > 0 && { why }),
      ...(isOver && { over: rejecting }),
      fields,
    };
  } catch (error) {
    if (error instanceof Refused) return undefined;
    throw error;
  }
}

/** Steps for which it is foretold what a way back to them makes again. */
const MOST_FORETOLD = 20;

function eachOf(run: Run, request: DecideRequest, fields: readonly Field[], now: number) {
  const steps = fields.find(({ name }) => name === 'step')?.values ?? [];
  return steps
    .slice(0, MOST_FORETOLD)
    .map((step) => ({ step, resets: preview(run, { ...request, step }, now).wouldReset }));
}

function withoutWords(request: DecideRequest): DecideRequest {
  const { guidance: _, ...wordless } = request;
  return wordless;
}

function labelOf({ kind }: EscalationState, action: Action, isOver: boolean): string {
  if (isOver) return 'Accept over the guard';
  return kind === 'input' && action === 'amend' ? 'Send' : LABELS[action];
}

/** An answer of that kind, with as much as its consequence depends on. */
function exampleOf(
  { state }: Run,
  { id, artifactDigest, step }: EscalationState,
  action: Action,
  chosen: string | undefined,
): DecideRequest {
  const request = { kind: 'decide', escalationId: id, action } as const;
  switch (action) {
    case 'approve':
      return { ...request, ...(artifactDigest !== undefined && { artifactDigest }) };
    case 'reject':
      return { ...request, feedback: '…' };
    case 'amend':
      return { ...request, artifactId: '…', digest: '…' };
    case 'retry':
      return { ...request, guidance: '…' };
    case 'redo':
      return { ...request, guidance: '…', ...(chosen !== undefined && { step: chosen }) };
    case 'skip':
      return { ...request, ...(step === undefined && chosen !== undefined && { step: chosen }) };
    case 'raise':
      return { ...request, budgets: lifted(state.exceeded) };
    case 'abort':
      return request;
  }
}

/** Out of reach: how far a person raises it is for the person. */
function lifted(exceeded: BudgetName | undefined): Partial<Budgets> {
  const names = { maxCostUsd: 'maxMicroUsd', maxDuration: 'maxDurationMs' } as const;
  const name = exceeded === 'maxCostUsd' || exceeded === 'maxDuration' ? names[exceeded] : exceeded;
  return name === undefined ? {} : { [name]: Number.MAX_SAFE_INTEGER };
}

function fieldsOf(run: Run, question: EscalationState, action: Action): readonly Field[] {
  switch (action) {
    case 'reject':
      return [{ name: 'feedback', required: true }];
    case 'amend':
      return [
        { name: 'content', required: true },
        { name: 'mediaType', required: false },
      ];
    case 'retry':
      return [
        { name: 'guidance', required: false },
        { name: 'extraAttempts', required: false },
      ];
    case 'redo':
      return [stepField(stepsToRedo(run, question), question.step), { name: 'guidance', required: false }];
    case 'skip':
      return question.step === undefined ? [stepField(stepsToSkip(run), undefined)] : [];
    case 'raise':
      return [{ name: 'budgets', required: true }];
    case 'abort':
      return [{ name: 'reason', required: false }];
    case 'approve':
      return [];
  }
}

function stepField(values: readonly string[], own: string | undefined): Field {
  const chosen = own !== undefined && values.includes(own) ? own : values.at(-1);
  return { name: 'step', required: true, values, ...(chosen !== undefined && { chosen }) };
}
