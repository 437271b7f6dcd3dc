import { type Document, idOf, type Revisable, stepsOf } from '../../definitions/redirects/revision.ts';
import type { Proposed } from '../../definitions/redirects/topology-requests.ts';
import { type Decomposition, decompositionSchema } from '../../definitions/schema/decomposition.ts';
import { definitionSchema } from '../../definitions/schema/definition.ts';
import type { Issue } from '../../ports/catalogues.ts';
import { fieldsOf } from '../../text/fields.ts';
import { parseNumbers } from '../../text/parse-numbers.ts';
import { childSteps, decomposedParent } from './proposal.ts';

/** The document with the parts before the step that they are parts of; undefined where it has no such step to be broken down. */
export function decomposed(document: Document, parentId: string, proposal: Decomposition): Document | undefined {
  const parent = parseNumbers(definitionSchema, document).steps.find(({ id }) => id === parentId);
  if (parent?.decompose !== true) return undefined;
  const parts = [...childSteps(parent, proposal), decomposedParent(parent, proposal)];
  return { ...document, steps: stepsOf(document).flatMap((step) => (idOf(step) === parentId ? parts : [step])) };
}

/** What publishing would have against the parts; nothing that it has against the document already, such as what is not offered here. */
export function* objectionsToParts(
  { value, decomposes = '' }: Proposed,
  { document: written, check }: Pick<Revisable, 'document' | 'check'>,
): Generator<string> {
  const document = fieldsOf(written);
  const revised = decomposed(document, decomposes, parseNumbers(decompositionSchema, value));
  const after = revised && check(revised, document);
  if (!after || after.ok) return;
  const before = check(document, document);
  const known = new Set(before.ok ? [] : before.issues.map(({ detail }) => detail));
  for (const issue of after.issues) if (!known.has(issue.detail)) yield placed(issue, revised);
}

/** The model knows its parts, and not where they stand. */
function placed({ pointer, detail }: Issue, document: Document): string {
  const [, , at, ...path] = pointer.split('/');
  const id = pointer.startsWith('/steps/') ? idOf(stepsOf(document)[Number(at)]) : undefined;
  return id === undefined ? detail : `${[`"${id}"`, ...path].join('/')}: ${detail}`;
}
