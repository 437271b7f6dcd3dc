import type { EvaluateGuardInput } from '../../ports/calls.ts';
import type { GuardDesk } from '../../ports/guard-desk.ts';
import type { Store } from '../../ports/store/store.ts';
import { topologyWorkOf } from '../../ports/topology-work.ts';

/** Answers of activities outside are kept with the effects of agents; no turn of an agent has this number. */
const OF_GUARDS = 0;

/** The desk of whoever has the database. */
export function createGuardDesk(
  store: Pick<Store, 'agents' | 'calls' | 'contents' | 'events' | 'faults' | 'runs' | 'verdicts'>,
): GuardDesk {
  const load = (call: EvaluateGuardInput) => store.calls.load({ ...call, phase: 'guard' });
  return {
    async open(call) {
      const { runId, events } = call;
      // Side by side: what is read was stored before this call was scheduled.
      const [found, said] = await Promise.all([
        load(call),
        textsOf(
          store,
          call.answers.flatMap(({ feedbackDigest }) => feedbackDigest ?? []),
        ),
        events.length > 0 && store.events.append(runId, events),
      ]);
      // A person's artifact is named by an event that came with this very call: then what was read beside it is too early.
      const material = found.answer ? found : await load(call);
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
  };
}

/** As the log stands now, with what came with this very call. */
async function rivalsFor(store: Pick<Store, 'contents' | 'runs'>, { runId, step }: EvaluateGuardInput) {
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
  { contents }: Pick<Store, 'contents'>,
  digests: readonly string[],
): Promise<Readonly<Record<string, string>>> {
  return digests.length === 0 ? {} : Object.fromEntries(await contents.get(digests));
}
