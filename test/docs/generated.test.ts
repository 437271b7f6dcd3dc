// Pure: the tables of the pages say what the catalogue (R113) and the command line say.
import { regenerated } from '../../scripts/docs/regenerated.ts';
import { pages } from './pages.ts';

const generated = pages().filter(({ text }) => text.includes('<!-- generated: '));

test.each(generated.map(({ name, text }) => [name, text] as const))(
  'the tables of %s are up to date; else: npm run docs',
  (_, text) => {
    expect(regenerated(text)).toBe(text);
  },
);

test('(R113) the pages of guards and templates are made from the catalogue, that of commands from the command line, that of providers from the conformance suite', () => {
  expect(generated.map(({ name }) => name)).toEqual([
    'docs/command-line.md',
    'docs/guards.md',
    'docs/providers.md',
    'docs/templates.md',
  ]);
});

test('a table that there is not is told', () => {
  expect(() => regenerated('<!-- generated: nothing -->\n<!-- end -->')).toThrow('There is no table "nothing"');
});
