import '../../src/topologies/documents.ts';
import { type Checked, type CheckOptions, checkDefinition } from '../../src/definitions/checks/check.ts';
import { createGuardRegistry } from '../../src/guards/registry.ts';
import type { Issue } from '../../src/ports/catalogues.ts';

export type Fields = Readonly<Record<string, unknown>>;

const guards = createGuardRegistry({ sim: true });

/** A step that is right; `undefined` takes a field out. */
export function aStep(id: string, fields: Fields = {}): Fields {
  return without({ id, generator: { kind: 'llm', prompt: 'Write.' }, guard: { use: 'not-empty' }, ...fields });
}

/** A definition that is right, of one step `a` unless `steps` are given. */
export function aDefinition(fields: Fields = {}): Fields {
  return without({ name: 'sample', model: 'small', steps: [aStep('a')], ...fields });
}

export function check(document: unknown, options: Partial<CheckOptions> = {}): Checked {
  return checkDefinition(document, { guards, ...options });
}

/** The answer for a document that must be accepted. */
export function accepted(document: unknown, options: Partial<CheckOptions> = {}) {
  const checked = check(document, options);
  if (!checked.ok) throw new Error(`refused: ${JSON.stringify(checked.issues)}`);
  return checked;
}

/** `pointer code` of every issue or warning, sorted. */
export function found(document: unknown, options: Partial<CheckOptions> = {}): readonly string[] {
  const checked = check(document, options);
  return told(checked.ok ? checked.warnings : checked.issues);
}

export function told(issues: readonly Issue[]): readonly string[] {
  return issues.map(({ pointer, code }) => `${pointer} ${code}`).toSorted();
}

function without(fields: Fields): Fields {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
}
