import '../../src/topologies/documents.ts';
import { checkDefinition } from '../../src/definitions/checks/check.ts';
import { createGuardRegistry } from '../../src/guards/registry.ts';
import type { Fields } from '../support/random/documents.ts';
import { keepLines, linesIn } from './packed.ts';

/** A document, right or wrong, and what publishing answered. */
export interface KeptDocument {
  readonly document: Fields;
  /** What it revises. */
  readonly before?: Fields;
  readonly published: object;
}

const DOCUMENTS = 'documents';
const guards = createGuardRegistry({ sim: true });

export function keptDocuments(): readonly KeptDocument[] {
  return linesIn(DOCUMENTS).map((line): KeptDocument => JSON.parse(line));
}

/** With what publishing answers now. */
export function keepDocuments(documents: readonly KeptDocument[]): void {
  keepLines(
    DOCUMENTS,
    documents.map((kept) => JSON.stringify({ ...kept, published: published(kept) })),
  );
}

/** What publishing answers as JSON has it: the problems, or the plan with its bound and what it warns of. */
export function published({ document, before }: Omit<KeptDocument, 'published'>): object {
  const checked = checkDefinition(document, { guards }, before);
  if (!checked.ok) return asJson({ issues: checked.issues });
  const { plan, warnings, bound } = checked;
  return asJson({ plan, warnings, bound });
}

function asJson(value: object): object {
  return JSON.parse(JSON.stringify(value));
}
