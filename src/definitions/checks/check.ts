import type { Plan } from '../../model/plan.ts';
import { type GuardCatalogue, type Issue, NO_PARTS, type PartCatalogue } from '../../ports/catalogues.ts';
import { checkQueues, type QueueSettings } from '../../ports/external-queues.ts';
import { keysOf, valueAt } from '../../text/pointer.ts';
import { checkAndOr } from '../../topologies/and-or/document/check.ts';
import { warnOfGroups } from '../../topologies/and-or/document/warn-of-groups.ts';
import { machineIssues, machineSubject } from '../../topologies/machine/document/check.ts';
import { compileMachine } from '../../topologies/machine/document/compile.ts';
import { isMachine } from '../../topologies/machine/document/document.ts';
import { knownVariables } from '../../topologies/machine/document/known-variables.ts';
import { inMachine } from '../../topologies/machine/document/pointers.ts';
import { sketchMachine } from '../../topologies/machine/document/sketch.ts';
import { warnOfMachineNames } from '../../topologies/machine/document/warn-of-names.ts';
import { warnOfMachine } from '../../topologies/machine/document/warnings.ts';
import { compilePlan, goalOf } from '../compile/compile.ts';
import { readDefinition } from '../compile/read.ts';
import { jsonIssues } from '../parse/json-value.ts';
import { schemaIssues } from '../parse/schema-issues.ts';
import { warnOfSchemas } from '../parse/schema-keywords.ts';
import { type Definition, definitionSchema } from '../schema/definition.ts';
import { homeOf } from '../schema/field-homes.ts';
import { documentLimits, planLimit } from '../schema/limits.ts';
import { type Subject, subjectOf } from '../schema/subject.ts';
import { checkGenerators, checkParts } from './check-generators.ts';
import { checkGuards, warnOfGuards } from './check-guards.ts';
import { checkIds } from './check-ids.ts';
import { checkJudged } from './check-judged.ts';
import { checkModels } from './check-models.ts';
import { checkNames } from './check-names.ts';
import { checkRecovery } from './check-recovery.ts';
import { checkReferences } from './check-references.ts';
import { checkTemplates, warnOfMachineTemplates, warnOfNames } from './check-templates.ts';
import { type CompileSchema, checkTexts } from './check-texts.ts';
import { warnOfNotEffective } from './not-effective.ts';
import { warnOfJson } from './warn-of-json.ts';
import { warnOfLiterals } from './warn-of-literals.ts';
import { missingModels, warnOfPlan } from './warnings.ts';

export interface CheckOptions {
  readonly guards: GuardCatalogue;
  /** The user's own agents and generators; left out: there are none. */
  readonly parts?: PartCatalogue | undefined;
  /** The model of a definition that names none. */
  readonly defaultModel?: string | undefined;
  /** The task queues that may be asked; left out: every one. */
  readonly queues?: QueueSettings | undefined;
  /** Without it, schemas inside the document are not compiled. */
  readonly compileSchema?: CompileSchema | undefined;
}

/** How publishing checks a document. `before`: what a run goes by already, where the document revises it. */
export type Check = (document: unknown, before?: unknown) => Checked;

export type Checked =
  | {
      readonly ok: true;
      readonly definition: Definition;
      readonly plan: Omit<Plan, 'definition'>;
      readonly warnings: readonly Issue[];
      /** As the API answers it (api 1). */
      readonly bound: { readonly generations: number };
    }
  | { readonly ok: false; readonly issues: readonly Issue[] };

/** More problems than anybody reads; also what bounds the work on hostile documents. */
const MAX_ISSUES = 500;

/**
 * Checks a parsed document whole (design 3.2): every problem at once, each with a pointer, semantic ones also where other parts
 * are wrong. What passes is compiled. Never throws on any value. Of a revision, names that `before` has already are left alone: it was
 * published when they were not looked at (R108).
 */
export function checkDefinition(document: unknown, options: CheckOptions, before?: unknown): Checked {
  const unusable = [...jsonIssues(document)];
  if (unusable.length === 0) unusable.push(...documentLimits(document));
  if (unusable.length > 0) return { ok: false, issues: unusable };
  if (isMachine(document)) return checkMachine(document, options);
  const subject = subjectOf(document, options.guards);
  const parsed = definitionSchema.safeParse(document);
  const issues = atMost(MAX_ISSUES, [
    schemaPart(parsed.error?.issues ?? [], subject),
    semanticPart(subject, options),
    namesPart(subject, options, before),
  ]);
  return !parsed.success || issues.length > 0 ? { ok: false, issues } : accepted(parsed.data, subject, options);
}

/** The same of a state machine, whose document has a form of its own (design 3.3). */
function checkMachine(document: unknown, options: CheckOptions): Checked {
  const subject = machineSubject(document, options.guards);
  const found = atMost(MAX_ISSUES, [machineIssues(document, subject, options), queueIssues(document, options)]);
  const read = found.length > 0 ? undefined : readDefinition(document);
  if (!read?.machine) return { ok: false, issues: found };
  const { definition, machine } = read;
  const plan = compileMachine(
    compilePlan(definition, options.defaultModel, subject.sketch),
    machine,
    definition.objective,
  );
  const tooLarge = planLimit(plan);
  if (tooLarge.length > 0) return { ok: false, issues: tooLarge };
  const sketch = sketchMachine(document);
  const warnings = atMost(MAX_ISSUES, [
    warnOfMachine(sketch),
    warnOfMachineNames(document, subject, sketch),
    inMachineAll(document, [
      ...missingModels(definition, options.defaultModel),
      ...warnOfNotEffective(subject),
      ...warnOfMachineTemplates(subject, knownVariables(document)),
      ...warnOfGuards(subject, options.guards),
      ...warnOfSchemas(subject),
      ...warnOfLiterals(subject),
    ]),
  ]);
  return { ok: true, definition, plan, warnings, bound: { generations: plan.bound } };
}

function inMachineAll(document: unknown, issues: readonly Issue[]): readonly Issue[] {
  return issues.map((issue) => ({ ...issue, pointer: inMachine(issue.pointer, document) }));
}

function accepted(definition: Definition, subject: Subject, { defaultModel, guards }: CheckOptions): Checked {
  const plan = compilePlan(definition, defaultModel, subject.sketch);
  const issues = [...emptyGoal(definition), ...planLimit(plan)];
  if (issues.length > 0) return { ok: false, issues };
  const warnings = atMost(MAX_ISSUES, [
    warnOfNames(subject),
    warnOfJson(definition, subject),
    warnOfPlan(definition, subject, defaultModel),
    warnOfGroups(subject),
    warnOfNotEffective(subject),
    warnOfGuards(subject, guards),
    warnOfSchemas(subject),
    warnOfLiterals(subject),
  ]);
  return { ok: true, definition, plan, warnings, bound: { generations: plan.bound } };
}

/** A generator kind that is not offered is told once, by the check that knows the kinds. */
function* schemaPart(found: Parameters<typeof schemaIssues>[0], subject: Subject): Generator<Issue> {
  const kinds = new Set([...checkGenerators(subject)].map((issue) => issue.pointer));
  for (const issue of schemaIssues(found, subject.document, homeOf)) if (!kinds.has(issue.pointer)) yield issue;
}

function* semanticPart(subject: Subject, options: CheckOptions): Generator<Issue> {
  yield* checkIds(subject);
  yield* checkAndOr(subject, options.guards);
  yield* checkGenerators(subject);
  yield* checkParts(subject, options.parts ?? NO_PARTS);
  yield* checkGuards(subject, options.guards);
  yield* checkJudged(subject, options.guards);
  yield* checkReferences(subject);
  yield* checkRecovery(subject);
  yield* checkModels(subject);
  yield* checkTexts(subject, options.compileSchema);
  yield* queueIssues(subject.document, options);
}

function queueIssues(document: unknown, { queues }: CheckOptions): Iterable<Issue> {
  return queues ? checkQueues(document, queues) : [];
}

/** A name that a run goes by already is known by the text that it stands in. */
function* namesPart(subject: Subject, { guards }: CheckOptions, before: unknown): Generator<Issue> {
  const found = (of: Subject) => [...checkTemplates(of), ...checkNames(of, before !== undefined)];
  const keyIn = (document: unknown) => (issue: Issue) =>
    `${issue.code} ${String(valueAt(document, keysOf(issue.pointer)))}`;
  const known = new Set(before === undefined ? [] : found(subjectOf(before, guards)).map(keyIn(before)));
  const isNew = (issue: Issue) => !known.has(keyIn(subject.document)(issue));
  yield* found(subject).filter(isNew);
}

function emptyGoal(definition: Definition): readonly Issue[] {
  if (definition.topology === 'and-or' || goalOf(definition).length > 0) return [];
  const detail =
    'Every step is optional, so the run would have nothing to reach; name the goal or make a step not optional.';
  return [{ pointer: '/goal', code: 'empty_goal', detail }];
}

function atMost(limit: number, parts: readonly Iterable<Issue>[]): readonly Issue[] {
  const issues: Issue[] = [];
  for (const part of parts) {
    for (const issue of part) {
      if (issues.length === limit) return [...issues, tooMany(limit)];
      issues.push(issue);
    }
  }
  return issues;
}

function tooMany(limit: number): Issue {
  return { pointer: '', code: 'too_many_issues', detail: `There are more than ${limit} problems; mend these first.` };
}
