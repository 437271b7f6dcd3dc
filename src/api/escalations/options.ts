import { z } from 'zod';
import { verdictOnce } from '../../definitions/scope/heard-of-people.ts';
import { topologyDocumentOf } from '../../definitions/topology-document.ts';
import { standingOf } from '../../engine.ts';
import { ACTIONS, type Action } from '../../model/events/escalations.ts';
import type { Run } from '../../model/run.ts';
import { isClosed } from '../../model/run-state.ts';
import type { EscalationRow } from '../../ports/store/escalations.ts';
import type { RunRow } from '../../ports/store/runs.ts';
import { type AnswerOption, optionsOf, withheldWords } from '../../stories/answers/answer-options.ts';
import type { ApiContext } from '../dependencies.ts';
import { component } from '../reference/components.ts';
import { runIn } from '../runs/told-run.ts';
import type { VerdictView } from '../steps/verdict-view.ts';
import { agreedChange } from './agreed-change.ts';
import type { EscalationView } from './view.ts';

export const OptionView = component(
  'AnswerOption',
  z.object({
    action: z.enum(ACTIONS),
    label: z.string(),
    primary: z.boolean().describe('of one option: the one to be thought of first'),
    consequence: z.string().describe('what it would do, in a sentence'),
    wordless: z
      .object({ label: z.string(), consequence: z.string() })
      .optional()
      .describe('the same of an answer whose words may be left out, without them'),
    resets: z.array(z.string()).describe('steps that are made again'),
    each: z
      .array(z.object({ step: z.string(), resets: z.array(z.string()) }))
      .optional()
      .describe('of a way back: the same for each step that may be chosen, of many for the first 20'),
    generations: z.number().describe('at most so many are made after it, those under way among them'),
    endsRun: z.enum(['yes', 'no', 'depends']),
    on: z.array(z.string()).optional().describe('the calls that must answer first, where it depends'),
    why: z.array(z.string()).optional().describe('why it is not known yet, in sentences'),
    over: z.array(z.string()).optional().describe('the guards that reject what it accepts'),
    fields: z.array(
      z.object({
        name: z.string(),
        required: z.boolean(),
        values: z.array(z.string()).optional(),
        chosen: z.string().optional().describe('the value that the consequence is told for'),
      }),
    ),
  }),
);

/** The answers that a question leaves; none once it is closed. */
export async function optionsFor(
  context: ApiContext,
  { escalation }: EscalationRow,
  run: RunRow,
  attempts: EscalationView['evidence']['attempts'],
): Promise<readonly AnswerOption[]> {
  if (escalation.status !== 'open' || isClosed(run.state)) return [];
  const document = escalation.leaf === undefined ? undefined : await context.store.revisions.document(run.record);
  const judged = attempts.find(({ artifactId }) => artifactId !== null && artifactId === escalation.artifactId);
  const heard = (action: Action) => heardOf(document, runIn(run), escalation, action);
  const agreed = await agreedChange(context, run, escalation, heard('approve'));
  return optionsOf(runIn(run), escalation, {
    now: context.now(),
    rejecting: judged?.verdict ? rejectingIn(judged.verdict) : [],
    heard,
    agreed,
  });
}

/** Says which answers the definition withholds from an open question, in a sentence; undefined if it withholds none. */
export function withheldFrom({ escalation }: EscalationRow, run: RunRow): string | undefined {
  return escalation.status === 'open' && !isClosed(run.state) ? withheldWords(runIn(run), escalation) : undefined;
}

/** What a guard, or the base case, is sure to say of an answer for its leaf. */
export function heardOf(document: unknown, run: Run, escalation: EscalationRow['escalation'], action: Action) {
  if (escalation.kind === 'assertion')
    return topologyDocumentOf(run.plan.topology).onceAsserted?.(run, escalation, action);
  const isForLeaf = escalation.leaf !== undefined && (action === 'approve' || action === 'reject');
  return isForLeaf ? verdictOnce(document, escalation, action) : undefined;
}

function rejectingIn({ verdict, guard, subResults }: VerdictView): readonly string[] {
  if (verdict === 'pass') return [];
  const found = subResults.flatMap(rejectingIn);
  return found.length > 0 ? found : [guard];
}

/** What of a question binds a decision by what was shown. */
const PARTS = ['question', 'artifact', 'verdict', 'options'] as const;
type Part = (typeof PARTS)[number];

type Digesting = Pick<ApiContext, 'digestOfJson'>;

/** Stands for all that a question shows: one short digest for each part, so that a stale one tells which part moved on. */
export function shownOf(using: Digesting, view: EscalationView): string {
  const { id, question, artifactDigest = null, feedback, allowedActions } = view;
  const parts = { question: [id, question], artifact: artifactDigest, verdict: feedback, options: allowedActions };
  return PARTS.map((part) => short(using, parts[part], 16)).join('.');
}

/**
 * The same of a question's page, which shows more: where the question stands, and what each answer would do. Not in it is what other branches
 * move: how many generations may follow, and what was spent.
 */
export function shownOnPage(
  using: Digesting,
  view: EscalationView,
  run: RunRow,
  { escalation }: EscalationRow,
  options: readonly AnswerOption[],
): string {
  const { amendments, plan } = standingOf(runIn(run), escalation);
  const answers = view.allowedActions.map((action) => {
    const found: Partial<AnswerOption> = options.find((one) => one.action === action) ?? {};
    const { consequence: _, wordless: __, generations: ___, why: ____, each: _____, ...bound } = found;
    return bound;
  });
  const more = [amendments, plan, ...answers].map((part) => short(using, part, 8)).join('-');
  return `${shownOf(using, view)}.${more}`;
}

function short({ digestOfJson }: Digesting, value: unknown, length: number): string {
  return digestOfJson(value).replace('sha256:', '').slice(0, length);
}

/** Whether it was a page that showed it. */
export function isOfPage(shown: string): boolean {
  return shown.split('.').length > PARTS.length;
}

/** The parts of a question that are not any more as they were shown; of the answers only the one that is meant counts. */
export function changedSince(
  { allowedActions }: EscalationView,
  shown: string,
  now: string,
  action: Action,
): readonly Part[] {
  const at = allowedActions.indexOf(action);
  const [before, after] = [shown, now].map((text) => {
    const [question, artifact, verdict, options, more = ''] = text.split('.');
    const [amendments, plan, ...answers] = more.split('-');
    return {
      question,
      artifact: `${artifact} ${amendments}`,
      verdict,
      options: `${options} ${plan} ${answers[at]}`,
    };
  });
  return PARTS.filter((part) => before?.[part] !== after?.[part]);
}
