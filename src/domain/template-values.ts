import { inputField } from './definition/input-fields.ts';
import { summaryOf } from './summary.ts';
import { type Lookup, lookupIn } from './template.ts';

export interface TemplateValues {
  /** Everything but what steps have made. */
  readonly values: Readonly<Record<string, unknown>>;
  /** Texts of accepted artifacts, by the names that templates may give them. */
  readonly artifacts: Readonly<Record<string, string>>;
  /** JSON Schema of the input; left out: what the input lacks stays as it is written. */
  readonly inputSchema?: unknown;
}

/** What the names of a template stand for (R108, R113): values, artifacts, and what is below an artifact that is JSON. */
export function templateLookup({ values, artifacts, inputSchema }: TemplateValues): Lookup {
  const value = withInput(lookupIn(values), values['input'], inputSchema);
  return (path) => {
    const [root = '', step, ...rest] = path;
    if (!ARTIFACT_ROOTS.has(root) || step === undefined) return value(path);
    const text = Object.getOwnPropertyDescriptor(artifacts, step)?.value;
    return typeof text === 'string' ? artifactText(root, text, rest) : undefined;
  };
}

/** With the input as its schema declares it: what it does not require and is not there is its default, else nothing (R113). */
export function withInput(lookup: Lookup, input: unknown, schema: unknown): Lookup {
  if (schema === undefined) return lookup;
  return (path) => {
    if (path[0] !== 'input') return lookup(path);
    const field = inputField(input, path.slice(1), schema);
    return field.kind === 'missing' ? undefined : textOf(field.value);
  };
}

const ARTIFACT_ROOTS: ReadonlySet<string> = new Set(['artifact', 'deps', 'binding']);

function artifactText(root: string, text: string, path: readonly string[]): string | undefined {
  if (path.length > 0) return belowArtifact(text, path);
  return root === 'binding' ? summaryOf(text) : text;
}

/** What an artifact that is JSON holds at a path; undefined where there is nothing, or it is no JSON. */
function belowArtifact(text: string, path: readonly string[]): string | undefined {
  try {
    const whole: unknown = JSON.parse(text);
    return lookupIn({ whole })(['whole', ...path]);
  } catch {
    return undefined;
  }
}

/** What a template prints: a text as it is, nothing as nothing, anything else as JSON. */
function textOf(value: unknown): string {
  return typeof value === 'string' ? value : (JSON.stringify(value) ?? '');
}
