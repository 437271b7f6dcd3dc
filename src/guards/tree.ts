import { mapTexts } from '../definitions/schema/template-fields.ts';
import { renderTemplate } from '../expressions/template.ts';
import { branchesOf, type Composite, type GuardLeaf, type GuardTree, isLeaf, leafId } from '../model/guard-tree.ts';
import { addUsage, type Usage } from '../model/usage.ts';
import type { Nature, Verdict, VerdictWord } from '../model/verdict.ts';
import { messageOf } from '../text/message-of.ts';
import { signatureOf } from '../text/normalise.ts';
import { parseNumbers, safeParseNumbers } from '../text/parse-numbers.ts';
import { ExternalLeaf, external, externalVerdict } from './external.ts';
import { tidy } from './feedback.ts';
import type { Guard, GuardAnswer, GuardContext, LeafGuards } from './guard.ts';
import { GuardError } from './guard-error.ts';
import { templateLookup } from './names.ts';
import { PendingLeaf } from './pending.ts';
import { human } from './people/human.ts';

export { GuardError };

/**
 * Judges one artifact by a guard tree (design 3, guards 2.6). `sequence` stops at its first failure; `all`, `any` and `majority`
 * run every branch and report in declared order. Fatal outranks retry outranks pass, but under `any` one branch that passes is
 * enough. Throws `GuardError` when a guard cannot judge, and the signal's reason when the verdict is no longer wanted; `clock` is in
 * milliseconds.
 */
export async function evaluateTree(
  tree: GuardTree,
  registry: LeafGuards,
  context: GuardContext,
  clock: () => number,
): Promise<Verdict> {
  const run: Run = { registry, context, clock };
  return isLeaf(tree) ? evaluateLeaf(tree, run) : evaluateComposite(tree, run);
}

interface Run {
  readonly registry: LeafGuards;
  readonly context: GuardContext;
  readonly clock: () => number;
}

/** Milliseconds, to the microsecond. */
function since(start: number, { clock }: Run): number {
  return Math.round((clock() - start) * 1_000) / 1_000;
}

const MAX_JOINED_BYTES = 32 * 1024;

async function evaluateLeaf(leaf: GuardLeaf, run: Run): Promise<Verdict> {
  run.context.signal.throwIfAborted();
  const id = leafId(leaf);
  const start = run.clock();
  try {
    const pending = judge(leaf, run);
    // A guard that answers at once is timed at once, not when its siblings are done.
    const answer = pending.answer instanceof Promise ? await pending.answer : pending.answer;
    return leafVerdict(leaf, pending.nature, answer, { durationMs: since(start, run), earlier: run.context.earlier });
  } catch (error) {
    run.context.signal.throwIfAborted();
    if (error instanceof PendingLeaf || error instanceof ExternalLeaf) throw error;
    throw new GuardError(id, messageOf(error), error);
  }
}

function judge(
  leaf: GuardLeaf,
  { registry, context }: Run,
): { nature: Nature; answer: GuardAnswer | Promise<GuardAnswer> } {
  if (leaf.use === human.name) return { nature: human.nature, answer: answerOf(leaf, context) };
  if (leaf.use === external.name) return { nature: external.nature, answer: outsideAnswerOf(leaf, context) };
  const guard = registry.find(leaf.use, leafId(leaf));
  if (guard === undefined) throw new Error(`there is no guard "${leaf.use}" on this worker`);
  const options = safeParseNumbers(guard.options, optionsFor(guard, leaf.with ?? {}, context));
  if (!options.success) throw new Error(`its options are not valid: ${options.error.message}`);
  return { nature: guard.nature, answer: guard.evaluate(options.data, context) };
}

function optionsFor({ templates = [] }: Guard, options: unknown, context: GuardContext): unknown {
  if (templates.length === 0) return options;
  const lookup = templateLookup(context);
  return mapTexts(options, templates, (text) => renderTemplate(text, lookup).text);
}

/** What a person said for the leaf; throws `PendingLeaf` until one has. */
function answerOf(leaf: GuardLeaf, { answers }: GuardContext): GuardAnswer {
  const given = answers.get(leafId(leaf));
  if (given) return given;
  throw new PendingLeaf(leafId(leaf), parseNumbers(human.options, leaf.with ?? {}));
}

/** What its activity said for the leaf; throws `ExternalLeaf` until it has. */
function outsideAnswerOf(leaf: GuardLeaf, { outside }: GuardContext): GuardAnswer {
  const options = parseNumbers(external.options, leaf.with ?? {});
  const given = outside?.get(leafId(leaf));
  if (given) return externalVerdict(options, given);
  throw new ExternalLeaf(leafId(leaf), options);
}

interface Facts {
  readonly durationMs: number;
  readonly earlier: GuardContext['earlier'];
}

function leafVerdict(leaf: GuardLeaf, nature: Nature, answer: GuardAnswer, { durationMs, earlier }: Facts): Verdict {
  const isFinal = leaf.onFail === 'fatal' || (answer.tampered === true && earlier.some(hasTampered));
  const verdict = answer.verdict === 'retry' && isFinal ? 'fatal' : answer.verdict;
  const guard = leafId(leaf);
  const words = leaf.feedback ?? answer.feedback;
  return {
    ...said(verdict, tidy(words.trim() === '' ? `The check "${guard}" did not pass.` : words)),
    guard,
    ...(answer.score === undefined ? {} : { score: answer.score }),
    ...(answer.data === undefined ? {} : { data: answer.data }),
    ...(answer.tampered === true ? { tampered: true } : {}),
    ...(answer.usage === undefined ? {} : { usage: answer.usage }),
    ...(answer.warnings && { warnings: answer.warnings }),
    nature,
    ...(leaf.generated === true ? { generated: true } : {}),
    durationMs,
    subResults: [],
  };
}

function hasTampered({ tampered, subResults }: Verdict): boolean {
  return tampered === true || subResults.some(hasTampered);
}

/** A pass needs no words; everything else has a signature (R24). */
function said(verdict: VerdictWord, feedback: string): Pick<Verdict, 'verdict' | 'feedback' | 'signature'> {
  return verdict === 'pass' ? { verdict, feedback: '' } : { verdict, feedback, signature: signatureOf(feedback) };
}

async function evaluateComposite(tree: Exclude<GuardTree, GuardLeaf>, run: Run): Promise<Verdict> {
  const { kind, children } = branchesOf(tree);
  const start = run.clock();
  const results = kind === 'sequence' ? await inSequence(children, run) : await allOf(children, run);
  return compositeVerdict(kind, results, since(start, run));
}

async function inSequence(children: readonly GuardTree[], run: Run): Promise<readonly Verdict[]> {
  const results: Verdict[] = [];
  for (const child of children) {
    const result = await evaluateTree(child, run.registry, run.context, run.clock);
    results.push(result);
    if (result.verdict !== 'pass') break;
  }
  return results;
}

/** Every branch runs to its end, so that of several guard errors the first in declared order is thrown, not the fastest. */
async function allOf(children: readonly GuardTree[], run: Run): Promise<readonly Verdict[]> {
  const settled = await Promise.allSettled(
    children.map((child) => evaluateTree(child, run.registry, run.context, run.clock)),
  );
  return settled.map((outcome) => {
    if (outcome.status === 'rejected') throw outcome.reason;
    return outcome.value;
  });
}

function compositeVerdict(kind: Composite, results: readonly Verdict[], durationMs: number): Verdict {
  if (results.length === 0)
    throw new GuardError(kind, `a "${kind}" without guards judges nothing; give it at least one`);
  const verdict = outcomeOf(kind, results);
  const failing = results.filter((result) => result.verdict !== 'pass');
  const decisive = verdict === 'pass' ? lastPassing(results) : failing[0];
  const feedback = tidy(failing.map((result) => result.feedback).join('\n\n'), MAX_JOINED_BYTES);
  // Facts of a branch that failed, such as its errors, do not hide those of the branches that made it pass.
  const passing = verdict === 'pass' ? results.filter((result) => result.verdict === 'pass') : [];
  const data = (lastFacts(passing) ?? lastFacts(results))?.data;
  const usage = totalUsage(results);
  const warnings = results.flatMap((result) => result.warnings ?? []);
  return {
    ...said(verdict, feedback),
    guard: decisive?.guard ?? kind,
    ...(decisive?.score === undefined ? {} : { score: decisive.score }),
    ...(data === undefined ? {} : { data }),
    ...(usage === undefined ? {} : { usage }),
    ...(warnings.length > 0 && { warnings }),
    nature: strictest(results),
    ...(results.some((result) => result.generated === true) ? { generated: true } : {}),
    durationMs,
    subResults: results,
  };
}

function lastFacts(results: readonly Verdict[]): Verdict | undefined {
  return results.findLast((result) => result.data !== undefined);
}

function totalUsage(results: readonly Verdict[]): Usage | undefined {
  const parts = results.flatMap(({ usage }) => usage ?? []);
  return parts.length === 0 ? undefined : parts.reduce(addUsage);
}

function outcomeOf(kind: Composite, results: readonly Verdict[]): VerdictWord {
  const passed = results.filter((result) => result.verdict === 'pass').length;
  if (kind === 'any' && passed > 0) return 'pass';
  if (results.some((result) => result.verdict === 'fatal')) return 'fatal';
  const enough = kind === 'majority' ? passed * 2 > results.length : passed === results.length;
  return enough ? 'pass' : 'retry';
}

function lastPassing(results: readonly Verdict[]): Verdict | undefined {
  return results.findLast((result) => result.verdict === 'pass');
}

const STRICTNESS: readonly Nature[] = ['deterministic', 'judged', 'human'];

function strictest(results: readonly Verdict[]): Nature {
  const rank = Math.max(...results.map((result) => STRICTNESS.indexOf(result.nature)));
  return STRICTNESS[rank] ?? 'deterministic';
}
