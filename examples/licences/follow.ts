import type { EscalationView, RunEvent, RunView, Service } from '../service.ts';
import type { NoticeEntry } from './notice.ts';
import { Facts } from './notice.ts';
import type { LicensedPackage } from './packages.ts';

/** What the demonstration tells while a run goes on. */
export type Progress =
  | { readonly kind: 'started'; readonly runId: string }
  | {
      readonly kind: 'rejected';
      readonly step: string;
      readonly attempt: number;
      readonly guard: string;
      readonly feedback: string;
    }
  | { readonly kind: 'accepted'; readonly step: string; readonly attempt: number }
  | {
      readonly kind: 'asked';
      readonly escalation: EscalationView;
      readonly claim: string;
      readonly decision: string | undefined;
    }
  | { readonly kind: 'ended'; readonly row: Row };

/** One line of the closing table. */
export interface Row {
  readonly package: string;
  readonly version: string;
  readonly run: RunView;
  /** The run ended as it should: completed, or aborted over a question that only a person can answer. */
  readonly ok: boolean;
  /** Rejections by guard. */
  readonly rejections: Readonly<Record<string, number>>;
  readonly entry: NoticeEntry;
}

/** Questions about the content of an artifact. Any other kind means that something is broken or used up. */
const QUESTIONS_OF_CONTENT = ['attempts_exhausted', 'backtracks_exhausted', 'stagnated', 'fatal'];

const REASON = 'Nobody is here to settle it: the notice lists the package as open.';

export interface FollowOptions {
  readonly service: Service;
  readonly workflow: { readonly name: string; readonly version: number };
  readonly item: LicensedPackage;
  /** Questions are left open until somebody answers them in the console. */
  readonly wait?: boolean;
  readonly tell: (progress: Progress) => void;
}

/** Starts the run of one package, tells what happens in it, answers its questions by an abort or waits for a person to, and gives its row. */
export async function followPackage(options: FollowOptions): Promise<Row> {
  const { service, workflow, item, tell } = options;
  const { id } = await service.start({ workflow, input: item, tags: ['demo'] });
  tell({ kind: 'started', runId: id });
  const story: Story = { ordinals: new Map(), rejections: {}, questions: [] };
  for await (const event of service.events(id)) await note(options, id, story, event);
  const row = await rowOf(options, id, story);
  tell({ kind: 'ended', row });
  return row;
}

/** What the events of a run have told so far. */
interface Story {
  /** The ordinal of each step's newest attempt. */
  readonly ordinals: Map<string, number>;
  readonly rejections: Record<string, number>;
  readonly questions: EscalationView[];
}

async function note(options: FollowOptions, runId: string, story: Story, { type, data }: RunEvent): Promise<void> {
  const step = textOf(data['step']);
  if (type === 'attempt.started') story.ordinals.set(step, Number(data['n'] ?? data['attempt'] ?? 1));
  if (type === 'guard.verdict') await noteVerdict(options, runId, story, data);
  if (type === 'escalation.opened') await answerQuestion(options, story, textOf(data['escalationId']));
}

async function noteVerdict(
  { service, tell }: FollowOptions,
  runId: string,
  story: Story,
  data: RunEvent['data'],
): Promise<void> {
  const step = textOf(data['step']);
  const attempt = story.ordinals.get(step) ?? 1;
  if (data['verdict'] === 'pass') return tell({ kind: 'accepted', step, attempt });
  const guard = textOf(data['guard']);
  story.rejections[guard] = (story.rejections[guard] ?? 0) + 1;
  const told = data['feedback'];
  const feedback = typeof told === 'string' ? told : await service.feedback(runId, step, attempt);
  tell({ kind: 'rejected', step, attempt, guard, feedback });
}

async function answerQuestion(
  { service, wait, tell }: FollowOptions,
  story: Story,
  escalationId: string,
): Promise<void> {
  const escalation = await service.escalation(escalationId);
  story.questions.push(escalation);
  const claim = escalation.artifactId ? await service.artifact(escalation.artifactId) : '';
  tell({ kind: 'asked', escalation, claim, decision: wait ? undefined : REASON });
  if (!wait) await service.abort(escalation, REASON);
}

async function rowOf({ service, item }: FollowOptions, runId: string, story: Story): Promise<Row> {
  const run = await service.run(runId);
  const { package: name, version } = item;
  const asked = story.questions.map(({ kind }) => kind);
  const settled = run.status === 'completed';
  const aborted = run.failure?.code === 'aborted' && asked.every((kind) => QUESTIONS_OF_CONTENT.includes(kind));
  const entry = settled ? await settledEntry(service, item, runId) : openEntry(item, run, story);
  return { package: name, version, run, ok: settled || aborted, rejections: story.rejections, entry };
}

async function settledEntry(service: Service, item: LicensedPackage, runId: string): Promise<NoticeEntry> {
  const { extract, summarise } = await service.contents(runId);
  const facts = Facts.parse(typeof extract === 'string' ? JSON.parse(extract) : extract);
  return { kind: 'settled', ...named(item), facts, summary: textOf(summarise), text: item.text };
}

function openEntry(item: LicensedPackage, run: RunView, { questions }: Story): NoticeEntry {
  const reason = questions.at(-1)?.question ?? run.failure?.detail ?? `The run ended ${run.status}.`;
  return { kind: 'open', ...named(item), manifestLicense: item.manifestLicense, reason };
}

function named({ package: name, version }: LicensedPackage): { package: string; version: string } {
  return { package: name, version };
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}
