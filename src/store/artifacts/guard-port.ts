import { topologyWorkOf } from '../../definitions/topology-work.ts';
import type { EvaluateGuardInput } from '../../ports/calls.ts';
import type { GuardPort } from '../../ports/guard-port.ts';
import type { Look } from '../../ports/store/calls.ts';
import type { CallStore } from '../../ports/store/store.ts';

/** Answers of activities outside are kept with the effects of agents; no turn of an agent has this number. */
const OF_GUARDS = 0;

/**
 * The port of whoever has the database. `isPure`: whether the guard of the call at hand is, and nothing that may have changed since its
 * artifact was made matters to it; then it goes by what this process knows, if it does.
 */
export function createGuardPort(
  store: Pick<CallStore, 'agents' | 'calls' | 'contents' | 'events' | 'faults' | 'runs' | 'verdicts' | 'waits'>,
  isPure: () => boolean = () => false,
): GuardPort {
  return {
    async open(call) {
      const { runId, events } = call;
      const request = { ...call, phase: 'guard' } as const;
      const append = events.length === 0 ? undefined : (look?: Look) => store.events.append(runId, events, look);
      const known = append === undefined && isPure() ? store.calls.known(request) : undefined;
      // Side by side: what is read was stored before this call was scheduled.
      const [found, said] = await Promise.all([
        known ?? store.calls.open(request, append),
        textsOf(
          store,
          call.answers.flatMap(({ feedbackDigest }) => feedbackDigest ?? []),
        ),
      ]);
      // A person's artifact is named by an event that came with this very call: then what was read beside it is too early.
      const material = found.answer ? found : await store.calls.load(request);
      const { plan } = material.run;
      const work = topologyWorkOf(plan.topology);
      const shown = work.textsFor(call, material.document);
      const rivals = work.hasRivals(plan, call.step) ? await rivalsFor(store, call) : [];
      return {
        ...material,
        texts: { ...said, ...(await textsOf(store, shown)) },
        ...(rivals.length > 0 && { rivals }),
      };
    },
    keep: ({ runId, token, artifactId }, verdict) => store.verdicts.save(runId, token, artifactId, verdict),
    async outside({ runId, token, outside }) {
      if (outside)
        await store.agents.saveEffect({ runId, token, iteration: OF_GUARDS, call: outside.leaf }, outside.answer);
      return Object.fromEntries(await store.agents.effects(runId, token, OF_GUARDS));
    },
    note: (_call, fault) => store.faults.record(fault),
    wait: ({ runId, token }, wait) => store.waits.begin({ ...wait, runId, counted: token, phase: 'judge' }),
  };
}

/** As the log stands now, with what came with this very call. */
async function rivalsFor(store: Pick<CallStore, 'contents' | 'runs'>, { runId, step }: EvaluateGuardInput) {
  const row = await store.runs.find(runId);
  if (!row) return [];
  const { plan } = row.record;
  const rivals = topologyWorkOf(plan.topology).rivals({ plan, state: row.state }, step);
  const texts = await textsOf(
    store,
    rivals.map(({ digest }) => digest),
  );
  return rivals.map((rival) => ({ step: rival.step, text: texts[rival.digest] ?? '' }));
}

async function textsOf(
  { contents }: Pick<CallStore, 'contents'>,
  digests: readonly string[],
): Promise<Readonly<Record<string, string>>> {
  return digests.length === 0 ? {} : Object.fromEntries(await contents.get(digests));
}
