import { z } from 'zod';
import { type AnsweredRoute, PASSED_OVER_REASONS, WARNING_CODES } from '../../model/answer-warning.ts';
import { NO_USAGE } from '../../model/usage.ts';
import type { ArtifactRecord, PromptMessage } from '../../ports/store/artifacts.ts';
import type { AttemptRow } from '../../ports/store/attempts.ts';
import { parseStored } from '../../text/exact-json.ts';
import { component } from '../reference/components.ts';
import { Time, timeOf } from '../times.ts';
import { UsageView, usageView } from '../usage-view.ts';
import { AgentView, agentView } from './agent-view.ts';
import { LeafView } from './leaves-waiting.ts';
import { VerdictView, verdictView } from './verdict-view.ts';

export const ATTEMPT_STATUSES = ['pending', 'accepted', 'rejected', 'superseded', 'discarded', 'waived'] as const;

export const ANSWERED_BY = 'the model that answered, as the provider names it; several of the turns of an agent';
export const PRICE =
  'the entry of `prices` by which the cost was computed, or `provider` for a cost that the answer named; absent where the price is not known';

/** How a call came to the model that answered it, where its name stands for several. */
export const RouteView = component(
  'AnsweredRoute',
  z
    .object({
      name: z.string().describe('the name that was asked'),
      entry: z.string().describe('the model that answered'),
      passedOver: z
        .array(z.object({ entry: z.string(), reason: z.enum(PASSED_OVER_REASONS), why: z.string() }))
        .describe('the models that were to answer before it, and why they did not'),
    })
    .describe('of an attempt whose model is a route of the settings'),
);

export function routeView({ passedOver, ...route }: AnsweredRoute) {
  return { ...route, passedOver: passedOver.map((one) => ({ ...one })) };
}

export const AttemptView = component(
  'Attempt',
  z.object({
    step: z.string(),
    epoch: z.number(),
    attempt: z.number(),
    n: z.number().optional().describe("the step's ordinal over all epochs; absent on discarded rows (R25, R27)"),
    status: z.enum(ATTEMPT_STATUSES),
    artifactId: z.string().nullable(),
    digest: z.string().nullable(),
    source: z.string().nullable(),
    model: z.string().nullable().describe('the model that was asked'),
    route: RouteView.optional(),
    answeredBy: z.string().optional().describe(ANSWERED_BY),
    price: z.string().optional().describe(PRICE),
    warnings: z
      .array(z.object({ code: z.enum(WARNING_CODES), text: z.string() }))
      .optional()
      .describe('what a person should know of the answer, though nothing has failed'),
    parameters: z.unknown().optional(),
    usage: UsageView,
    rawUsage: z.unknown().optional().describe("the provider's own usage object"),
    finishReason: z.string().nullable(),
    /** The provider's own word for it, where that is another one. */
    rawFinishReason: z.string().optional(),
    answer: z
      .string()
      .optional()
      .describe("the model's whole answer, where the artifact was taken out of it or merged with it (R130)"),
    beside: z
      .record(z.string(), z.unknown())
      .optional()
      .describe('fields that the provider sent beside the answer, such as reasoning_content'),
    agent: AgentView.optional(),
    promptDigest: z.string().nullable(),
    specification: z.string().nullable(),
    constraints: z.string().nullable(),
    renderedPrompt: z.array(z.object({ role: z.string(), content: z.string() })),
    injected: z.array(z.unknown()),
    dependencies: z.record(z.string(), z.string()),
    absent: z.record(z.string(), z.string()).optional().describe('dependencies that were missing, with why'),
    feedbackHistory: z.array(z.object({ artifactId: z.string(), feedback: z.string() })),
    dropped: z.array(z.object({ kind: z.string(), ref: z.string(), reason: z.string() })),
    verdict: VerdictView.nullable(),
    leaves: z
      .array(LeafView)
      .optional()
      .describe('of an attempt that is asked for by its ordinal, while its guard waits for a person'),
    faults: z.array(
      z.object({
        at: Time,
        phase: z.string(),
        detail: z.string(),
        partial: z.string().optional().describe('the text that had arrived when a stream was cut (R32)'),
      }),
    ),
    startedAt: Time,
    endedAt: Time.nullable(),
  }),
);
export type AttemptView = z.output<typeof AttemptView>;

/** What a row refers to by digest and by token. */
export interface AttemptTexts {
  /** Content by digest. */
  readonly contents: ReadonlyMap<string, string>;
  /** Feedback by token. */
  readonly feedback: ReadonlyMap<string, string>;
}

export function attemptView(row: AttemptRow, { contents, feedback }: AttemptTexts): AttemptView {
  const { step, epoch, attempt, n, status, artifact, verdict, faults, startedAt, endedAt } = row;
  const context = artifact?.context;
  return {
    step,
    epoch,
    attempt,
    ...(n !== undefined && { n }),
    status,
    artifactId: artifact?.id ?? null,
    digest: artifact?.digest ?? null,
    source: artifact?.source ?? null,
    model: artifact?.model ?? null,
    ...answeredView(artifact),
    ...(artifact?.parameters !== undefined && { parameters: artifact.parameters }),
    usage: usageView(artifact?.usage ?? NO_USAGE),
    ...(artifact?.rawUsage !== undefined && { rawUsage: artifact.rawUsage }),
    finishReason: artifact?.finishReason ?? null,
    ...(artifact?.rawFinishReason !== undefined && { rawFinishReason: artifact.rawFinishReason }),
    ...(artifact?.answerDigest !== undefined && { answer: contents.get(artifact.answerDigest) ?? '' }),
    ...(artifact?.besideDigest !== undefined && { beside: parseStored(contents.get(artifact.besideDigest) ?? '{}') }),
    ...(artifact?.agent && { agent: agentView(artifact.agent) }),
    promptDigest: context?.promptDigest ?? null,
    specification: context?.specification ?? null,
    constraints: context?.constraints ?? null,
    renderedPrompt: (context?.prompt ?? []).map((message) => messageView(message, contents)),
    injected: [...(context?.injected ?? [])],
    dependencies: { ...context?.dependencies },
    ...(artifact?.absent && { absent: artifact.absent }),
    feedbackHistory: (context?.history ?? []).map(({ artifactId, token }) => ({
      artifactId,
      feedback: feedback.get(token) ?? '',
    })),
    dropped: [...(context?.dropped ?? [])],
    verdict: verdict ? verdictView(verdict) : null,
    faults: faults.map(({ at, phase, detail, partial }) => ({
      at: timeOf(at),
      phase,
      detail,
      ...(partial && { partial }),
    })),
    startedAt: timeOf(startedAt),
    endedAt: endedAt === undefined ? null : timeOf(endedAt),
  };
}

function answeredView({ route, answeredBy, price, warnings }: Partial<ArtifactRecord> = {}) {
  return {
    ...(route && { route: routeView(route) }),
    ...(answeredBy !== undefined && { answeredBy }),
    ...(price !== undefined && { price }),
    ...(warnings && { warnings: warnings.map(({ code, text }) => ({ code, text })) }),
  };
}

function messageView({ role, parts }: PromptMessage, contents: ReadonlyMap<string, string>) {
  const texts = parts.map((part) => ('text' in part ? part.text : (contents.get(part.digest) ?? '')));
  return { role, content: texts.join('') };
}

/** The digests and tokens that the views of these rows need. */
export function referencesOf(rows: readonly AttemptRow[]): {
  readonly digests: readonly string[];
  readonly tokens: readonly string[];
} {
  const contexts = rows.flatMap(({ artifact }) => artifact?.context ?? []);
  const parts = contexts.flatMap(({ prompt }) => prompt.flatMap((message) => message.parts));
  const answers = rows.flatMap(({ artifact }) => [artifact?.answerDigest ?? [], artifact?.besideDigest ?? []].flat());
  const digests = [...parts.flatMap((part) => ('digest' in part ? [part.digest] : [])), ...answers];
  const tokens = contexts.flatMap(({ history }) => history.map(({ token }) => token));
  return { digests: [...new Set(digests)], tokens: [...new Set(tokens)] };
}
