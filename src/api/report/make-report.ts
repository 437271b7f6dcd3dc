import type { RunRow } from '../../ports/store/runs.ts';
import type { Store } from '../../ports/store/store.ts';
import { topologyViewOf } from '../../stories/topology-view.ts';
import { stringifyJson } from '../../text/exact-json.ts';
import { budgetView } from '../control/budget-view.ts';
import { correctionsView } from '../control/corrections-view.ts';
import type { ApiContext } from '../dependencies.ts';
import { reasonsPage } from '../inspection/told.ts';
import { fitted } from '../rows/fitted.ts';
import { mustFindRun } from '../runs/lookups.ts';
import { runIn } from '../runs/told-run.ts';
import { stepsOf } from '../steps/steps.ts';
import { usageView } from '../usage-view.ts';
import { collectEnds, type Ends, keptOf } from './facts/ends.ts';
import { tellGraph } from './facts/graph.ts';
import type { Injected, LogFacts } from './facts/log.ts';
import { questionsOf } from './facts/questions.ts';
import { readAttempts } from './facts/read-attempts.ts';
import { readLog } from './facts/read-log.ts';
import { createRoom, LONGEST_TEXT, type Room } from './facts/room.ts';
import { tellRun } from './facts/run.ts';
import { readOnce } from './read-once.ts';
import type { CorrectionFacts, DocumentFacts, InjectedFacts, Report, ServedFacts, StepsFacts } from './report.ts';

/** Bytes of the texts of a report, by section, as they stand in its HTML. */
const ROOM = {
  run: 64 * 1024,
  documents: 384 * 1024,
  people: 256 * 1024,
  questions: 640 * 1024,
  attempts: 3_000 * 1024,
};
/** Entries of lists. */
const MOST = { steps: 1_000, corrections: 200, artifacts: 1_000, choices: 500 };
/** How often a report is begun anew because the run moved on meanwhile. */
const TRIES = 3;

/** All that is told of a run, as of one event of its log where it stands still for long enough. Throws 404 where there is no such run. */
export async function reportOf(context: ApiContext, runId: string): Promise<Report> {
  let row = await mustFindRun(context.store, runId);
  for (let tried = 1; ; tried += 1) {
    const report = await told(context, row);
    const now = await mustFindRun(context.store, runId);
    if (now.state.seq === row.state.seq) return report;
    if (tried === TRIES) return { ...report, run: { ...report.run, begunAt: row.state.seq, seq: now.state.seq } };
    row = now;
  }
}

async function told(context: ApiContext, row: RunRow): Promise<Report> {
  const { record, state, discarded } = row;
  const store = readOnce(context.store, row);
  const room = (bytes: number): Room => createRoom(bytes, context.digestOf);
  const { standing, modes } = await reasonsPage(store.tellings, record.id, { limit: 1 });
  const log = await readLog(store, row);
  return {
    run: tellRun(row, null, room(ROOM.run)),
    standing: { ...standing, modes },
    budget: budgetView(row, state.at),
    usage: { ...usageView(state.usage), discarded: usageView(discarded) },
    graph: await tellGraph(row, context.layOut),
    steps: await tellSteps({ ...context, store }, row),
    choices: topologyViewOf(record.plan.topology).choices(runIn(row)).slice(0, MOST.choices),
    timeline: log.timeline,
    attempts: await readAttempts(store, record.id, room(ROOM.attempts), context.digestOf),
    questions: await questionsOf(store, row, log, room(ROOM.questions)),
    corrections: tellCorrections(row, log, room(ROOM.people)),
    waysBack: log.waysBack,
    injected: await tellInjected(store, log.injected, room(ROOM.people)),
    artifacts: tellServed(row),
    documents: await tellDocuments({ ...context, store }, row, room(ROOM.documents)),
  };
}

async function tellSteps(context: ApiContext, row: RunRow): Promise<StepsFacts> {
  const { steps, goal } = row.record.plan;
  const goals = new Set(goal);
  const plans = new Map(steps.map((step) => [step.id, step]));
  const views = await stepsOf(context, row);
  const shown = views.slice(0, MOST.steps).map(({ title, ...view }) => ({
    ...view,
    ...(title !== undefined && { title: fitted(title, 200) }),
    optionalRequires: plans.get(view.id)?.optionalRequires ?? [],
    goal: goals.has(view.id),
  }));
  return { shown, leftOut: views.length - shown.length };
}

function tellCorrections({ state }: RunRow, { redirected, resetBy }: LogFacts, room: Room): Ends<CorrectionFacts> {
  const ends = collectEnds<CorrectionFacts>(MOST.corrections, () => 1);
  for (const correction of correctionsView(state)) {
    const { added = [], removed = [], granted = 0, revision = null } = redirected.get(correction.id) ?? {};
    const reset = resetBy.get(correction.id) ?? [];
    ends.add({
      ...correction,
      description: room.take(correction.description),
      added,
      removed,
      granted,
      revision,
      reset,
    });
  }
  return ends.result();
}

async function tellInjected(store: Store, injected: Ends<Injected>, room: Room): Promise<Ends<InjectedFacts>> {
  const digests = keptOf(injected).flatMap(({ digest }) => digest ?? []);
  const heads = await store.contents.heads([...new Set(digests)], LONGEST_TEXT);
  const tell = ({ text, digest, ...facts }: Injected): InjectedFacts => {
    const head = digest === undefined ? undefined : heads.get(digest);
    const said = text ?? head?.text;
    const whole = head && digest !== undefined ? { bytes: head.bytes, digest } : {};
    return { ...facts, text: said === undefined ? null : room.take(said, LONGEST_TEXT, whole) };
  };
  return { head: injected.head.map(tell), leftOut: injected.leftOut, tail: injected.tail.map(tell) };
}

function tellServed({ record, state }: RunRow): Ends<ServedFacts> {
  const ends = collectEnds<ServedFacts>(MOST.artifacts, () => 1);
  for (const { id: step } of record.plan.steps) {
    const artifact = state.steps[step]?.artifact;
    if (artifact) ends.add({ step, ...artifact, seeded: record.seeds[step] === artifact.id });
  }
  return ends.result();
}

async function tellDocuments(context: ApiContext, { record }: RunRow, room: Room): Promise<readonly DocumentFacts[]> {
  const { store, digestOf, digestOfJson, writeYaml } = context;
  const { input, specification, plan, definition, revision } = record;
  const document = (name: string, text: string, digest: string): DocumentFacts => ({
    name,
    digest,
    text: room.take(text),
  });
  const inForce = await store.revisions.document(record);
  const published =
    revision === undefined ? inForce : (await store.definitions.find(definition.name, definition.version))?.document;
  return [
    document('Input', stringifyJson(input, 2) ?? '', digestOfJson(input ?? null)),
    ...(specification === undefined ? [] : [document('Specification', specification, digestOf(specification))]),
    document(
      revision === undefined ? 'Definition' : 'Definition as published',
      writeYaml(published),
      definition.digest,
    ),
    ...(revision === undefined ? [] : [document('Definition as corrected', writeYaml(inForce), revision)]),
    document('Plan', stringifyJson(plan, 2) ?? '', digestOfJson(plan)),
  ];
}
