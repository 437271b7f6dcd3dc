import { z } from 'zod';
import { describedBy, exampleIn } from '../definitions/parse/described.ts';
import { type Level, raised } from '../model/isolation.ts';
import type { GuardCatalogue, GuardRow, Issue } from '../ports/catalogues.ts';
import { NO_SANDBOXES, type Sandboxes } from '../sandbox/sandboxes.ts';
import { listing, suggestion } from '../text/nearest.ts';
import { safeParseNumbers } from '../text/parse-numbers.ts';
import { command } from './command.ts';
import { external } from './external.ts';
import type { Guard } from './guard.ts';
import type { Judge } from './judge.ts';
import { llmJudge } from './llm-judge.ts';
import { optionIssues, optionWarnings } from './option-issues.ts';
import { alignmentDraft } from './people/alignment-draft.ts';
import { decomposition } from './people/decomposition.ts';
import { human } from './people/human.ts';
import { redirectProposal } from './people/redirect-proposal.ts';
import { pythonImports } from './python/python-imports.ts';
import { pythonLint } from './python/python-lint.ts';
import { pythonSyntax } from './python/python-syntax.ts';
import { pythonTests } from './python/python-tests.ts';
import { pythonTestsCollect } from './python/python-tests-collect.ts';
import { analysis } from './repository/analysis.ts';
import { fullEval } from './repository/full-eval.ts';
import { patchApplies } from './repository/patch-applies.ts';
import { patchLint } from './repository/patch-lint.ts';
import { testGreen } from './repository/test-green.ts';
import { testRed } from './repository/test-red.ts';
import { scripted } from './scripted.ts';
import { contains } from './text/contains.ts';
import { expression } from './text/expression.ts';
import { json } from './text/json.ts';
import { jsonSchema } from './text/json-schema.ts';
import { length } from './text/length.ts';
import { notContains } from './text/not-contains.ts';
import { notEmpty } from './text/not-empty.ts';
import { oneOf } from './text/one-of.ts';
import { quotesSource } from './text/quotes-source.ts';
import { regex } from './text/regex.ts';
import { transition } from './transition.ts';
import { typescriptSyntax } from './typescript/typescript-syntax.ts';
import { typescriptTests } from './typescript/typescript-tests.ts';
import { typescriptTypes } from './typescript/typescript-types.ts';

/** Guards by name: for definitions a catalogue, for the guard tree the guards themselves. */
export interface GuardRegistry extends GuardCatalogue {
  find(name: string): Guard | undefined;
}

export interface GuardRegistryOptions {
  /** Adds the guards that only a simulation may use. */
  readonly sim: boolean;
  /** How guards ask models; without it, those that need one are not offered. */
  readonly judge?: Judge;
  /** Where guards run foreign code; without it they are listed and cannot judge. */
  readonly sandboxes?: Sandboxes;
  /** The weakest isolation that a guard is given, by its name, where that is more than the guard itself asks for. */
  readonly floors?: Readonly<Record<string, Level>>;
  /** The user's own guards, asked for anew each time; none of them has the name of a built-in one. */
  readonly own?: () => readonly Guard[];
}

/** The built-in guards (running 5). */
export function createGuardRegistry(options: GuardRegistryOptions): GuardRegistry {
  const { sim, judge, sandboxes = NO_SANDBOXES, floors = {}, own = () => [] } = options;
  mustBeKnown(floors);
  const code = CODE_GUARDS.map(({ name, make }) => make(sandboxes.above(floors[name])));
  const offered = [...BUILT_IN, ...code, ...(judge ? [llmJudge(judge)] : []), ...(sim ? [scripted] : [])];
  const guards = new Map<string, Guard>(offered.map((guard) => [guard.name, guard]));
  const rows = [...guards.values()].filter(({ isInternal }) => isInternal !== true).map(rowOf);
  const find = (name: string) => guards.get(name) ?? own().find((guard) => guard.name === name);
  return {
    list: () => [...rows, ...own().map(rowOf)],
    has: (name) => find(name) !== undefined,
    find,
    check(name, with_) {
      const guard = find(name);
      return guard === undefined ? [unknownGuard(name, guards.keys())] : optionIssues(guard, with_);
    },
    warn(name, with_) {
      const guard = find(name);
      return guard === undefined ? [] : optionWarnings(guard, with_);
    },
    isPure: (name) => guards.get(name)?.pure === true,
    needs(name, with_) {
      const guard = find(name);
      const parsed = guard && safeParseNumbers(guard.options, with_ ?? {});
      const need = parsed?.success ? guard?.needs?.(parsed.data) : undefined;
      return need && raised(need, floors[name]);
    },
  };
}

/** Names that no guard of the user's may have, whatever this process offers. */
export function builtInGuardNames(): readonly string[] {
  const asked = llmJudge(() => Promise.reject(new Error('only its name is wanted')));
  return [...BUILT_IN, asked, scripted].map(({ name }) => name).concat(CODE_GUARDS.map(({ name }) => name));
}

const BUILT_IN: readonly Guard[] = [
  notEmpty,
  contains,
  notContains,
  regex,
  length,
  oneOf,
  json,
  jsonSchema,
  expression,
  quotesSource,
  analysis,
  human,
  external,
  redirectProposal,
  transition,
  decomposition,
  alignmentDraft,
];

/** Guards that run foreign code (running 5). */
const CODE_GUARDS = [
  pythonSyntax,
  pythonLint,
  pythonImports,
  pythonTestsCollect,
  pythonTests,
  typescriptSyntax,
  typescriptTypes,
  typescriptTests,
  command,
  testRed,
  patchApplies,
  patchLint,
  testGreen,
  fullEval,
].map((make: (sandboxes: Sandboxes) => Guard) => ({ name: make(NO_SANDBOXES).name, make }));

/** A floor for a guard that is not there would hold for nothing, and nobody would notice. */
function mustBeKnown(floors: Readonly<Record<string, Level>>): void {
  const names = CODE_GUARDS.map(({ name }) => name);
  const unknown = Object.keys(floors).find((name) => !names.includes(name));
  if (unknown === undefined) return;
  throw new Error(
    `sandbox.floors names "${unknown}", and no guard that runs code is called so.${suggestion(unknown, names)} There are: ${names.join(', ')}.`,
  );
}

function rowOf(guard: Guard): GuardRow {
  const { name, nature, sandbox, score, judges, title, description } = guard;
  const schema = schemaOf(guard.options);
  const example = guard.example ?? exampleIn(schema);
  return {
    name,
    ...describedBy(schema),
    ...(title !== undefined && { title }),
    ...(description !== undefined && { description }),
    ...(example !== undefined && { example: asWritten(guard, example) }),
    nature,
    sandbox,
    score,
    ...(judges !== undefined && { judges }),
    schema,
  };
}

/** Options are the same object for every registry of a process, and their schema takes longer than all else in a row. */
const schemas = new WeakMap<z.ZodType, object>();

function schemaOf(options: z.ZodType): object {
  const schema = schemas.get(options) ?? z.toJSONSchema(options, { io: 'input' });
  schemas.set(options, schema);
  return schema;
}

/** A judged guard stands beside one that decides (R11). */
function asWritten({ name, nature }: Guard, options: unknown): unknown {
  const hasOptions = typeof options === 'object' && options !== null && Object.keys(options).length > 0;
  const leaf = { use: name, ...(hasOptions && { with: options }) };
  return nature === 'judged' ? { sequence: [{ use: notEmpty.name }, leaf] } : leaf;
}

function unknownGuard(name: string, names: Iterable<string>): Issue {
  const known = [...names];
  const detail = `There is no guard "${name}".${suggestion(name, known)} There are: ${listing(known)}.`;
  return { pointer: '', code: 'unknown_guard', detail };
}
