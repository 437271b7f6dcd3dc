// Pure: docs/people.md says what the code does.
import { readFileSync } from 'node:fs';
import { parse } from 'yaml';
import '../../src/topologies/documents.ts';
import { DecisionRequest } from '../../src/api/escalations/decision-request.ts';
import { ALLOWED_ACTIONS } from '../../src/core/endings.ts';
import { checkDefinition } from '../../src/definitions/checks/check.ts';
import { schemaProblems } from '../../src/guards/isolation/schema-errors.ts';
import { createGuardRegistry } from '../../src/guards/registry.ts';
import { ACTIONS, ESCALATION_KINDS } from '../../src/model/events/escalations.ts';
import { readDecision } from '../../src/workflows/read-requests.ts';

const page = readFileSync(new URL('../../docs/people.md', import.meta.url), 'utf8');

/** The rows of the table whose head begins so: cells without the space around them. */
function tableOf(head: string): readonly (readonly string[])[] {
  const lines = page.split('\n');
  const from = lines.findIndex((line) => line.replaceAll(/ +/g, ' ').startsWith(`| ${head} |`));
  const rows = lines.slice(from + 2);
  const end = rows.findIndex((line) => !line.startsWith('|'));
  return rows.slice(0, end).map((line) =>
    line
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim()),
  );
}

const wordsIn = (cell = '') => [...cell.matchAll(/`([^`]+)`/g)].map(([, word = '']) => word);
const codeIn = (cell = '') => wordsIn(cell)[0] ?? '';

const COMMON = ['action', 'artifactDigest', 'shown', 'comment', 'by'];
const fieldsOf = (action: string) => {
  const option = DecisionRequest.options.find(({ shape }) => shape.action.value === action);
  return Object.keys(option?.shape ?? {}).filter((name) => !COMMON.includes(name));
};

test('every kind of question is there, with the actions that it allows (R115)', () => {
  const rows = tableOf('kind').map(([kind, , actions]) => [codeIn(kind), wordsIn(actions)]);
  expect(rows).toHaveLength(ESCALATION_KINDS.length);
  expect(Object.fromEntries(rows)).toEqual(ALLOWED_ACTIONS);
});

test.each(tableOf('kind').map((row) => [codeIn(row[0]), codeIn(row[3])]))(
  'the example of %s is a decision that it allows, over REST and over Temporal: %s (R115)',
  (kind, example) => {
    const decision = DecisionRequest.parse(JSON.parse(example));
    const allowed = Object.entries(ALLOWED_ACTIONS).find(([name]) => name === kind)?.[1] ?? [];
    expect(allowed).toContain(decision.action);
    expect(readDecision({ escalationId: 'esc_1', ...decision }).action).toBe(decision.action);
  },
);

test('every action is there with its own fields; those of all are named below (R115)', () => {
  const rows = tableOf('action').map(([action, fields]) => [codeIn(action), wordsIn(fields).toSorted()]);
  expect(rows).toEqual(ACTIONS.map((action) => [action, fieldsOf(action).toSorted()]));
  for (const field of COMMON.slice(1)) expect(page).toContain(`\`${field}\``);
});

test('its definition publishes, without a warning', () => {
  const [, text = ''] = /```yaml\n([\s\S]*?)```/.exec(page) ?? [];
  const guards = createGuardRegistry({ sim: false });
  const checked = checkDefinition(parse(text), { guards, compileSchema: schemaProblems });
  expect(checked).toMatchObject({ ok: true, warnings: [] });
});

test('what it sends as Update or signal is read as it is meant', () => {
  const [, text = ''] = /```json\n([\s\S]*?)```/.exec(page) ?? [];
  expect(readDecision(JSON.parse(text))).toMatchObject({ kind: 'decide', action: 'amend', content: 'yes' });
});
