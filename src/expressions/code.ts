import type { Expression } from './expression.ts';
import { boundedJson } from './json-size.ts';
import { Broken, createMeter, MAX_STEPS } from './meter.ts';
import { parseExpression } from './parse.ts';
import { MAX_VARIABLES, nameProblem } from './scope/variables.ts';
import { type Line, statementsIn } from './statements.ts';
import { valueOf } from './value-of.ts';

/** One statement of `code` (R54): `x = …` names a value for the lines below, `context["x"] = …` sets a variable. */
export interface Statement {
  readonly line: number;
  readonly target?: { readonly kind: 'local' | 'variable'; readonly name: string };
  readonly expression: Expression;
}

export type ParsedCode =
  | { readonly ok: true; readonly statements: readonly Statement[] }
  | { readonly ok: false; readonly line: number; readonly message: string };

/** What code set, or the line at which it broke. `notes` as those of an expression. */
export type Ran =
  | { readonly ok: true; readonly variables: Readonly<Record<string, unknown>>; readonly notes: readonly string[] }
  | { readonly ok: false; readonly line: number; readonly message: string; readonly notes: readonly string[] };

const MAX_CHARACTERS = 16 * 1024;
const MAX_STATEMENTS = 200;

/** Reads `code`: assignments and expressions of R37, at most 16 Ki characters and 200 statements. Total. */
export function parseCode(text: string): ParsedCode {
  if (text.length > MAX_CHARACTERS) return broken(1, `the code is longer than ${MAX_CHARACTERS} characters`);
  const lines = statementsIn(text);
  const [first] = lines;
  if (!first) return broken(1, 'the code is empty');
  if (lines.length > MAX_STATEMENTS) return broken(1, `the code has more than ${MAX_STATEMENTS} statements`);
  const statements: Statement[] = [];
  for (const line of lines) {
    const statement = statementOf(line);
    if ('message' in statement) return broken(line.line, statement.message);
    statements.push(statement);
  }
  return { ok: true, statements };
}

/**
 * Runs code in a scope whose `context` holds the variables so far. Answers the variables that it set; the scope is not touched. Total:
 * what cannot be calculated ends it at that line, and a name that is not known is nothing, and noted.
 */
export function runCode(statements: readonly Statement[], scope: Readonly<Record<string, unknown>>): Ran {
  const notes = new Set<string>();
  const meter = createMeter(MAX_STEPS);
  const set = new Map<string, unknown>();
  const names = new Map(Object.entries(scope));
  let line = 1;
  try {
    for (const { line: at, target, expression } of statements) {
      line = at;
      const value = valueOf(expression, { scope: Object.fromEntries(names), lenient: notes, meter });
      if (!target) continue;
      names.set(target.name, value);
      if (target.kind === 'local') continue;
      set.set(target.name, value);
      names.set('context', { ...asObject(names.get('context')), [target.name]: value });
    }
    const variables = Object.fromEntries(set);
    if (boundedJson(variables, MAX_VARIABLES) === undefined)
      throw new Broken(`the variables have more than ${MAX_VARIABLES} characters as JSON`);
    return { ok: true, variables, notes: [...notes] };
  } catch (error) {
    const message = error instanceof Broken ? error.message : 'it cannot be calculated with these values';
    return { ok: false, line, message, notes: [...notes] };
  }
}

/** `context["x"]`, or a bare name; `+=` and the like read it first. */
const ASSIGNMENT =
  /^(?:context\s*\[\s*(?:"([^"\\]*)"|'([^'\\]*)')\s*\]|([A-Za-z_]\w*))\s*(\/\/|\*\*|[+\-*/%])?=(?!=)\s*([\s\S]*)$/;

function statementOf({ line, text }: Line): Statement | { readonly message: string } {
  const keyword = /^[A-Za-z_]+\b/.exec(text)?.[0] ?? '';
  if (FOREIGN.has(keyword)) return { message: `"${keyword}" is not part of the language; ${THE_LANGUAGE}` };
  const [, double, single, local, operator = '', right = ''] = ASSIGNMENT.exec(text) ?? [];
  const name = double ?? single ?? local;
  if (name === undefined) return parsed(line, text);
  const kind = local === undefined ? ('variable' as const) : ('local' as const);
  const problem = nameProblem(name, kind);
  if (problem !== undefined) return { message: problem };
  const before = kind === 'local' ? name : `context[${JSON.stringify(name)}]`;
  return parsed(line, operator === '' ? right : `${before} ${operator} (${right})`, { kind, name });
}

function parsed(line: number, text: string, target?: NonNullable<Statement['target']>): ReturnType<typeof statementOf> {
  const { ok, ...found } = parseExpression(text);
  if (!ok || !('expression' in found)) return { message: 'message' in found ? found.message : 'unreadable' };
  return { line, expression: found.expression, ...(target && { target }) };
}

/** Words of Python that begin what is neither an assignment nor an expression. */
const FOREIGN: ReadonlySet<string> = new Set(
  'import from def class for while if elif else try except finally with lambda return yield raise del global nonlocal assert async await match pass break continue exec eval'.split(
    ' ',
  ),
);
const THE_LANGUAGE = 'code is assignments and expressions, one a line';

function asObject(value: unknown): object {
  return typeof value === 'object' && value !== null ? value : {};
}

function broken(line: number, message: string): ParsedCode {
  return { ok: false, line, message };
}
