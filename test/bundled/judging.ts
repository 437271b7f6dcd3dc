import { createGuardRegistry, type GuardRegistry } from '../../src/guards/registry.ts';
import { evaluateTree } from '../../src/guards/tree.ts';
import type { GuardTree } from '../../src/model/guard-tree.ts';
import { GENERATOR_VALIDATION, type Verdict } from '../../src/model/verdict.ts';
import { cacheDirectory } from '../../src/platform/cache-directory.ts';
import type { OutputFormat } from '../../src/prompts/content-failure.ts';
import { takeOutput } from '../../src/prompts/output.ts';
import { openSandboxes } from '../../src/sandbox/open.ts';
import { signatureOf } from '../../src/text/normalise.ts';
import { aContext } from '../guards/a-context.ts';

/** An answer of a model and all that its verdict depends on. */
interface Answer {
  readonly step: string;
  readonly text: string;
  readonly output: OutputFormat;
  readonly guard: GuardTree;
  readonly dependencies: Readonly<Record<string, string>>;
  readonly input: unknown;
  /** What was said of the epoch's earlier attempts. */
  readonly earlier: readonly Verdict[];
}

export interface Judged {
  /** What was taken out of the answer; the whole of it where nothing could be. */
  readonly artifact: string;
  readonly mediaType: string;
  readonly verdict: Verdict;
}

export interface Judging {
  readonly guards: GuardRegistry;
  /** As the service does: the artifact is taken out of the answer, then the guards judge it. The same answer is judged once. */
  judge(answer: Answer): Promise<Judged>;
  close(): Promise<void>;
}

/** The real guards in the sandboxes of this machine, the fastest first. */
export async function openJudging(): Promise<Judging> {
  const settings = { order: ['bwrap', 'deno'], cacheDirectory: cacheDirectory(process.env) } as const;
  const sandboxes = await openSandboxes({ ...settings, warn: () => {} });
  const guards = createGuardRegistry({ sim: false, sandboxes });
  const known = new Map<string, Promise<Judged>>();
  return {
    guards,
    judge(answer) {
      const { text, output, guard, dependencies, input, earlier } = answer;
      const key = JSON.stringify([text, output, guard, dependencies, input, earlier.some(isTampered)]);
      const judged = known.get(key) ?? judge(guards, answer);
      known.set(key, judged);
      return judged;
    },
    close: () => sandboxes.close(),
  };
}

async function judge(guards: GuardRegistry, answer: Answer): Promise<Judged> {
  const { step, text, output, guard, dependencies, input, earlier } = answer;
  const taken = takeOutput({ text, finishReason: 'stop' }, output);
  if (!taken.ok) return { artifact: text, mediaType: 'text/plain', verdict: unusable(taken.feedback) };
  const context = aContext(taken.text, { step, dependencies, input, earlier });
  const verdict = await evaluateTree(guard, guards, context, () => performance.now());
  return { artifact: taken.text, mediaType: taken.mediaType, verdict };
}

function unusable(feedback: string): Verdict {
  const signature = signatureOf(feedback);
  const guard = GENERATOR_VALIDATION;
  return { verdict: 'retry', feedback, guard, signature, nature: 'deterministic', durationMs: 0, subResults: [] };
}

function isTampered({ tampered, subResults }: Verdict): boolean {
  return tampered === true || subResults.some(isTampered);
}
