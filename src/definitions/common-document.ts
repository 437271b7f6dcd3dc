/** What topologies share whose documents are written in the common form: steps under `/steps`, each with its generator and its guard. */

import type { z } from 'zod';
import type { Issue } from '../ports/catalogues.ts';
import { safeParseNumbers } from '../text/parse-numbers.ts';
import type { CheckOptions } from './check-options.ts';
import { commonIssues, warnOfCommon } from './checks/common-checks.ts';
import { type Definition, definitionSchema } from './schema/definition.ts';
import type { Subject } from './schema/subject.ts';
import type { DocumentForm, TopologyDocument } from './topology-document.ts';

/** What a topology says for itself; how its documents are written, read and checked follows. */
export interface CommonDocument extends Omit<TopologyDocument, 'schema' | 'form' | 'read' | 'check' | 'warn'> {
  /** Left out: that of every definition. */
  readonly schema?: z.ZodType<Definition>;
  /** What is wrong with a document by the rules of this topology alone, after its ids and before all else. */
  readonly checkOwn?: (subject: Subject, options: CheckOptions) => Iterable<Issue>;
  /** What the author of such a document may not mean. */
  readonly warnOwn?: (subject: Subject) => Iterable<Issue>;
}

/** The document port of a topology whose documents are written in the common form. */
export function inCommonForm({
  schema = definitionSchema,
  checkOwn = () => [],
  warnOwn = () => [],
  ...topology
}: CommonDocument): TopologyDocument {
  /** By the document, which nobody changes once it was checked: it is parsed for that, and not again to be read. */
  const parsed = new WeakMap<object, Definition>();
  return {
    ...topology,
    schema,
    form: COMMON_FORM,
    read(document) {
      const definition = parsed.get(Object(document)) ?? safeParseNumbers(schema, document).data;
      return definition && { definition };
    },
    check(submitted, options) {
      const { data, error } = safeParseNumbers(schema, submitted.document);
      if (data) parsed.set(Object(submitted.document), data);
      return commonIssues(submitted, options, { found: error?.issues ?? [], checkOwn });
    },
    warn: ({ subject }, definition, options) => warnOfCommon(subject, definition, options, warnOwn),
  };
}

const COMMON_FORM: DocumentForm = {
  steps: '/steps',
  toCommon: (document) => document,
  writtenAt: (pointer) => pointer,
  askingStep: (id, prompt) => ({
    id,
    optional: true,
    generator: { kind: 'llm', prompt: { task: prompt }, output: { format: 'json' } },
  }),
};
