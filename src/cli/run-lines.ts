import { type OwnWords, ownWords } from '../api/escalations/own-words.ts';
import type { Event } from '../model/event.ts';
import { doneBy } from '../model/events/escalation-words.ts';
import { isMissingPart } from '../ports/missing-part.ts';
import type { Store } from '../ports/store/store.ts';
import { exampleAnswer } from '../stories/question-words.ts';

export interface RunLinesOptions {
  /** One line at level info. */
  readonly tell: (line: string) => void;
  /** Where people answer: the API, without a slash at the end. */
  readonly apiUrl: string;
  /** A request needs a key. */
  readonly keyed: boolean;
}

/** Of a provider that goes on failing the first fault and every so many are told. */
const FAULTS_APART = 10;

/**
 * Returns the store with a line for each run that begins or ends, each question to a person and faults of providers, once they are stored. A batch
 * that is stored again tells nothing twice. The API stores that a run has begun, workers store what follows: both have a store with lines.
 */
export function withRunLines(store: Store, options: RunLinesOptions): Store {
  const told = new Map<string, number>();
  return {
    ...store,
    runs: {
      ...store.runs,
      async create(record, created, audit) {
        const made = await store.runs.create(record, created, audit);
        if (made.row)
          for (const line of linesOf(record.id, created, options, ENGINE_WORDS)) options.tell(printable(line));
        return made;
      },
    },
    events: {
      ...store.events,
      async append(runId, events, look) {
        await store.events.append(runId, events, look);
        const fresh = events.filter(({ seq }) => seq > (told.get(runId) ?? 0));
        const [last] = fresh.slice(-1);
        if (last?.type === 'run.closed') told.delete(runId);
        else if (last) told.set(runId, last.seq);
        const words = await wordsOn(store, runId, fresh);
        for (const event of fresh)
          for (const line of linesOf(runId, event, options, words)) options.tell(printable(line));
      },
    },
    faults: {
      ...store.faults,
      async record(fault) {
        const known = await store.faults.record(fault);
        const { runId, phase, detail } = fault;
        if (phase === 'generate' && (known.count === 1 || known.count % FAULTS_APART === 0))
          options.tell(printable(`run ${runId}${faultWords(known.count, detail)}: ${detail}`));
        return known;
      },
    },
  };
}

/** Who is at fault: a generator of the user's says so in its detail, and for a part that is missing no provider can be blamed. */
function faultWords(count: number, detail: string): string {
  if (isMissingPart(detail)) return ' cannot go on';
  return `: fault ${count} of ${detail.startsWith('The generator ') ? 'a generator' : 'the provider'}`;
}

const ENGINE_WORDS: OwnWords = { of: (sentence) => sentence, asked: () => undefined, feedbackOn: () => '' };

/** The sentence as it is where what guards said cannot be read now, which must not fail what was stored. */
async function wordsOn(store: Store, runId: string, events: readonly Event[]): Promise<OwnWords> {
  const asked = events.flatMap((event) => (event.type === 'escalation.opened' ? [{ runId, escalation: event }] : []));
  return await ownWords(store, asked).catch(() => ENGINE_WORDS);
}

function linesOf(runId: string, event: Event, options: RunLinesOptions, words: OwnWords): readonly string[] {
  if (event.type === 'run.created')
    return [event.unaligned === true ? waiting(runId, event.by, options) : started(runId, event.by)];
  // Where nobody says so it follows from the run's creation.
  if (event.type === 'run.started') return event.by === undefined ? [] : [started(runId, event.by)];
  if (event.type === 'run.closed' && event.status === 'stopped')
    return [`run ${runId} was stopped, and goes on with: dsap run resume ${runId}`];
  if (event.type === 'run.closed')
    return [`run ${runId} ended: ${event.status}${event.failure ? `, ${JSON.stringify(event.failure)}` : ''}`];
  if (event.type === 'escalation.opened')
    return [
      `run ${runId} asks: ${words.of(event.question, event)}  Answer at ${options.apiUrl}/console/e/${event.escalationId} or with: ${answerTo(event, options)}`,
    ];
  return [];
}

const started = (runId: string, by: string): string => `run ${runId} started, ${doneBy(by)}`;

function waiting(runId: string, by: string, { apiUrl }: RunLinesOptions): string {
  const at = `${apiUrl}/v1/runs/${runId}`;
  return `run ${runId} was created, ${doneBy(by)}. It waits for what it is for: PUT ${at}/alignment, then POST ${at}/start`;
}

/** A command to fill in: it decides nothing when it is pasted unread (R90). */
function answerTo(
  event: Extract<Event, { readonly type: 'escalation.opened' }>,
  { apiUrl, keyed }: RunLinesOptions,
): string {
  const { escalationId } = event;
  const body = exampleAnswer(event);
  const key = keyed ? ` -H "authorization: Bearer $DSAP_API_KEY"` : '';
  const command = `curl -X POST ${apiUrl}/v1/escalations/${escalationId}/decision${key}`;
  return `${command} -H 'content-type: application/json' -d '${JSON.stringify(body)}'`;
}

/** One line, whatever a model or a person wrote. */
function printable(line: string): string {
  return line.replaceAll(/\p{Cc}+/gu, ' ');
}
