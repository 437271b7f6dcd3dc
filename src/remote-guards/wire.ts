import { z } from 'zod';
import type { GuardAnswer } from '../guards/guard.ts';
import type { JudgeFaultFacts } from '../guards/judge.ts';
import { LEVELS, TOOLCHAINS } from '../model/isolation.ts';
import type { Usage } from '../model/usage.ts';
import type { EvaluateGuardInput, RunCommandInput, VerifyBaseCaseInput } from '../ports/calls.ts';
import type { DeferralFacts } from '../ports/generator-deferred.ts';

/**
 * What a worker without secrets and the API say to each other. The call travels as the text that was signed. What a guard has found
 * travels as JSON text too: it may hold what bodies of requests may not.
 */
export const PATH = '/internal/guard-calls';

/** With its signed token as the bearer of every request. */
const SignedText = z.string();

export const OpenBody = z.strictObject({
  call: SignedText,
  /** What the worker has to say of itself, the first time it has a call. */
  worker: z
    .strictObject({
      name: z.string().min(1).max(1_000),
      offers: z.array(
        z.strictObject({
          sandbox: z.string(),
          version: z.string(),
          level: z.enum(LEVELS),
          toolchains: z.array(z.enum(TOOLCHAINS)),
        }),
      ),
    })
    .optional(),
});
export const OutsideBody = z.strictObject({ call: SignedText });
export const FoundBody = z.strictObject({ call: SignedText, found: z.string() });
export const JudgeBody = z.strictObject({
  call: SignedText,
  use: z.string(),
  options: z.string(),
  /** The leaf's id, where it is not the guard's name. */
  leaf: z.string().optional(),
});

/** `question`: as `BaseCasePort.findLeaf` takes it. */
export const LeafBody = z.strictObject({ call: SignedText, question: z.string() });

/** What is stored of a base case's judged leaf, as JSON text; left out: nothing yet. */
export interface LeafAnswer {
  readonly text?: string | undefined;
}

/** What is scheduled for the guards' queue. */
export type SignedCall = EvaluateGuardInput | VerifyBaseCaseInput | RunCommandInput;

export function isGuardCall(call: SignedCall): call is EvaluateGuardInput {
  return 'artifactId' in call;
}

export function isVerification(call: SignedCall): call is VerifyBaseCaseInput {
  return 'seq' in call;
}

export function isCommand(call: SignedCall): call is RunCommandInput {
  return 'rung' in call;
}

/** What became of a judged leaf; `deferred` says that the model must not be asked now, `fault` and `unreadable` are the guard errors `JudgeFault` and `UnreadableAnswer`. */
export type Judgement =
  | { readonly answer: GuardAnswer }
  | {
      readonly fault: JudgeFaultFacts & { readonly message: string };
    }
  | { readonly deferred: DeferralFacts & { readonly message: string } }
  | { readonly unreadable: { readonly message: string; readonly usage: Usage } };

/** The text that was signed, and the token signed for it; undefined where the worker that scheduled the call has put none in its place. */
export function textOf({ seal, ...call }: SignedCall): { readonly text: string; readonly signedToken?: string } {
  return { text: JSON.stringify(call), ...(seal ? { signedToken: seal } : {}) };
}
