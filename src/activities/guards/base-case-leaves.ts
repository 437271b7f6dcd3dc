import { findsOut } from '../../definitions/checks/opinions.ts';
import { type BaseCaseLeaf } from '../../definitions/schema/base-case.ts';
import type { Definition } from '../../definitions/schema/definition.ts';
import { guardOf, leafTime } from '../../definitions/scope/base-case-leaves.ts';
import { guardNames } from '../../definitions/scope/guard-names.ts';
import { knownIn } from '../../definitions/scope/known.ts';
import { valueOfText } from '../../expressions/scope/scope.ts';
import { literal } from '../../expressions/template.ts';
import type { GuardContext } from '../../guards/guard.ts';
import type { GuardRegistry } from '../../guards/registry.ts';
import { evaluateTree } from '../../guards/tree.ts';
import type { Usage } from '../../model/usage.ts';
import type { Nature } from '../../model/verdict.ts';
import type { AcceptedResult, BaseCaseMaterial } from '../../ports/base-case-port.ts';
import { hasFile, mergedWorkspace } from '../../prompts/workspace.ts';
import { digestOf } from '../../store/digest.ts';
import { fieldOf } from '../../text/loose.ts';
import { summaryOf } from '../../text/summary.ts';
import { payerOf } from '../payer.ts';

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

/** What leaves may look at. */
export interface Subjects {
  readonly material: BaseCaseMaterial;
  readonly definition: Definition;
  /** The merged workspace: files of accepted workers, by path. */
  readonly files: Readonly<Record<string, string>>;
}

export function subjectsOf(material: BaseCaseMaterial, definition: Definition): Subjects {
  const workers = new Set(definition.steps.flatMap(({ id, role }) => (role === 'worker' ? [id] : [])));
  const results = material.results.filter(({ step }) => workers.has(step));
  return { material, definition, files: mergedWorkspace(results.map(({ text }) => text)) };
}

export interface LeafJudging {
  readonly name: string;
  /** Of the call. */
  readonly token: string;
  readonly leaf: BaseCaseLeaf;
  readonly subjects: Subjects;
  readonly guards: Pick<GuardRegistry, 'find'>;
  readonly signal: AbortSignal;
}

/** Throws `GuardError` where it cannot be judged. Assertions are for people and come here never. */
export async function judgeLeaf(judging: LeafJudging): Promise<Found> {
  const { name, leaf, subjects } = judging;
  const { files } = subjects;
  if ('file' in leaf) return fileFound(name, leaf.file, hasFile(files, leaf.file), true);
  if ('notFile' in leaf) return fileFound(name, leaf.notFile, hasFile(files, leaf.notFile), false);
  const guard = guardOf(leaf);
  if (!guard) throw new Error(`${name} is for a person`);
  const on = 'on' in leaf ? leaf.on : undefined;
  const subject = on === undefined ? undefined : acceptedOf(subjects.material, on);
  const check = checkOf(leaf);
  if (on !== undefined && !subject)
    return { leaf: name, check, passed: false, detail: `${on} has no accepted artifact yet`, nature: 'deterministic' };
  const objection = subject && objectionIn(subjects.definition, subject);
  if (objection !== undefined) return { leaf: name, check, passed: false, detail: objection, nature: 'judged' };
  const use = { ...guard, id: 'check', with: withFiles(guard, files) };
  const verdict = await evaluateTree(use, judging.guards, contextOf(judging, subject), () => performance.now());
  const { nature, data, usage } = verdict;
  // A program that did not end by itself proves nothing.
  const hasFailed = verdict.verdict !== 'pass' && fieldOf(data, 'exitCode') !== undefined;
  const passed = 'notCommand' in leaf ? hasFailed : verdict.verdict === 'pass';
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

/**
 * Returns the key of what a leaf asks. The leaf's name alone is not enough: steps may have made something new, or a redirect may have
 * changed the leaf, before the same call is executed again.
 */
export function questionOf({ name, leaf, subjects: { material } }: LeafJudging): string {
  const made = material.results.map(({ artifact }) => artifact.id);
  return `${name}/${digestOf(JSON.stringify([leaf, made, material.winners]))}`;
}

/** What a verifier or a probe itself says against it (R106); undefined where it does not. */
function objectionIn({ steps }: Definition, { step, text }: AcceptedResult): string | undefined {
  const { role } = steps.find(({ id }) => id === step) ?? {};
  if (!findsOut(role)) return undefined;
  const field = role === 'probe' ? 'feasible' : 'passed';
  return fieldOf(valueOfText(text, true), field) === false ? `${step}, a ${role}, says {"${field}": false}` : undefined;
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
  files: Subjects['files'],
): unknown {
  if (use !== 'command') return options;
  const texts = Object.fromEntries(Object.entries(files).map(([path, text]) => [path, literal(text)]));
  const { files: own = {}, ...rest }: { files?: Readonly<Record<string, string>> } = Object(options);
  return { ...rest, files: { ...own, ...texts } };
}

/** By step, or by group: then of the choice that won. */
function acceptedOf({ results, winners }: BaseCaseMaterial, id: string): AcceptedResult | undefined {
  const step = winners[id] ?? id;
  return results.find((result) => result.step === step);
}

/** A judge that is told of no step sees everything in short. */
function contextOf(
  { name, token, leaf, subjects: { material, definition }, signal }: LeafJudging,
  subject: AcceptedResult | undefined,
): GuardContext {
  const { run, results, winners } = material;
  const overview = results.map(({ step, text }) => `## ${step}\n${summaryOf(text)}`);
  const byStep = results.map(({ step, text }) => [step, text] as const);
  const byGroup = Object.keys(winners).map((id) => [id, acceptedOf(material, id)?.text ?? ''] as const);
  const made = Object.fromEntries([
    ...results.map((result) => [result.step, result] as const),
    ...Object.keys(winners).flatMap((id) => {
      const won = acceptedOf(material, id);
      return won ? [[id, won] as const] : [];
    }),
  ]);
  const step = subject?.step ?? 'baseCase';
  return {
    names: guardNames(knownIn(definition, run, { step, made }), {}),
    artifact: {
      id: subject?.artifact.id ?? run.id,
      text: subject?.text ?? overview.join('\n\n'),
      mediaType: subject?.artifact.mediaType ?? 'text/plain',
    },
    dependencies: Object.fromEntries([...byStep, ...byGroup]),
    input: run.input,
    specification: run.specification ?? definition.specification ?? '',
    constraints: definition.constraints ?? '',
    runId: run.id,
    step,
    epoch: 1,
    attempt: 1,
    n: 1,
    answers: new Map(),
    earlier: [],
    leaf: name,
    payer: payerOf(run, token, `${token} judge`),
    errors: 0,
    signal: AbortSignal.any([signal, AbortSignal.timeout(leafTime(leaf))]),
  };
}
