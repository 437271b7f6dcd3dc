import type { Frame } from '../../client/sse.ts';
import { exitOfResult, exitOfRun, hasEnded, INTERRUPTED } from './exit.ts';
import { following } from './following.ts';
import { createOwnWords } from './own-words.ts';
import type { Session, Work } from './perform.ts';
import { tellMissing } from './result.ts';
import type { Overview, QuestionRow, RunEvent } from './service/types.ts';
import { eventLine } from './shown/event-line.ts';
import { statusSpan } from './shown/format.ts';
import { type GrowingTexts, growingLines, grown, keyOf } from './shown/growing-texts.ts';
import { overviewLines } from './shown/overview-lines.ts';
import { tellBeside } from './told-beside.ts';

export interface WatchOptions {
  /** Goes on while the run waits for a person or for budget. */
  readonly stay?: boolean;
  /** Off a terminal: tells what attempts write, too. */
  readonly text?: boolean;
}

/**
 * `dsap run watch ID`: follows a run until it has ended, or waits for what only people can do. On a terminal the picture of it is drawn
 * anew; elsewhere a line tells each event, or the event itself as JSON. A lost connection is told and taken up again. Ctrl-C leaves the run alone.
 */
export function watchRun(id: string, options: WatchOptions): Work {
  return async (session) => {
    const { terminal, json } = session;
    // Its end is no end of the watching: it is read anew how the run stands then.
    await (terminal.redraws && !json ? drawn(session, id, options) : toldWithMore(session, id, options));
    if (terminal.interrupted.aborted) {
      terminal.tell(`The run goes on. Follow it again: dsap run watch ${id}`);
      return INTERRUPTED;
    }
    return conclude(session, id);
  };
}

async function conclude(session: Session, id: string): Promise<number> {
  const { client, terminal, json } = session;
  const { document } = await client.runs.overview(id);
  const { status } = document.run;
  if (!json) {
    tellMissing(session, document.why.missing);
    terminal.tell(statusSpan(status), '  ', document.why.summary);
    if (status === 'stopped') terminal.tell(`Go on: dsap run resume ${id}`);
    else for (const question of document.questions) terminal.tell(`Answer: dsap run decide ${question.id}`);
    if (status === 'completed') terminal.tell(`Its result: dsap run result ${id}`);
  }
  return exitOfResult(status, document.why.missing) ?? 0;
}

async function toldWithMore(session: Session, id: string, options: WatchOptions): Promise<void> {
  const { text = false } = options;
  // As JSON nothing but documents is told: of what keeps a run there is none.
  const end = text || !session.json ? tellBeside(session, id, { text }) : undefined;
  try {
    await told(session, id, options);
  } finally {
    await end?.();
  }
}

async function told(session: Session, id: string, { stay = false }: WatchOptions): Promise<void> {
  const { client, terminal, json } = session;
  const { revision } = (await client.runs.get(id)).document;
  const asked = new Set<unknown>();
  const words = createOwnWords(client, id);
  const numbers = new Map<string, number>();
  for await (const frame of client.runs.events(id, { ...following(terminal), after: '0' })) {
    const event = eventOf(frame);
    if (json) terminal.json(frame.data);
    else terminal.line(...eventLine(event, { n: numberIn(numbers, event), own: await words.of(event) }));
    const { escalationId } = event.data;
    if (event.type === 'escalation.opened') asked.add(escalationId);
    else if (CLOSED.has(event.type)) asked.delete(escalationId);
    // A run that waits tells nothing more by itself. What it told long ago does not say how it stands.
    const mayWait = asked.size > 0 || event.type === 'budget.exceeded' || event.seq === revision;
    if (!stay && mayWait && event.seq >= revision && (await isWaiting(session, id))) return;
  }
}

/** The number of the attempt over all epochs that an event is about, which only the first of its events names. */
function numberIn(numbers: Map<string, number>, { data }: RunEvent): number | undefined {
  const { step, epoch, attempt, n } = data;
  if (typeof step !== 'string' || typeof epoch !== 'number' || typeof attempt !== 'number') return undefined;
  const key = keyOf({ step, epoch, attempt });
  if (typeof n === 'number') numbers.set(key, n);
  return numbers.get(key);
}

/** After these a question is asked no more. */
const CLOSED = new Set(['escalation.decided', 'escalation.expired', 'escalation.withdrawn']);

async function isWaiting({ client }: Session, id: string): Promise<boolean> {
  const { status } = (await client.runs.get(id)).document;
  return exitOfRun(status) !== undefined && !hasEnded(status);
}

function eventOf({ data }: Frame): RunEvent {
  return JSON.parse(data);
}

async function drawn(session: Session, id: string, { stay = false }: WatchOptions): Promise<void> {
  const { client, terminal } = session;
  let overview = (await client.runs.overview(id)).document;
  let texts: GrowingTexts = new Map();
  const draw = () =>
    terminal.draw([...overviewLines(overview, terminal.now()), ...growingLines(overview.attempts, texts)]);
  const waits = () => !stay && exitOfRun(overview.run.status) !== undefined;
  draw();
  if (waits()) return;
  const after = String(overview.run.revision);
  const isEnded = ({ event, data }: Frame) => event === 'run' && hasEnded(runOf(data).status);
  let soon: NodeJS.Timeout | undefined;
  try {
    for await (const frame of client.runs.changes(id, isEnded, { ...following(terminal), after, text: true })) {
      clearTimeout(soon);
      if (frame.event === 'chunk') {
        texts = grown(texts, JSON.parse(frame.data));
        draw();
        continue;
      }
      overview = changed(overview, frame);
      // What keeps a run comes alone, as when its provider is away; whatever happens in it ends with the run.
      if (frame.event === 'why') soon = setTimeout(draw);
      if (frame.event !== 'run') continue;
      draw();
      if (waits()) return;
    }
  } finally {
    clearTimeout(soon);
  }
}

type RunNews = Overview['run'] & Pick<Overview, 'leftOut'>;

function runOf(data: string): RunNews {
  return JSON.parse(data);
}

/** The overview with a row that has changed; a question that is open no more is gone. */
export function changed(overview: Overview, { event, data }: Frame): Overview {
  switch (event) {
    case 'run': {
      const { leftOut, ...run } = runOf(data);
      return { ...overview, run, leftOut };
    }
    case 'why':
      return { ...overview, why: JSON.parse(data) };
    case 'step': {
      const row: Overview['steps'][number] = JSON.parse(data);
      return { ...overview, steps: replaced(overview.steps, row, ({ id }) => id) };
    }
    case 'attempt': {
      const row: Overview['attempts'][number] = JSON.parse(data);
      const key = ({ step, epoch, attempt, startedAt }: typeof row) => `${step} ${epoch} ${attempt} ${startedAt}`;
      return { ...overview, attempts: replaced(overview.attempts, row, key) };
    }
    case 'question': {
      const row: QuestionRow = JSON.parse(data);
      const others = replaced(overview.questions, row, ({ id }) => id);
      return { ...overview, questions: others.filter(({ status }) => status === 'open') };
    }
    default:
      return overview;
  }
}

function replaced<Row>(rows: readonly Row[], row: Row, idOf: (row: Row) => string): Row[] {
  const key = idOf(row);
  return rows.some((one) => idOf(one) === key) ? rows.map((one) => (idOf(one) === key ? row : one)) : [...rows, row];
}
