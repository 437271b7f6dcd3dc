import { objectiveSchema } from '../../definitions/schema/objective.ts';
import { literal } from '../../expressions/template.ts';
import { DRAFT_GUARD } from '../../model/plan.ts';
import { objectiveText } from '../../prompts/objective.ts';
import { safeParseNumbers } from '../../text/parse-numbers.ts';

const FORM = `Answer with one JSON object and nothing else:
{"objective": {"goal": "…", "backgroundIntent": "why it is wanted", "deliverables": ["what is there at the end"], "definitionOfDone": "when a person would call it done", "baseCase": {"all": [{"guard": {"use": "not-empty"}, "on": "a step's id"}]}},
 "steps": [{"id": "letters, digits, _ and -", "requires": ["ids of steps or groups"], "generator": {"kind": "llm", "prompt": "what to do"}, "guard": {"use": "not-empty"}}],
 "orGroups": {"a group of alternatives": {"choices": ["step", "step"]}},
 "questions": ["what you could not know and assumed"]}
The leaves of a base case are {"command": ["program", "argument"]}, {"notCommand": […]}, {"file": "path"}, {"notFile": "path"}, {"guard": {"use": "…"}, "on": "step"} and {"assertion": "what a person is asked to confirm"}; {"all": […]} and {"any": […]} join them. Leave orGroups out where there is one way only.`;

/** The step that drafts objective, base case and first graph. */
export function draftStep(
  id: string,
  wish: string,
  document: Readonly<Record<string, unknown>>,
): Readonly<Record<string, unknown>> {
  const known = safeParseNumbers(objectiveSchema, document['objective'] ?? {});
  const task = [
    `A run is to be planned before it starts. What is wanted: ${wish}`,
    ...(known.success && objectiveText(known.data) !== '' ? [`Agreed on so far:\n${objectiveText(known.data)}`] : []),
    'Draft what it is for, when it is complete, and its first steps. Complete means: checked by a program, a file or a guard, not by opinion.',
    FORM,
  ].join('\n\n');
  return {
    id,
    title: 'What the run is for',
    optional: true,
    generator: { kind: 'llm', prompt: { task: literal(task) }, output: { format: 'json' } },
    guard: {
      sequence: [
        { use: DRAFT_GUARD },
        { use: 'human', id: 'alignment', with: { question: 'Is this what the run is for, and how it should begin?' } },
      ],
    },
    recovery: { rMax: 2, rPatience: null, eMax: 0, onExhausted: 'escalate' },
  };
}
