/** What publishing says of `allow`: which answers people may give about a step (R129). */
import type { Issue } from '../../ports/catalogues.ts';
import { fieldOf } from '../../text/loose.ts';
import { below } from '../../text/pointer.ts';
import type { StepSketch } from '../parse/sketch.ts';
import { allowedAnswers } from '../schema/allow.ts';
import type { Definition } from '../schema/definition.ts';
import { exhaustionOf } from '../schema/recovery.ts';
import type { Subject } from '../schema/subject.ts';

/** A list of the step itself belongs to the question that `approval: true` asks. */
export function* checkAllow({ sketch }: Pick<Subject, 'sketch'>): Generator<Issue> {
  for (const { raw, pointer } of sketch.steps) {
    if (fieldOf(raw, 'allow') === undefined || fieldOf(raw, 'approval') === true) continue;
    const detail =
      '"allow" of a step is for the question that "approval: true" asks, and this step does not ask it. Write "approval: true", or put "allow" where a person is asked: into the generator of kind human, or into "with" of the guard "human".';
    yield { pointer: below(pointer, 'allow'), code: 'allow_without_approval', detail };
  }
}

/** Lists that let no artifact pass, and steps that the service skips by itself although no person may. */
export function* warnOfAllow({ sketch }: Pick<Subject, 'sketch'>, definition: Definition): Generator<Issue> {
  for (const [index, step] of definition.steps.entries()) {
    const sketched = sketch.steps[index];
    const lists = sketched ? listsIn(sketched) : [];
    for (const { pointer, answers, passing } of lists) {
      if (passing.some((answer) => answers.includes(answer))) continue;
      const detail = `No answer in this list lets the step pass. Add ${passing.map((answer) => `"${answer}"`).join(' or ')}.`;
      yield { pointer, code: 'cannot_pass', detail };
    }
    if (!sketched || lists.every(({ answers }) => answers.includes('skip'))) continue;
    if (exhaustionOf(step, definition.defaults) !== 'skip') continue;
    const detail = `No person may skip "${step.id}" (allow), but the service does so itself once its attempts are used up: after a rejection the run goes on without it. Let onExhausted be "escalate" or "fail", or list "skip".`;
    yield { pointer: sketched.pointer, code: 'skips_by_itself', detail };
  }
}

interface AllowList {
  readonly pointer: string;
  readonly answers: readonly string[];
  /** The answers by which the step can pass. */
  readonly passing: readonly string[];
}

function listsIn({ raw, pointer, kind, leaves }: StepSketch): readonly AllowList[] {
  const generator = fieldOf(raw, 'generator');
  return [
    ...listAt(raw, pointer, ['approve', 'amend']),
    ...(kind === 'human' ? listAt(generator, below(pointer, 'generator'), ['amend']) : []),
    ...leaves.flatMap((leaf) =>
      leaf.use === 'human' ? listAt(fieldOf(leaf.raw, 'with'), below(leaf.pointer, 'with'), ['approve', 'amend']) : [],
    ),
  ];
}

function listAt(holder: unknown, pointer: string, passing: readonly string[]): readonly AllowList[] {
  const answers = allowedAnswers(fieldOf(holder, 'allow'));
  return answers ? [{ pointer: below(pointer, 'allow'), answers, passing }] : [];
}
