/** The run in Markdown, for the current details of Temporal's Web UI: its steps, and when a person is asked, how to answer. */

import { raisedBound, remainingBound } from '../core/remaining-bound.ts';
import { stateOf } from '../core/state/lookup.ts';
import { doneBy, kindWord } from '../model/events/escalation-words.ts';
import type { Plan, StepPlan } from '../model/plan.ts';
import { type EscalationState, openEscalations, type RunState, type StepState } from '../model/run-state.ts';
import { exampleAnswer, outcomesOf } from './question-words.ts';
import { topologyWordsOf } from './topology-words.ts';

/** At most this many steps are listed: Temporal takes 20,000 bytes. */
const MOST_STEPS = 100;

/** `base`: the address of the API without a slash at the end; left out in runs from before, whose links are paths. */
export function detailsOf(plan: Plan, state: RunState, base = ''): string {
  const { name, version } = plan.definition;
  return [
    `## ${name} v${version}: ${state.life.status}`,
    ...(base === '' ? [] : [`The run in the console: ${base}/console/runs/${state.runId}`]),
    ...pauseLine(state),
    ...openEscalations(state).map((escalation) => question(escalation, base)),
    ...topologyWordsOf(plan.topology).details({ plan, state }),
    usageLine(plan, state),
    stepTable(plan, state),
  ].join('\n\n');
}

function pauseLine({ runId, control, life }: RunState): readonly string[] {
  if (!control.pause) return [];
  const { by, reason } = control.pause;
  const why = reason === '' ? '' : `: ${reason}`;
  const how = `To go on, send the signal or update \`resume\`, or \`POST /v1/runs/${runId}/resume\`.`;
  return [`### ${life.status === 'paused' ? 'Paused' : 'Pausing'} ${doneBy(by)}${why}`, how];
}

function question(escalation: EscalationState, base: string): string {
  const { id, kind, step, question: text, artifactId, artifactDigest } = escalation;
  const answer = { escalationId: id, ...exampleAnswer(escalation) };
  const outcomes = Object.entries(outcomesOf(escalation)).map(([action, leadsTo]) => `- \`${action}\` ${leadsTo}`);
  const artifact = `Artifact: [${artifactId}](${base}/v1/artifacts/${artifactId}/content), digest \`${artifactDigest}\`.`;
  return [
    `### A person is asked (${kindWord(kind)}${step === undefined ? '' : `, step ${step}`})`,
    text,
    ...(base === '' ? [] : [`To answer in the console: ${base}/console/e/${id}`]),
    ...(artifactId === undefined ? [] : [artifact]),
    `Evidence: ${base}/v1/escalations/${id}`,
    outcomes.join('\n'),
    'To answer here, fill in and send the signal or update `decide` with:',
    `\`\`\`json\n${JSON.stringify(answer)}\n\`\`\``,
    `Or over REST: \`POST ${base}/v1/escalations/${id}/decision\`.`,
  ].join('\n\n');
}

function usageLine(plan: Plan, state: RunState): string {
  const { usage } = state;
  const tokens = usage.inputTokens + usage.outputTokens;
  return `${usage.attempts} of at most ${raisedBound(plan, state)} generations, at most ${remainingBound(plan, state)} more, ${tokens} tokens`;
}

function stepTable(plan: Plan, state: RunState): string {
  const rows = plan.steps.slice(0, MOST_STEPS).map((step) => row(step, stateOf(state, step.id)));
  const more = plan.steps.length - rows.length;
  return [
    '| step | status | attempt | guard | last rejection |',
    '|---|---|---|---|---|',
    ...rows,
    ...(more > 0 ? [`| … and ${more} more | | | | |`] : []),
  ].join('\n');
}

function row(step: StepPlan, state: StepState): string {
  const attempt = state.epoch === 0 ? '' : `${state.attempt} of ${state.allowed}`;
  const cells = [step.id, phrase(state), attempt, step.guard, state.failures.at(-1)?.signature ?? ''];
  return `| ${cells.map(cell).join(' | ')} |`;
}

function phrase({ sigma, call }: StepState): string {
  if (!call) return sigma;
  return call.phase === 'generate' ? 'generating' : 'being judged';
}

/** Markdown in a table cell: one line, no bars, not long. */
function cell(text: string): string {
  return text.replaceAll('|', '\\|').replaceAll(/\s+/g, ' ').slice(0, 100);
}
