import type { CallMaterial, CallRequest, Calls, HistoryEntry, Look, Looked } from '../../ports/store/calls.ts';
import { UnknownRun } from '../../ports/store/errors.ts';
import { callKey, type Immutables } from '../immutables.ts';
import type { Database } from '../pool.ts';
import { totalOf } from './faults.ts';
import { complete, type Hand, handOf, isWhole, loadValues, takeUp } from './hand.ts';
import type { Heads } from './heads.ts';
import { LOAD, type LoadRow } from './load.ts';

export function createCalls(database: Database, known: Immutables, heads: Heads): Calls {
  async function load(call: CallRequest, withHead = false, hand = handOf(known, call)): Promise<CallMaterial> {
    const rows = await database.query<LoadRow>(LOAD, loadValues(call, hand, withHead));
    takeUp(known, call, hand, rows);
    let looked: Looked | undefined;
    for (const row of rows) {
      if (row.kind === 'look') looked = row.document;
      if (row.kind === 'head') heads.found(call.runId, row.document);
    }
    return dealt(call, hand, present(looked, 'what may change of a call'));
  }

  /** What was seen of a call is what its pure guard goes by, too. */
  function dealt(call: CallRequest, hand: Hand, looked: Looked): CallMaterial {
    const { verdicts } = looked;
    known.seen.set(callKey(call.runId, call.token), verdicts ?? {}, JSON.stringify(verdicts).length);
    return materialOf(call, hand, looked);
  }

  /** Stores what rides on a call, and answers what counts for the call from then on; nothing if all of it was stored before. */
  async function store(call: CallRequest, append: (look: Look) => Promise<unknown>): Promise<Looked | undefined> {
    const heard: Looked[] = [];
    await append({
      call,
      hear: (budget, looked) => looked && heard.push({ ...looked, budget: budget ?? null }),
    });
    return heard[0];
  }

  /**
   * Where the log ends is read first where it is not known, so that two statements are enough for both. What rides on a call is stored
   * also where it cannot be read.
   */
  async function openCold(
    call: CallRequest,
    hand: Hand,
    append: (look: Look) => Promise<unknown>,
  ): Promise<CallMaterial> {
    const isBeside = heads.has(call.runId);
    const loading = load(call, !isBeside, hand);
    if (!isBeside) await loading.catch(() => undefined);
    const [material, looked] = await Promise.all([loading, store(call, append)]);
    return looked ? withLook(call, hand, looked) : material;
  }

  async function withLook(call: CallRequest, hand: Hand, looked: Looked): Promise<CallMaterial> {
    return complete(known, call, hand, looked) ? dealt(call, hand, looked) : load(call);
  }

  return {
    load: (call) => load(call),
    async open(call, append) {
      const hand = handOf(known, call);
      if (!append) return load(call);
      if (!isWhole(call, hand)) return openCold(call, hand, append);
      const looked = await store(call, append);
      return looked ? withLook(call, hand, looked) : load(call);
    },
    known(call) {
      const hand = handOf(known, call);
      const verdicts = known.seen.get(callKey(call.runId, call.token));
      const answer = hand.answers.get(call.token)?.artifact.id;
      if (!verdicts || answer === undefined || !isWhole(call, hand)) return undefined;
      if (Object.values(call.dependencies).some((id) => verdicts[id] === undefined)) return undefined;
      const looked = { answer, judged: hand.verdicts.has(call.token), faults: 0, paid: null, budget: null, verdicts };
      return complete(known, call, hand, looked) ? materialOf(call, hand, looked) : undefined;
    },
  };
}

function materialOf(call: CallRequest, hand: Hand, looked: Looked): CallMaterial {
  const { runId, token, dependencies, history } = call;
  const { answers, verdicts } = hand;
  if (!hand.frame) throw new UnknownRun(runId);
  const answer = answers.get(token);
  const own = verdicts.get(token);
  const paid = totalOf(looked.paid ?? []);
  return {
    ...hand.frame,
    dependencies: Object.fromEntries(
      Object.entries(dependencies).map(([step, id]) => {
        const made = present(hand.dependencies.get(id), `the artifact ${id} of step ${step}`);
        const verdict = verdicts.get(looked.verdicts?.[id] ?? '');
        return [step, { ...made, ...(verdict && { verdict }) }];
      }),
    ),
    history: history.map((past) => pastOf(call, hand, past)),
    ...(answer && { answer: { ...answer, ...(own && { verdict: own }) } }),
    faults: looked.faults,
    ...(paid && { paid }),
    ...(looked.budget && { budget: looked.budget }),
  };
}

function pastOf({ runId }: CallRequest, { answers, verdicts }: Hand, token: string): HistoryEntry {
  const { artifact, text } = present(answers.get(token), `an answer to ${token} of run ${runId}`);
  return {
    token,
    artifact,
    text,
    verdict: present(verdicts.get(token), `a verdict on ${token} of artifact ${artifact.id}`),
  };
}

function present<Value>(value: Value | null | undefined, what: string): Value {
  if (value === null || value === undefined) throw new Error(`The store does not have ${what}.`);
  return value;
}
