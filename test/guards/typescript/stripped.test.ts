import { stripped } from '../../../src/guards/typescript/stripped.ts';

test.each([
  ['types go, and what follows stays in its place', 'const a: number = 1;', 'const a         = 1;'],
  ['own modules are imported as scripts', "import { a } from './b/c.ts';", "import { a } from './b/c.mjs';"],
  ['a path of one in a text is one of a script', "const path = '../b.ts';", "const path = '../b.mjs';"],
  ['the name of any other file stays', "const file = 'artifact.ts';", "const file = 'artifact.ts';"],
])('%s', (_, source, script) => {
  expect(stripped(source)).toBe(script);
});
