// Pure: what the pages show is right. A definition publishes, a fragment is of the shape that it stands for, a program can be read.
import ts from 'typescript-5';
import { parse } from 'yaml';
import type { z } from 'zod';
import '../../src/topologies/documents.ts';
import { NO_OWN_PARTS } from '../../src/authoring/parts.ts';
import { SettingsFile } from '../../src/config/file.ts';
import { checkDefinition } from '../../src/definitions/checks/check.ts';
import { leafSketches } from '../../src/definitions/parse/sketch-guard.ts';
import { definitionSchema } from '../../src/definitions/schema/definition.ts';
import { generatorSchema } from '../../src/definitions/schema/generator.ts';
import { guardSchema } from '../../src/definitions/schema/guard.ts';
import { stepSchema } from '../../src/definitions/schema/step.ts';
import { createGuardRegistry } from '../../src/guards/registry.ts';
import { Card } from '../../src/simulation/card.ts';
import { scriptedReply } from '../../src/simulation/script.ts';
import { aRequest } from '../simulation/sim-request.ts';
import { blocksOf } from './blocks.ts';
import { pages } from './pages.ts';

const guards = createGuardRegistry({ sim: true, judge: () => Promise.reject(new Error('nothing is judged here')) });
/** The parts that the pages speak of. */
const parts = {
  ...NO_OWN_PARTS,
  agents: () => ['reader', 'expense-reader'],
  generators: () => ['policy'],
};
/** Their commands and answers are played by `recipes.db.test.ts` and `state-machines.db.test.ts`. */
const PLAYED = ['docs/recipes.md', 'docs/state-machines.md'];
const options = { guards, parts, defaultModel: 'small' };

const blocks = pages().flatMap(({ name, text }) => blocksOf(text, name));
const ofLanguage = (language: string) =>
  blocks
    .filter((block) => block.language === language && block.notRun === undefined)
    .map((block) => [block.place, block] as const);

test.each(ofLanguage('yaml'))('the block at %s is what it stands for', (_, { text }) => {
  expect(problemsOf(parse(text))).toEqual([]);
});

test.each(ofLanguage('ts'))('the program at %s can be read', (_, { text }) => {
  const { diagnostics = [] } = ts.transpileModule(text, {
    reportDiagnostics: true,
    compilerOptions: { target: ts.ScriptTarget.ES2022, module: ts.ModuleKind.ESNext },
  });
  expect(diagnostics.map(({ messageText }) => messageText)).toEqual([]);
});

test('every other block is marked, with what it needs', () => {
  const unmarked = blocks.filter(
    ({ place, language, notRun }) =>
      notRun === undefined && !['yaml', 'ts'].includes(language) && !PLAYED.includes(place.split(':')[0] ?? ''),
  );
  expect(unmarked.map(({ place }) => place)).toEqual([]);
});

test('these blocks need what is not here, and no others', () => {
  const marked = blocks.flatMap(({ place, notRun }) =>
    notRun === undefined ? [] : [`${place.split(':')[0]}: ${notRun}`],
  );
  expect(marked).toEqual([
    'README.md: a drawing',
    'README.md: `npm run test:package` does it for each template',
    'README.md: it needs a running service',
    'README.md: an answer of the service',
    'README.md: it needs a running service',
    'docs/budgets.md: it needs a running service',
    'docs/budgets.md: an answer of the service, in part',
    'docs/budgets.md: a part of the settings file',
    'docs/changing-workflows.md: it needs a Temporal server',
    'docs/changing-workflows.md: it needs a Temporal server',
    'docs/changing-workflows.md: it needs a Temporal server',
    'docs/changing-workflows.md: it needs a Temporal server',
    'docs/changing-workflows.md: it needs the program temporal',
    'docs/command-line.md: test/cli/remote/page.program.test.ts plays it',
    'docs/command-line.md: test/cli/remote/page.program.test.ts plays it',
    'docs/command-line.md: test/cli/remote/page.program.test.ts plays it',
    'docs/command-line.md: test/cli/remote/page.program.test.ts plays it',
    'docs/command-line.md: test/cli/remote/page.program.test.ts plays it',
    'docs/expressions.md: a part of a step',
    'docs/expressions.md: what a model reads',
    'docs/expressions.md: the data of the examples below',
    'docs/guards-that-run-code.md: it needs a Temporal server',
    'docs/limits.md: it needs caps in the settings file',
    'docs/outages.md: it needs an endpoint that is away',
    'docs/outages.md: it needs an endpoint that was away',
    'docs/outages.md: it needs an endpoint that was away',
    'docs/people.md: it needs a running service',
    'docs/people.md: the argument of an Update',
    'docs/performance.md: it takes most of an hour',
    'docs/schedules.md: it needs a running service; test/api/reference/reference.program.test.ts sends it',
    'docs/searching.md: it needs a running service',
    'docs/searching.md: it needs a running service',
  ]);
});

test.each([
  [
    'a definition that does not publish',
    { name: 'x', steps: [{ id: 'a', generator: { kind: 'llm', prompt: '{artifact.b}' }, guard: { use: 'json' } }] },
  ],
  [
    'a step with a field that there is not',
    [{ id: 'a', generator: { kind: 'fixed', content: 'x' }, gaurd: { use: 'json' } }],
  ],
  ['a guard with an option that there is not', { use: 'length', with: { mx: 3 } }],
  ['a generator of no kind', { kind: 'oracle' }],
  ['something else', { hello: 'world' }],
])('what is wrong in a page is found: %s', (_, value) => {
  expect(problemsOf(value)).not.toEqual([]);
});

/** What is wrong with the value of a block, by what it looks like. */
function problemsOf(value: unknown): readonly string[] {
  if (Array.isArray(value)) return value.flatMap((step) => [...of(stepSchema, step), ...ofGuard(step?.guard)]);
  if (typeof value !== 'object' || value === null) return ['it is no map and no list'];
  const has = (key: string) => Object.hasOwn(value, key);
  if (has('name') && (Array.isArray(Reflect.get(value, 'steps')) || has('workflow'))) return ofDefinition(value);
  if (has('name') && has('steps')) return of(Card, value);
  if (['endpoints', 'prices', 'cards'].some(has))
    return [
      ...of(SettingsFile, value),
      ...(Reflect.get(value, 'cards') ?? []).flatMap((card: unknown) => of(Card, card)),
    ];
  if (has('kind')) return of(generatorSchema, value);
  if (has('use') || ['sequence', 'all', 'any', 'majority'].some(has))
    return [...of(guardSchema, value), ...ofGuard(value)];
  const isScript = Object.values(value).every(
    (entry) => Array.isArray(entry) && entry.some((each) => Object(each).turns),
  );
  if (isScript) return ofScript(value);
  return of(definitionSchema.partial(), value);
}

function ofDefinition(value: unknown): readonly string[] {
  const checked = checkDefinition(value, options);
  const said = checked.ok ? checked.warnings : checked.issues;
  return said.map(({ pointer, code, detail }) => `${pointer} ${code}: ${detail}`);
}

function of(schema: z.ZodType, value: unknown): readonly string[] {
  const parsed = schema.safeParse(value);
  return parsed.success ? [] : parsed.error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`);
}

function ofGuard(tree: unknown): readonly string[] {
  return leafSketches(tree, '').flatMap(({ use, raw }) =>
    guards.check(use, Object(raw).with).map(({ detail }) => `${use}: ${detail}`),
  );
}

function ofScript(outputs: object): readonly string[] {
  return Object.keys(outputs).flatMap((step) => {
    const reply = scriptedReply(aRequest({ step, sim: { outputs } }));
    return reply === undefined ? ['it answers nothing'] : 'problem' in reply ? [reply.problem] : [];
  });
}
