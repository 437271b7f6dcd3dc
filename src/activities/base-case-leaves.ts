import { type BaseCaseLeaf, guardOf } from '../domain/and-or/base-case.ts';
import { hasFile } from '../domain/and-or/workspace.ts';
import type { Definition } from '../domain/definition/definition.ts';
import type { RunRow } from '../domain/store.ts';
import { summaryOf } from '../domain/summary.ts';
import { literal } from '../domain/template.ts';
import type { Usage } from '../domain/usage.ts';
import type { Nature } from '../domain/verdict.ts';
import type { GuardContext } from '../guards/guard.ts';
import type { GuardRegistry } from '../guards/registry.ts';
import { evaluateTree } from '../guards/tree.ts';
import type { AcceptedResults } from './accepted-results.ts';

/** What one leaf of a base case came to. */
export interface Found {
  readonly leaf: string;
  /** What was looked at, such as `file report.md`. */
  readonly check: string;
  readonly passed: boolean;
  readonly detail: string;
  readonly nature: Nature;
  /** Facts that the guard found, such as the sandbox and the exit code. */
  readonly data?: unknown;
  readonly usage?: Usage;
}

export interface LeafJudging {
  readonly name: string;
  readonly leaf: BaseCaseLeaf;
  readonly row: RunRow;
  readonly definition: Definition;
  readonly results: AcceptedResults;
  readonly guards: GuardRegistry;
  readonly signal: AbortSignal;
}

/** What one leaf may take, in milliseconds. */
const LEAF_TIME = 120_000;

/** Throws `GuardError` where it cannot be judged. Assertions are for people and come here never. */
export async function judgeLeaf(judging: LeafJudging): Promise<Found> {
  const { name, leaf, results } = judging;
  if ('file' in leaf) return fileFound(name, leaf.file, hasFile(results.files, leaf.file), true);
  if ('notFile' in leaf) return fileFound(name, leaf.notFile, hasFile(results.files, leaf.notFile), false);
  const guard = guardOf(leaf);
  if (!guard) throw new Error(`${name} is for a person`);
  const on = 'on' in leaf ? leaf.on : undefined;
  const subject = on === undefined ? undefined : results.find(on);
  const check = checkOf(leaf);
  if (on !== undefined && !subject)
    return { leaf: name, check, passed: false, detail: `${on} has no accepted artifact yet`, nature: 'deterministic' };
  const use = { ...guard, id: 'check', with: withFiles(guard, results.files) };
  const verdict = await evaluateTree(use, judging.guards, contextOf(judging, subject), () => performance.now());
  const passed = 'notCommand' in leaf ? verdict.verdict !== 'pass' : verdict.verdict === 'pass';
  const { nature, data, usage } = verdict;
  return {
    leaf: name,
    check,
    passed,
    detail: passed ? 'holds' : verdict.feedback || 'it passed, and should not',
    nature,
    ...(data !== undefined && { data }),
    ...(usage && { usage }),
  };
}

function fileFound(leaf: string, path: string, isThere: boolean, shouldBe: boolean): Found {
  const detail = isThere ? `${path} is in the workspace` : `there is no ${path} in the workspace`;
  const check = `${shouldBe ? 'file' : 'not file'} ${path}`;
  return { leaf, check, passed: isThere === shouldBe, detail, nature: 'deterministic' };
}

function checkOf(leaf: BaseCaseLeaf): string {
  if ('guard' in leaf) return `guard ${leaf.guard.use} on ${leaf.on}`;
  if ('rubric' in leaf) return 'rubric';
  const [word, run] =
    'command' in leaf ? ['command', leaf.command] : ['not command', 'notCommand' in leaf ? leaf.notCommand : ''];
  return `${word} ${typeof run === 'string' ? run : run.join(' ')}`;
}

/** A program runs in the merged workspace. */
function withFiles(
  { use, with: options }: { readonly use: string; readonly with?: unknown },
  files: AcceptedResults['files'],
): unknown {
  if (use !== 'command') return options;
  const texts = Object.fromEntries(Object.entries(files).map(([path, text]) => [path, literal(text)]));
  const { files: own = {}, ...rest }: { files?: Readonly<Record<string, string>> } = Object(options);
  return { ...rest, files: { ...own, ...texts } };
}

/** A judge that is told of no step sees everything in short. */
function contextOf(
  { row, definition, results, signal }: LeafJudging,
  subject: ReturnType<AcceptedResults['find']>,
): GuardContext {
  const { record } = row;
  const overview = results.all.map(({ step, text, artifact }) => `## ${step}\n${summaryOf(text, artifact.mediaType)}`);
  return {
    artifact: {
      id: subject?.artifact.id ?? record.id,
      text: subject?.text ?? overview.join('\n\n'),
      mediaType: subject?.artifact.mediaType ?? 'text/plain',
    },
    dependencies: Object.fromEntries(results.all.map(({ step, text }) => [step, text])),
    input: record.input,
    specification: record.specification ?? definition.specification ?? '',
    constraints: definition.constraints ?? '',
    runId: record.id,
    step: subject?.step ?? 'baseCase',
    epoch: 1,
    attempt: 1,
    n: 1,
    answers: new Map(),
    earlier: [],
    errors: 0,
    deadline: performance.now() + LEAF_TIME,
    signal: AbortSignal.any([signal, AbortSignal.timeout(LEAF_TIME)]),
  };
}
