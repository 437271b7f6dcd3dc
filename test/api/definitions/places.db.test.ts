/** Over a real PostgreSQL: where in its text something is wrong, for an editor to mark (console 3). */
import { aDocument, useApp } from '../test-app.ts';

const api = useApp();

const YAML = `name: placed
model: sim:script
steps:
  - id: draft
    generator: { kind: llm, prompt: Write. }
    guard: { use: no-such-guard }
`;

async function problemsOf(text: string, type: string, url = '/v1/workflows/validate') {
  const answer = await api.send({ method: 'POST', url, headers: { 'content-type': type }, payload: text });
  const { errors, warnings } = answer.json();
  return { status: answer.statusCode, issues: errors ?? warnings };
}

/** What stands at the place of an issue, as lines are cut. */
function standing(text: string, { line, column, endLine, endColumn }: Record<string, number>): string {
  const lines = text.split('\n').slice(Number(line) - 1, endLine);
  lines[lines.length - 1] = lines.at(-1)?.slice(0, Number(endColumn) - 1) ?? '';
  return lines.join('\n').slice(Number(column) - 1);
}

test.each([
  ['YAML', YAML, 'application/yaml'],
  [
    'JSON',
    JSON.stringify(
      aDocument({ steps: [{ id: 'a', generator: { kind: 'llm', prompt: 'x' }, guard: { use: 'no-such-guard' } }] }),
      null,
      2,
    ),
    'application/json',
  ],
])('console 3: an error in a text of %s has its line, column and end', async (_, text, type) => {
  for (const url of ['/v1/workflows/validate', '/v1/workflows']) {
    const { status, issues } = await problemsOf(text, type, url);
    expect([status, issues.length]).toEqual([422, 1]);
    expect(standing(text, issues[0])).toMatch(/^"?no-such-guard"?$/);
  }
});

test.each([
  ['YAML', 'name: [a\n', 'application/yaml', 2],
  ['JSON', '{\n  "name": x\n}', 'application/json', 2],
  ['JSON that ends too early', '{\n  "name":\n', 'application/json', 3],
])('console 3: %s that cannot be read says at which line', async (_, text, type, line) => {
  const { status, issues } = await problemsOf(text, type);
  expect([status, issues[0].line]).toEqual([400, line]);
  for (const field of ['column', 'endLine', 'endColumn']) expect(issues[0][field]).toBeGreaterThan(0);
});

test('console 3: a warning has its place where a text is checked, and is kept without one', async () => {
  const text = `${YAML.replace('no-such-guard', 'not-empty')}input:\n  type: object\n  requierd: [a]\n`;
  const { status, issues } = await problemsOf(text, 'application/yaml');
  expect([status, issues]).toEqual([
    200,
    [expect.objectContaining({ pointer: '/input/requierd', line: 9, column: 13 })],
  ]);
  const published = await problemsOf(text, 'application/yaml', '/v1/workflows');
  expect(published.issues[0]).not.toHaveProperty('line');
});

test('console 3: a key that is written twice is marked at its second place', async () => {
  const { issues } = await problemsOf('name: a\nname: b\n', 'application/yaml');
  expect(issues[0]).toMatchObject({ code: 'duplicate_key', line: 2, column: 1, endLine: 2, endColumn: 5 });
});
