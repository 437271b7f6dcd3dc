import { parseJson, stringifyJson } from '../../text/exact-json.ts';
import { utcDateOf } from '../dates.ts';
import { type Lookup, lookupIn } from '../template.ts';
import { isObject } from '../values.ts';
import type { Binding } from './binding.ts';
import { filledInput, inputField } from './input-fields.ts';

export type Names = Readonly<Record<string, unknown>>;

/** What a step upstream has made: its text, the value that names stand for, and the facts of its guard. */
export interface Made {
  readonly text: string;
  readonly value: unknown;
  readonly facts?: unknown;
  /** What it serves its dependents with; left out where nothing says more of it than its value. */
  readonly binding?: Binding;
}

/** What names are made of. */
export interface Known {
  readonly input: unknown;
  /** Of the input; undefined where the definition has none. */
  readonly inputSchema: unknown;
  readonly specification: string;
  readonly constraints: string;
  readonly runId: string;
  /** When the run was started, in milliseconds since the epoch. */
  readonly startedAt: number;
  readonly step: string;
  readonly made: Readonly<Record<string, Made>>;
  /** The variables of a machine. */
  readonly variables?: Names | undefined;
}

/** What `when`, `run_if`, conditions and `code` may name, and guards beside what they judge (R108). */
export function scopeOf({
  input,
  inputSchema,
  specification,
  constraints,
  runId,
  startedAt,
  step,
  made,
  variables,
}: Known): Names {
  const artifact = mapValues(made, ({ value }) => value);
  return {
    // A machine may have a variable with one of these three names.
    specification,
    constraints,
    step,
    ...(variables && { ...variables, context: variables }),
    input: filledInput(input, inputSchema),
    artifact,
    deps: artifact,
    binding: mapValues(made, withFacts),
    verdict: mapValues(made, ({ facts }) => facts ?? {}),
    run: { id: runId, today: utcDateOf(startedAt) },
  };
}

/**
 * What templates look up: the same names. A step as a whole is its text; what lies below it is taken from its JSON value. Facts of a
 * guard that has found none are not there.
 */
export function templateNames(known: Known): Names {
  const facts = Object.entries(known.made).flatMap(([id, made]) =>
    made.facts === undefined ? [] : [[id, made.facts]],
  );
  const { input, step, specification, constraints } = known;
  return { ...scopeOf(known), input, step, specification, constraints, verdict: Object.fromEntries(facts) };
}

/**
 * What templates look up in these names. `texts` of steps as a whole, by root: `{artifact.<step>}` is exactly what was made. With an
 * `inputSchema` a field of the input that it does not require and that is not there is its default, else nothing (R113).
 */
export function lookupWith(names: Names, texts: TextsByRoot, inputSchema?: unknown): Lookup {
  const value = withInput(lookupIn(names), names['input'], inputSchema);
  return (path) => {
    const [root = '', step = ''] = path;
    const of = Object.hasOwn(texts, root) ? texts[root] : undefined;
    if (path.length === 2 && of && Object.hasOwn(of, step)) return of[step];
    return value(path);
  };
}

/** Texts of steps by the root of the names that stand for them. */
type TextsByRoot = Readonly<Record<string, Readonly<Record<string, string>>>>;

function withInput(lookup: Lookup, input: unknown, schema: unknown): Lookup {
  if (schema === undefined) return lookup;
  return (path) => {
    if (path[0] !== 'input') return lookup(path);
    const field = inputField(input, path.slice(1), schema);
    return field.kind === 'missing' ? undefined : printed(field.value);
  };
}

/** What a template prints: a text as it is, nothing as nothing, anything else as JSON. */
function printed(value: unknown): string {
  return typeof value === 'string' ? value : (stringifyJson(value) ?? '');
}

/** The value of a text: what it says where it is JSON, else itself. */
export function valueOfText(text: string, isJson: boolean): unknown {
  if (!isJson) return text;
  try {
    return parseJson(text);
  } catch {
    return text;
  }
}

/** A fact of the binding comes before a field of the same name (R87, R108). */
function withFacts({ value, binding: { facts } = { summary: '' } }: Made): unknown {
  if (facts === undefined) return value;
  const fields = isObject(value) ? value : {};
  return { ...fields, ...facts };
}

function mapValues<From, To>(values: Readonly<Record<string, From>>, map: (value: From) => To): Record<string, To> {
  return Object.fromEntries(Object.entries(values).map(([key, value]) => [key, map(value)]));
}
