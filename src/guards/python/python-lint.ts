import { z } from 'zod';
import type { Sandboxes } from '../../sandbox/sandboxes.ts';
import { HALLUCINATED, listed, PASSED, rejected } from '../feedback.ts';
import type { Guard, GuardAnswer } from '../guard.ts';
import { placed } from '../isolation/placed.ts';
import { JAIL } from './needs.ts';
import { sourceProblem } from './source-size.ts';
import { type Undefined, undefinedNames } from './undefined-names.ts';

const options = z.strictObject({}).meta({
  title: 'Python names are bound',
  description: 'Passes when every name that the Python source reads is bound somewhere it can be seen from.',
  examples: [{}],
});

/** Passes when every name that is read is bound somewhere it can be seen from (guards 2.2). */
export function pythonLint(sandboxes: Sandboxes): Guard<z.infer<typeof options>> {
  return {
    name: 'python-lint',
    nature: 'deterministic',
    sandbox: true,
    score: false,
    judges: 'python',
    needs: () => JAIL,
    options,
    async evaluate(_, context) {
      const source = context.artifact.text;
      const tooMuch = sourceProblem(source);
      if (tooMuch !== undefined) return rejected(tooMuch);
      const sandbox = sandboxes.find(JAIL);
      const asked = await undefinedNames({ sandbox, source, path: 'artifact.py', context });
      if (!asked.ok) return placed(sandbox, rejected(asked.problem));
      const isBound = 'unreadable' in asked.answer || asked.answer.undefined.length === 0;
      return placed(sandbox, verdictOf(asked.answer), isBound ? {} : HALLUCINATED);
    },
  };
}

function verdictOf(answer: Undefined): GuardAnswer {
  if ('unreadable' in answer) return rejected(answer.unreadable);
  if (answer.undefined.length === 0) return PASSED;
  const sentences = answer.undefined.map(
    ({ name, line }) => `NameError: name '${name}' is not defined (line ${line}).`,
  );
  return rejected(...listed(sentences), 'Define or import each of these names where it can be seen.');
}
