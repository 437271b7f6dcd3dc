/** A redirect in a person's free words: a model proposes the change as the artifact of a guarded step, and a person confirms it (api 4). */

import { literal } from '../../expressions/template.ts';
import type { StepPlan } from '../../model/plan.ts';
import { fieldOf } from '../../text/loose.ts';
import { safeParseNumbers } from '../../text/parse-numbers.ts';
import type { TopologyDocument } from '../topology-document.ts';
import { redirectBody } from './body.ts';
import { PROPOSAL_GUARD } from './proposal-guard.ts';

/** Reads a proposal, which may leave the description to the instruction. */
export function readProposal(value: unknown, description: string) {
  if (typeof value !== 'object' || value === null)
    return { success: false, error: 'The answer is not a JSON object.' } as const;
  const parsed = safeParseNumbers(redirectBody, { description, ...value });
  if (parsed.success) return { success: true, body: parsed.data } as const;
  const [issue] = parsed.error.issues;
  return { success: false, error: `${issue?.path.join('.') || 'The change'}: ${issue?.message}` } as const;
}

/** Whether an answer proposes no change, but asks what has to be known first. */
export function asksBack(value: unknown): boolean {
  return typeof fieldOf(value, 'question') === 'string';
}

const GRAPH = `{"type": "dag_adjustment", "description": "…", "add": [{"id": "…", "requires": ["…"], "generator": {"kind": "llm", "prompt": "…"}, "guard": {"use": "not-empty"}}], "remove": ["step", …]}
`;

/** Not every topology has a graph of steps to adjust. */
const shapes = (hasGraph: boolean) => `Answer with one JSON object and nothing else, of one of these shapes:
{"type": "objective_change", "description": "…", "specification": "the whole new specification", "reset": ["step", …]}
{"type": "constraint_change", "description": "…", "constraints": "all rules that hold from now on", "reset": ["step", …]}
${hasGraph ? GRAPH : ''}{"type": "bindings_override", "description": "…", "bindings": {"step": {"content": "the text that takes the place of its artifact"}}}
{"question": "what you must know first"} when the instruction leaves open what is meant.
"reset" names the steps that must run again; leave it out where none must.`;

/** The step that is added to a run for an instruction, as the run's own document writes steps. */
export function clarificationStep(
  id: string,
  instruction: string,
  steps: readonly Pick<StepPlan, 'id' | 'requires'>[],
  { form, redirects }: Pick<TopologyDocument, 'form' | 'redirects'>,
): Readonly<Record<string, unknown>> {
  const graph = steps.map(
    (step) => `- ${step.id}${step.requires.length > 0 ? ` (requires ${step.requires.join(', ')})` : ''}`,
  );
  const task = [
    `A person wants to change this run: ${instruction}`,
    `Its steps:\n${graph.join('\n')}`,
    'Say which change of the run is meant.',
    shapes(redirects.noGraph === undefined),
  ].join('\n\n');
  return {
    title: 'What a redirect means',
    ...form.askingStep(id, literal(task)),
    guard: {
      sequence: [
        { use: PROPOSAL_GUARD, with: { instruction, steps: steps.map((step) => step.id) } },
        { use: 'human', id: 'clarification', with: { question: `Is this what is meant by “${instruction}”?` } },
      ],
    },
    recovery: { rMax: 2, rPatience: null, eMax: 0, onExhausted: 'escalate' },
  };
}
