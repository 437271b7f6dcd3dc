import type { GuardCatalogue } from '../../ports/catalogues.ts';
import type { GuardTemplates } from '../parse/sketch-guard.ts';
import { generatorRows } from './generator-rows.ts';
import { type FieldPath, templatePaths } from './template-fields.ts';

/** Read from the schemas of the generators once: they do not change while the service runs. */
let generators: ReadonlyMap<string, readonly FieldPath[]> | undefined;

/** Where a generator of this kind has templates (R113). */
export function generatorTemplates(kind: string | undefined): readonly FieldPath[] {
  generators ??= new Map(generatorRows().map((row) => [row.kind, templatePaths(row.schema)]));
  return generators.get(kind ?? '') ?? [];
}

/** Where the guards of this catalogue have templates (R113). */
export function guardTemplatesIn(guards: Pick<GuardCatalogue, 'list'>): GuardTemplates {
  const known = new Map<string, readonly FieldPath[]>();
  return (use) => {
    const found = known.get(use) ?? templatePaths(guards.list().find(({ name }) => name === use)?.schema);
    known.set(use, found);
    return found;
  };
}
