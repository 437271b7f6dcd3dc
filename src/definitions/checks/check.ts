import type { Compiled } from '../../model/plan.ts';
import type { Issue } from '../../ports/catalogues.ts';
import { jsonIssues } from '../../text/json-value.ts';
import type { CheckOptions } from '../check-options.ts';
import { localJudging } from '../compile/local-judging.ts';
import type { Definition } from '../schema/definition.ts';
import { documentLimits, planLimit } from '../schema/limits.ts';
import { subjectOf } from '../schema/subject-of.ts';
import { topologyOfDocument } from '../topology-document.ts';
import { warnOfRoutes } from './warn-of-routes.ts';
import { warnOfStall } from './warn-of-stall.ts';

export type { CheckOptions } from '../check-options.ts';

/** How publishing checks a document. `before`: what a run goes by already, where the document revises it. */
export type Check = (document: unknown, before?: unknown) => Checked;

export type Checked =
  | {
      readonly ok: true;
      readonly definition: Definition;
      readonly plan: Compiled;
      readonly warnings: readonly Issue[];
      /** As the API answers it (api 1). */
      readonly bound: { readonly generations: number };
    }
  | { readonly ok: false; readonly issues: readonly Issue[] };

/** More problems than anybody reads; also what bounds the work on hostile documents. */
const MAX_ISSUES = 500;

/**
 * Checks a parsed document whole (design 3.2), by the rules of its topology: every problem at once, each with a pointer, semantic ones
 * also where other parts are wrong. What passes is compiled. Of a revision, names that `before` has already are left alone: it was
 * published when they were not looked at (R108). Throws on no value, only where no topology is registered.
 */
export function checkDefinition(document: unknown, options: CheckOptions, before?: unknown): Checked {
  const unusable = [...jsonIssues(document)];
  if (unusable.length === 0) unusable.push(...documentLimits(document));
  if (unusable.length > 0) return { ok: false, issues: unusable };
  const topology = topologyOfDocument(document);
  const subject = subjectOf(document, options.guards);
  const submitted = { document, subject, before };
  const issues = atMost(MAX_ISSUES, topology.check(submitted, options));
  const read = issues.length > 0 ? undefined : topology.read(document);
  if (!read) return { ok: false, issues };
  const { definition } = read;
  const compiled = topology.compile(read, { defaultModel: options.defaultModel, sketch: subject.sketch });
  const plan = localJudging(compiled, definition, options.guards);
  const unfit = [...(topology.checkPlan?.(definition, plan) ?? []), ...planLimit(plan)];
  if (unfit.length > 0) return { ok: false, issues: unfit };
  const warnings = atMost(MAX_ISSUES, warned());
  return { ok: true, definition, plan, warnings, bound: { generations: plan.bound } };

  function* warned(): Generator<Issue> {
    yield* topology.warn(submitted, definition, options);
    yield* warnOfStall(definition, plan);
    yield* warnOfRoutes(document, plan, options);
  }
}

function atMost(limit: number, found: Iterable<Issue>): readonly Issue[] {
  const issues: Issue[] = [];
  for (const issue of found) {
    if (issues.length === limit) return [...issues, tooMany(limit)];
    issues.push(issue);
  }
  return issues;
}

function tooMany(limit: number): Issue {
  return { pointer: '', code: 'too_many_issues', detail: `There are more than ${limit} problems; mend these first.` };
}
