import { writingPlace } from '../../src/console/islands/editing/place.ts';
import { STARTER } from '../../src/console/pages/editor/starter.ts';

/** `|` is where one writes. */
function at(text: string) {
  const position = text.indexOf('|');
  const found = writingPlace(text.replace('|', ''), position);
  return found && { path: found.path.join('/'), is: found.is, word: text.slice(found.from, position), use: found.use };
}

const STEP = 'name: x\nsteps:\n  - id: a\n    guard:\n';

test.each([
  ['na|', '', 'key', 'na'],
  ['name: x\n|', '', 'key', ''],
  ['name: x\ntopology: a|', 'topology', 'value', 'a'],
  ['steps:\n  - i|', 'steps/-', 'key', 'i'],
  ['steps:\n- i|', 'steps/-', 'key', 'i'],
  ['steps:\n  - id: a\n    gen|', 'steps/-', 'key', 'gen'],
  ['steps:\n  - id: a\n    generator:\n      kind: l|', 'steps/-/generator/kind', 'value', 'l'],
  ['steps:\n  - id: a\n    generator:\n      kind: llm\n    re|', 'steps/-', 'key', 're'],
  ['steps:\n  - id: a\n    generator: { kind: llm, pr|', 'steps/-/generator', 'key', 'pr'],
  ['steps:\n  - id: a\n    generator: { kind: l|', 'steps/-/generator/kind', 'value', 'l'],
  [`${STEP}      sequence:\n        - { use: cont|`, 'steps/-/guard/sequence/-/use', 'value', 'cont'],
  [`${STEP}      all: [{ use: length, with: { m|`, 'steps/-/guard/all/-/with', 'key', 'm'],
  [`${STEP}      all: [{ use: not-empty }, { use: l|`, 'steps/-/guard/all/-/use', 'value', 'l'],
  ['name: x\n\n# a word\nbud|', '', 'key', 'bud'],
  ['input:\n  type: object\nspec|', '', 'key', 'spec'],
  ['budgets: { maxAttempts: 3, max|', 'budgets', 'key', 'max'],
])('console 2: where %j is written', (text, path, is, word) => {
  expect(at(text)).toMatchObject({ path, is, word });
});

test.each([
  [`${STEP}      use: length\n      with:\n        m|`, 'length'],
  [`${STEP}      all:\n        - use: contains\n          with:\n            t|`, 'contains'],
  [`${STEP}      all: [{ use: not-empty }, { use: regex, with: { p|`, 'regex'],
  [`${STEP}      use: l|`, 'l'],
])('console 2: which guard the options in %j are of', (text, use) => {
  expect(at(text)?.use).toBe(use);
});

test('console 2: in a comment nothing is offered', () => {
  expect(at('name: x # na|')).toBeUndefined();
});

test('what the editor begins with fits into its width, so that no brace at the end of a line is out of sight', () => {
  expect(Math.max(...STARTER.split('\n').map((line) => line.length))).toBeLessThanOrEqual(68);
});
