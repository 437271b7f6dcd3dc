import { z } from 'zod';
import type { GuardCatalogue, GuardRow, Issue } from '../domain/catalogues.ts';
import { listing, suggestion } from '../domain/definition/nearest.ts';
import { contains } from './contains.ts';
import { expression } from './expression.ts';
import type { Guard } from './guard.ts';
import { human } from './human.ts';
import { json } from './json.ts';
import { jsonSchema } from './json-schema.ts';
import type { Judge } from './judge.ts';
import { length } from './length.ts';
import { llmJudge } from './llm-judge.ts';
import { notContains } from './not-contains.ts';
import { notEmpty } from './not-empty.ts';
import { oneOf } from './one-of.ts';
import { optionIssues } from './option-issues.ts';
import { quotesSource } from './quotes-source.ts';
import { redirectProposal } from './redirect-proposal.ts';
import { regex } from './regex.ts';
import { scripted } from './scripted.ts';

/** Guards by name: for definitions a catalogue, for the guard tree the guards themselves. */
export interface GuardRegistry extends GuardCatalogue {
  find(name: string): Guard | undefined;
}

export interface GuardRegistryOptions {
  /** Adds the guards that only a simulation may use. */
  readonly sim: boolean;
  /** How guards ask models; without it, those that need one are not offered. */
  readonly judge?: Judge;
}

/** The built-in guards (running 5). */
export function createGuardRegistry({ sim, judge }: GuardRegistryOptions): GuardRegistry {
  const offered = [...BUILT_IN, ...(judge ? [llmJudge(judge)] : []), ...(sim ? [scripted] : [])];
  const guards = new Map<string, Guard>(offered.map((guard) => [guard.name, guard]));
  const rows = [...guards.values()].filter(({ isInternal }) => isInternal !== true).map(rowOf);
  return {
    list: () => rows,
    has: (name) => guards.has(name),
    find: (name) => guards.get(name),
    check(name, options) {
      const guard = guards.get(name);
      return guard === undefined ? [unknownGuard(name, guards.keys())] : optionIssues(guard, options);
    },
  };
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
  human,
  redirectProposal,
];

function rowOf({ name, nature, sandbox, score, options }: Guard): GuardRow {
  return { name, nature, sandbox, score, schema: z.toJSONSchema(options, { io: 'input' }) };
}

function unknownGuard(name: string, names: Iterable<string>): Issue {
  const known = [...names];
  const detail = `There is no guard "${name}".${suggestion(name, known)} There are: ${listing(known)}.`;
  return { pointer: '', code: 'unknown_guard', detail };
}
