import { NO_USAGE } from '../../../model/usage.ts';
import type { ArtifactRecord } from '../../../ports/store/artifacts.ts';
import type { AttemptRow } from '../../../ports/store/attempts.ts';
import type { ContentHead } from '../../../ports/store/contents.ts';
import { endWord } from '../../../text/end-word.ts';
import { passedOverWords } from '../../../text/model-words.ts';
import { fitted } from '../../rows/fitted.ts';
import { timeOf } from '../../times.ts';
import { usageView } from '../../usage-view.ts';
import type { AttemptFacts, DiffFacts, FaultFacts, MadeFacts } from './attempt.ts';
import { diffBetween } from './diff.ts';
import { tellPrompt } from './prompt.ts';
import { entries, type Rendering } from './rendering.ts';
import type { Room } from './room.ts';
import { tellVerdict } from './verdict.ts';

/** What the attempts of a step before are remembered for. */
interface Before {
  /** What the step made last, and in which attempt. */
  readonly made?: { readonly place: number; readonly digest: string };
  /** Digest of a section of its last prompt → place of the attempt that shows it. */
  readonly sections: ReadonlyMap<string, number>;
}

export interface AttemptTeller {
  /** Digests of the texts that are needed to tell these rows, which come next. */
  needs(rows: readonly AttemptRow[]): readonly string[];
  /** Tells the next attempt within a room. */
  tell(row: AttemptRow, contents: ReadonlyMap<string, ContentHead>, room: Room): AttemptFacts;
  /** The next attempt is not shown. */
  skip(row: AttemptRow): void;
}

/** How the room of an attempt is shared: of all of it, of what is then left, and so on; the rest is the prompt's. */
const SHARE = { verdict: 0.35, text: 0.4, diff: 0.5 };

/** Tells the attempts of a run in their order. `digestOf`: `sha256:<hex>` of a text. */
export function createAttemptTeller(digestOf: (text: string) => string): AttemptTeller {
  const steps = new Map<string, Before>();
  let place = 0;
  return {
    needs(rows) {
      const own = rows.flatMap(({ artifact }) => (artifact ? [artifact.digest, ...partsOf(artifact)] : []));
      const earlier = rows.flatMap(({ step }) => steps.get(step)?.made?.digest ?? []);
      return [...new Set([...own, ...earlier])];
    },
    tell(row, contents, room) {
      place += 1;
      const before = steps.get(row.step) ?? { sections: new Map() };
      const rendering: Rendering = { place, room, contents, digestOf, lost: { count: 0 } };
      const { facts, sections } = tellAttempt(row, before, rendering);
      const made = row.artifact && { place, digest: row.artifact.digest };
      steps.set(row.step, { ...before, ...(made && { made }), sections });
      return facts;
    },
    skip({ step }) {
      place += 1;
      steps.delete(step);
    },
  };
}

function partsOf({ context }: ArtifactRecord): readonly string[] {
  const parts = (context?.prompt ?? []).flatMap((message) => message.parts);
  return parts.flatMap((part) => ('digest' in part ? [part.digest] : []));
}

function tellAttempt(row: AttemptRow, before: Before, rendering: Rendering) {
  const { artifact } = row;
  const { room } = rendering;
  const { context } = artifact ?? {};
  const verdict = row.verdict ? tellVerdict(row.verdict, rendering, room.within(room.left * SHARE.verdict)) : null;
  const made = artifact ? tellMade(artifact, rendering) : null;
  const diff = artifact && before.made ? tellDiff(artifact, before.made, rendering) : null;
  const faults = entries(row.faults, rendering, (fault) => tellFault(fault, room));
  const injected = entries(context?.injected ?? [], rendering, (one) => room.take(JSON.stringify(one)));
  const prompt = context && context.prompt.length > 0 ? tellPrompt(context, before.sections, rendering) : null;
  const facts: AttemptFacts = {
    ...plainFacts(row, rendering),
    artifact: made,
    diff,
    verdict,
    prompt: prompt?.facts ?? null,
    injected,
    absent: Object.fromEntries(entries(Object.entries(artifact?.absent ?? {}), rendering, (one) => one)),
    dependencies: Object.fromEntries(entries(Object.entries(context?.dependencies ?? {}), rendering, (one) => one)),
    dropped: entries(context?.dropped ?? [], rendering, ({ kind, ref, reason }) =>
      fitted(`${kind} ${ref}: ${reason}`, 200),
    ),
    faults,
    leftOut: rendering.lost.count,
  };
  return { facts, sections: prompt?.sections ?? before.sections };
}

function plainFacts(row: AttemptRow, { place, room }: Rendering) {
  const { step, epoch, attempt, n, status, artifact, verdict, startedAt, endedAt } = row;
  const {
    source,
    model,
    route,
    answeredBy,
    price,
    warnings = [],
    finishReason = null,
    rawFinishReason,
    parameters,
    usage,
    agent,
  } = artifact ?? {};
  const ended = endWord({ finishReason, rawFinishReason });
  return {
    place,
    step,
    epoch,
    attempt,
    n: n ?? null,
    status,
    source: source ?? null,
    model: model === undefined ? null : fitted(model, 200),
    route: route ? { entry: fitted(route.entry, 200), passedOver: fitted(passedOverWords(route), 1_000) } : null,
    answeredBy: answeredBy === undefined ? null : fitted(answeredBy, 250),
    price: price === undefined ? null : fitted(price, 250),
    warnings: warnings.slice(0, 20).map(({ text }) => fitted(text, 1_000)),
    finishReason: ended === null ? null : fitted(ended, 100),
    parameters: parameters === undefined ? null : room.take(JSON.stringify(parameters), 2_000),
    usage: usageView(usage ?? NO_USAGE),
    judging: verdict?.usage ? usageView(verdict.usage) : null,
    startedAt: timeOf(startedAt),
    endedAt: endedAt === undefined ? null : timeOf(endedAt),
    durationMs: endedAt === undefined ? null : endedAt - startedAt,
    agent: agent ? { name: fitted(agent.name, 200), iterations: agent.iterations, tools: toolsOf(agent.tools) } : null,
  };
}

function toolsOf(calls: readonly { readonly name: string; readonly ok: boolean }[]) {
  const byName = Map.groupBy(calls, ({ name }) => fitted(name, 100));
  return [...byName].slice(0, 50).map(([name, all]) => {
    return { name, calls: all.length, failed: all.filter(({ ok }) => !ok).length };
  });
}

function tellMade({ id, digest, mediaType, bytes }: ArtifactRecord, { room, contents }: Rendering): MadeFacts {
  const text = room.take(contents.get(digest)?.text ?? '', share(room, SHARE.text), { bytes, digest });
  return { id, digest, mediaType: fitted(mediaType, 100), text };
}

/** At most this much of a room. */
function share(room: Room, of: number): number {
  return Math.min(64 * 1024, Math.floor(room.left * of));
}

function tellDiff(
  { digest }: ArtifactRecord,
  before: NonNullable<Before['made']>,
  { room, contents }: Rendering,
): DiffFacts {
  if (before.digest === digest) return { from: before.place, equal: true, parts: [], leftOut: 0 };
  const [old, young] = [contents.get(before.digest)?.text ?? '', contents.get(digest)?.text ?? ''];
  const facts = diffBetween(before.place, old, young, room.within(share(room, SHARE.diff)));
  // Where only the starts are at hand, those may be alike.
  return { ...facts, equal: false };
}

function tellFault({ at, phase, detail, partial }: AttemptRow['faults'][number], room: Room): FaultFacts {
  return {
    at: timeOf(at),
    phase: fitted(phase, 40),
    detail: room.take(detail),
    partial: partial === undefined ? null : room.take(partial),
  };
}
