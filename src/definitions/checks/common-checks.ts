import { type GuardCatalogue, type Issue, NO_PARTS } from '../../ports/catalogues.ts';
import { checkQueues } from '../../ports/external-queues.ts';
import { keysOf, valueAt } from '../../text/pointer.ts';
import type { CheckOptions } from '../check-options.ts';
import { schemaIssues } from '../parse/schema-issues.ts';
import { warnOfSchemas } from '../parse/schema-keywords.ts';
import type { Definition } from '../schema/definition.ts';
import { homeOf } from '../schema/field-homes.ts';
import type { Subject } from '../schema/subject.ts';
import { subjectOf } from '../schema/subject-of.ts';
import type { Submitted } from '../topology-document.ts';
import { checkAllow, warnOfAllow } from './check-allow.ts';
import { checkGenerators, checkParts } from './check-generators.ts';
import { checkGuards, warnOfGuards } from './check-guards.ts';
import { checkIds } from './check-ids.ts';
import { checkJudged } from './check-judged.ts';
import { checkModels } from './check-models.ts';
import { checkNames } from './check-names.ts';
import { checkRecovery } from './check-recovery.ts';
import { checkReferences } from './check-references.ts';
import { checkTemplates, warnOfNames } from './check-templates.ts';
import { checkTexts } from './check-texts.ts';
import { misplaced } from './misplaced.ts';
import { warnOfNotEffective } from './not-effective.ts';
import { warnOfEnds } from './warn-of-ends.ts';
import { warnOfLiterals } from './warn-of-literals.ts';
import { warnOfFields, warnOfJson } from './warn-of-paths.ts';
import { warnOfPlan } from './warnings.ts';

interface Own {
  /** By the schema of its documents. */
  readonly found: Parameters<typeof schemaIssues>[0];
  readonly checkOwn: (subject: Subject, options: CheckOptions) => Iterable<Issue>;
}

/** Everything that is wrong with a document in the common form; semantic problems also where other parts of it are wrong. */
export function* commonIssues(submitted: Submitted, options: CheckOptions, own: Own): Generator<Issue> {
  const { subject, before } = submitted;
  yield* schemaPart(own.found, subject);
  yield* semanticPart(subject, options, own);
  yield* namesPart(subject, options.guards, before);
}

/** What a document in the common form without problems may say and its author may not mean; `warnOwn`: of its topology alone. */
export function* warnOfCommon(
  subject: Subject,
  definition: Definition,
  { defaultModel, guards }: CheckOptions,
  warnOwn: (subject: Subject) => Iterable<Issue>,
): Generator<Issue> {
  yield* warnOfNames(subject);
  yield* warnOfJson(definition, subject);
  yield* warnOfFields(definition, subject);
  yield* warnOfPlan(definition, subject, defaultModel);
  yield* warnOwn(subject);
  yield* warnOfAllow(subject, definition);
  yield* warnOfNotEffective(subject);
  yield* warnOfGuards(subject, guards);
  yield* warnOfSchemas(subject);
  yield* warnOfLiterals(subject);
  yield* warnOfEnds(subject);
}

/** Queues of a document, of any form, that this service may not ask. */
export function queueIssues(document: unknown, { queues }: CheckOptions): Iterable<Issue> {
  return queues ? checkQueues(document, queues) : [];
}

/** A generator kind that is not offered is told once, by the check that knows the kinds. */
function* schemaPart(found: Own['found'], subject: Subject): Generator<Issue> {
  const kinds = new Set([...checkGenerators(subject)].map((issue) => issue.pointer));
  for (const issue of schemaIssues(found, subject.document, homeOf)) if (!kinds.has(issue.pointer)) yield issue;
}

function* semanticPart(subject: Subject, options: CheckOptions, { checkOwn }: Own): Generator<Issue> {
  yield* checkIds(subject);
  yield* checkOwn(subject, options);
  yield* misplaced(subject);
  yield* checkGenerators(subject);
  yield* checkParts(subject, options.parts ?? NO_PARTS);
  yield* checkAllow(subject);
  yield* checkGuards(subject, options.guards);
  yield* checkJudged(subject, options.guards);
  yield* checkReferences(subject);
  yield* checkRecovery(subject);
  yield* checkModels(subject);
  yield* checkTexts(subject, options.compileSchema);
  yield* queueIssues(subject.document, options);
}

/** A name that a run goes by already is known by the text that it stands in. */
function* namesPart(subject: Subject, guards: GuardCatalogue, before: unknown): Generator<Issue> {
  const found = (of: Subject) => [...checkTemplates(of), ...checkNames(of, before !== undefined)];
  const keyIn = (document: unknown) => (issue: Issue) =>
    `${issue.code} ${String(valueAt(document, keysOf(issue.pointer)))}`;
  const known = new Set(before === undefined ? [] : found(subjectOf(before, guards)).map(keyIn(before)));
  const isNew = (issue: Issue) => !known.has(keyIn(subject.document)(issue));
  yield* found(subject).filter(isNew);
}
