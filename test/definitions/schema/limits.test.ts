import { accepted, aDefinition, aStep, check, found } from '../makers.ts';

const many = (count: number, fields: (index: number) => Record<string, unknown> = () => ({})) =>
  aDefinition({ steps: Array.from({ length: count }, (_, index) => aStep(`s${index}`, fields(index))) });

test('R57: a definition has at most 1,000 steps', () => {
  expect(accepted(many(1_000)).plan.steps).toHaveLength(1_000);
  expect(found(many(1_001))).toEqual(['/steps too_many_steps']);
});

test('R57: a compiled plan has at most 256 KiB', () => {
  const wide = many(300, () => ({
    resources: ['x'.repeat(199), 'y'.repeat(200), 'z'.repeat(200), 'w'.repeat(200)],
  }));
  expect(found(wide)).toEqual(['/steps plan_too_large']);
});

test('R57: more references than any plan holds are refused before they are followed', () => {
  const dense = many(1_000, (index) => ({
    requires: Array.from({ length: 70 }, (_, back) => `s${Math.max(0, index - back - 1)}`),
  }));
  expect(found(dense)).toEqual(['/steps plan_too_large']);
});

test('hundreds of problems are told, thousands are cut off with a word about it', () => {
  const checked = check(many(900, (index) => ({ requires: [`gone${index}`] })));
  expect(checked).toMatchObject({ ok: false });
  const issues = checked.ok ? [] : checked.issues;
  expect(issues).toHaveLength(501);
  expect(issues.at(-1)?.code).toBe('too_many_issues');
});

test('more values than any definition needs are refused before they are checked', () => {
  const guard = { all: Array.from({ length: 40_000 }, (_, index) => ({ use: 'json', id: `n${index}` })) };
  expect(found(aDefinition({ steps: [aStep('a', { guard })] }))).toEqual([' document_too_large']);
});

test('design 3: what no parser lets through is refused here too', () => {
  let deep: unknown = { use: 'json' };
  for (let level = 0; level < 20_000; level += 1) deep = { sequence: [deep] };
  expect(found(aDefinition({ steps: [aStep('a', { guard: deep })] }))).toEqual([expect.stringMatching(/ too_deep$/)]);
  expect(found(JSON.parse('{"name": "x", "__proto__": {"steps": []}}'))).toEqual(['/__proto__ forbidden_key']);
});
