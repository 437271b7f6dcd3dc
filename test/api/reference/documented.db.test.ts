/** The definitions that the documents and examples show, as somebody would copy them. */
import { readdirSync, readFileSync } from 'node:fs';
import { useApp } from '../test-app.ts';

const api = useApp();

const ROOT = new URL('../../../', import.meta.url);
const read = (path: string) => readFileSync(new URL(path, ROOT), 'utf8');
const filesIn = (folder: string) => readdirSync(new URL(folder, ROOT)).filter((file) => file.endsWith('.yaml'));

/** Whole definitions begin with their name. */
function definitionsIn(document: string): readonly (readonly [string, string])[] {
  const blocks = [...read(document).matchAll(/^```yaml\n(name: (\S+)\n.*?)^```$/gms)];
  return blocks.map(([, text = '', name = '']) => [`${document}: ${name}`, text] as const);
}

const SHOWN = [
  ...definitionsIn('docs/searching.md'),
  ...filesIn('docs/examples').map((file) => [file, read(`docs/examples/${file}`)] as const),
  ['examples/signin', read('examples/signin/definition.yaml')] as const,
];

test('S1-7.3.1-d: there are three probes to copy, and graphs to begin with', () => {
  expect(SHOWN.map(([name]) => name)).toEqual([
    'docs/searching.md: users-sign-in',
    'docs/searching.md: two-summaries',
    'probe-error-cause.yaml',
    'probe-library.yaml',
    'probe-refactoring.yaml',
    'examples/signin',
  ]);
});

test.each(SHOWN)('%s can be published, without a warning', async (_, payload) => {
  const answer = await api.send({
    method: 'POST',
    url: '/v1/workflows',
    headers: { 'content-type': 'application/yaml' },
    payload,
  });
  expect([answer.statusCode, answer.json()]).toMatchObject([201, { topology: 'and-or', warnings: [] }]);
});
