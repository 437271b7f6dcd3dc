import type { FastifyInstance } from 'fastify';
import type { z } from 'zod';
import { type LeafJudge, NoSuchLeaf } from '../activities/guards/judged-leaves.ts';
import { bearerOf } from '../api/http/authentication.ts';
import { Problem } from '../api/http/problem.ts';
import { topologyWorkOf } from '../definitions/topology-work.ts';
import { JudgeFault, UnreadableAnswer } from '../guards/judge.ts';
import type { BaseCasePort } from '../ports/base-case-port.ts';
import type { CallPort } from '../ports/call-port.ts';
import type { EvaluateGuardInput, RunCommandInput, VerifyBaseCaseInput } from '../ports/calls.ts';
import type { CommandPort } from '../ports/command-port.ts';
import { GeneratorDeferred } from '../ports/generator-deferred.ts';
import type { GuardPort } from '../ports/guard-port.ts';
import type { Attempts } from '../ports/store/attempts.ts';
import { LogFork } from '../ports/store/errors.ts';
import type { Runs } from '../ports/store/runs.ts';
import type { WorkerCapabilities } from '../ports/store/workers.ts';
import { parseStored } from '../text/exact-json.ts';
import { type CallSigner, isSignedTokenOf } from './signed-token.ts';
import {
  FoundBody,
  isCommand,
  isGuardCall,
  isVerification,
  JudgeBody,
  type Judgement,
  type LeafAnswer,
  LeafBody,
  OpenBody,
  OutsideBody,
  PATH,
  type SignedCall,
} from './wire.ts';

export interface GuardCallsOptions {
  readonly signer: CallSigner;
  readonly guardPort: GuardPort;
  readonly baseCases: BaseCasePort;
  readonly commands: CommandPort;
  readonly judge: LeafJudge;
  readonly attempts: Pick<Attempts, 'statusOf'>;
  readonly runs: Pick<Runs, 'find'>;
  readonly capabilities: Pick<WorkerCapabilities, 'announce'>;
}

/** Histories carry at most 2 MB of input for one call; a verdict may be as long. */
const BODY_LIMIT = 8 * 1024 * 1024;

/**
 * The API's side of workers that hold no secret: for a call that carries the service's signed token, as long as the log has not ended it,
 * what the guards of a worker with the database would do there themselves. Any other token is refused: 401, or 403 with `other_call`,
 * `call_over`.
 */
export async function guardCallRoutes(
  app: FastifyInstance,
  { signer, guardPort, baseCases, commands, judge, capabilities, ...log }: GuardCallsOptions,
): Promise<void> {
  const route = <Schema extends z.ZodType<{ call: string }>>(
    name: string,
    body: Schema,
    answer: (call: SignedCall, body: z.output<Schema>, signal: AbortSignal) => Promise<unknown>,
  ) =>
    app.post(
      `${PATH}/${name}`,
      { bodyLimit: BODY_LIMIT, config: { bearer: (bearer) => signer.isOurs(bearer) }, schema: { hide: true, body } },
      async (request, reply) => {
        const gone = new AbortController();
        reply.raw.once('close', () => gone.abort());
        const said = body.parse(request.body);
        return answer(await openCallOf(bearerOf(request), said.call, log), said, gone.signal);
      },
    );

  const serve = <Call, Material, Found, Kept>(
    [opened, kept]: readonly [opened: string, kept: string],
    ofKind: (call: SignedCall) => Call,
    own: CallPort<Call, Material, Found, Kept>,
  ) => {
    route(opened, OpenBody, async (given, { worker }) => {
      const call = ofKind(given);
      if (worker) await capabilities.announce(worker.name, worker.offers);
      return own.open(call).catch(asProblem);
    });
    route(kept, FoundBody, async (given, { found }) => own.keep(ofKind(given), parseStored(found)));
  };

  serve(['open', 'verdict'], guardCallOf, guardPort);
  serve(['base-case/open', 'base-case/evidence'], verificationOf, baseCases);
  route('base-case/leaf', LeafBody, async (call, { question }): Promise<LeafAnswer> => {
    return { text: await baseCases.findLeaf(verificationOf(call), question) };
  });
  route('base-case/leaf/answer', FoundBody, async (call, { found }): Promise<LeafAnswer> => {
    const { question, text } = JSON.parse(found);
    return { text: await baseCases.keepLeaf(verificationOf(call), question, text) };
  });
  serve(['command/open', 'command/outcome'], commandOf, commands);
  route('outside', OutsideBody, async (call) => guardPort.outside(guardCallOf(call)));
  route('fault', FoundBody, (call, { found }) => {
    const { runId, token } = call;
    const noted = parseStored(found);
    const broke = isCommand(call) ? 'generate' : 'guard';
    const fault = { ...noted, runId, token, phase: noted.phase === 'internal' ? 'internal' : broke };
    if (isGuardCall(call)) return guardPort.note(call, fault);
    return isCommand(call) ? commands.note(call, fault) : baseCases.note(call, fault);
  });
  route('wait', FoundBody, (call, { found }) => {
    const wait = { ...JSON.parse(found), token: call.token };
    return isVerification(call) ? baseCases.wait(call, wait) : guardPort.wait(guardCallOf(call), wait);
  });
  route('judge', JudgeBody, async (call, { use, options, leaf }, signal) =>
    judge(guardCallOf(call), { use, options: parseStored(options), ...(leaf !== undefined && { leaf }) }, signal).then(
      (answer): Judgement => ({ answer }),
      judgementOf,
    ),
  );
}

type Log = Pick<GuardCallsOptions, 'attempts' | 'runs'>;

async function openCallOf(signedToken: string, text: string, log: Log): Promise<SignedCall> {
  if (!isSignedTokenOf(signedToken, text))
    throw new Problem(403, 'other_call', 'The signed token is that of another call.');
  // Only the service itself writes what carries its signed token.
  const call: SignedCall = parseStored(text);
  const end = isVerification(call) ? await endOfVerification(call, log) : await endOfAttempt(call, log);
  if (end === undefined) return call;
  throw new Problem(403, 'call_over', `The call has ended: ${end}.`);
}

async function endOfAttempt(
  { runId, token }: EvaluateGuardInput | RunCommandInput,
  { attempts }: Log,
): Promise<string | undefined> {
  const status = await attempts.statusOf(runId, token);
  return status === undefined || status === 'pending' ? undefined : `its artifact is ${status}`;
}

/** Once the log has come as far as the call, it names the verification that is under way, if any is. */
async function endOfVerification(
  { runId, seq, token }: VerifyBaseCaseInput,
  { runs }: Log,
): Promise<string | undefined> {
  const row = await runs.find(runId);
  if (!row || row.state.seq < seq) return undefined;
  if (topologyWorkOf(row.record.plan.topology).verifying(row.state) === token) return undefined;
  return 'the base case was verified, or is no longer';
}

/** A guard's call sees what its step depends on, not all that the run has made. */
function verificationOf(call: SignedCall): VerifyBaseCaseInput {
  if (!isVerification(call)) throw new Problem(403, 'other_call', 'The call does not verify a base case.');
  return call;
}

function guardCallOf(call: SignedCall): EvaluateGuardInput {
  if (!isGuardCall(call)) throw new Problem(403, 'other_call', 'The call judges no artifact.');
  return call;
}

function commandOf(call: SignedCall): RunCommandInput {
  if (!isCommand(call)) throw new Problem(403, 'other_call', 'The call runs no program.');
  return call;
}

function asProblem(error: unknown): never {
  if (error instanceof LogFork) throw new Problem(409, 'log_forked', error.message, { cause: error });
  throw error;
}

function judgementOf(error: unknown): Judgement {
  if (error instanceof NoSuchLeaf) throw new Problem(403, 'other_call', error.message, { cause: error });
  if (error instanceof UnreadableAnswer) return { unreadable: { message: error.message, usage: error.usage } };
  if (error instanceof GeneratorDeferred) {
    const { message, reason, endpoint, cap, until, retryAt } = error;
    return {
      deferred: {
        message,
        reason,
        until,
        retryAt,
        ...(endpoint !== undefined && { endpoint }),
        ...(cap !== undefined && { cap }),
      },
    };
  }
  if (!(error instanceof JudgeFault)) throw error;
  const { message, final, retryAfter, usage, endpoint, isRateLimit, again } = error;
  return {
    fault: {
      message,
      final,
      isRateLimit,
      ...(retryAfter !== undefined && { retryAfter }),
      ...(usage && { usage }),
      ...(endpoint !== undefined && { endpoint }),
      ...(again && { again }),
    },
  };
}
