// Pure: options of a guard of the user's that say they are templates.

import { createGuardRegistry } from '../../src/guards/registry.ts';
import { evaluateTree } from '../../src/guards/tree.ts';
import { defineGuard, z } from '../../src/index.ts';
import { aContext } from './a-context.ts';

const echo = defineGuard({
  name: 'echo',
  options: z.strictObject({ said: z.string().meta({ 'x-template': true }), plain: z.string() }),
  evaluate: ({ said, plain }) => ({ verdict: 'retry', feedback: `${said} | ${plain}` }),
});

test('(R113) they are rendered before the guard sees them, and the others are not', async () => {
  const registry = createGuardRegistry({ sim: false, own: () => [echo] });
  const leaf = { use: 'echo', with: { said: '{artifact} {{x}} {nobody}', plain: '{artifact}' } };
  const verdict = await evaluateTree(leaf, registry, aContext('made'), () => 0);
  expect(verdict.feedback).toBe('made {x} {nobody} | {artifact}');
});
