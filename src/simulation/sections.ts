/**
 * The parts of a prompt that cards speak of, found by the headings that the service writes (R36). What stands between fences is
 * somebody's text and holds no headings. A prompt of another make has a task only: all of it.
 */
import type { Source } from './card.ts';
import type { SimRequest } from './request.ts';

export type PromptParts = Readonly<Record<Source, string>>;

export function partsOf(request: SimRequest): PromptParts {
  const { prompt, system, user } = request;
  return {
    prompt,
    system,
    user,
    task: taskOf(request),
    feedback: reasonsIn(historyOf(request)),
    injected: sectionOf(request, INJECTED) ?? '',
    repair: sectionOf(request, REPAIR) ?? '',
  };
}

export function taskOf(request: SimRequest): string {
  return sectionOf(request, TASK) ?? request.user;
}

/** The rejected attempts of a prompt, answers and reasons; empty at the first attempt. */
export function historyOf(request: SimRequest): string {
  return sectionOf(request, HISTORY) ?? '';
}

/** The whole prompt as it was before anything was rejected. */
export function unrejected(request: SimRequest): string {
  return request.prompt.replace(`\n\n# ${HISTORY}\n\n${historyOf(request)}`, () => '');
}

/** How many rejections a history tells of: the number of the newest one, since older ones may be left out. */
export function rejectionsIn(history: string): number {
  const numbers = linesOf(history).flatMap(({ line, fenced }) =>
    fenced ? [] : (/^## Attempt (\d+)$/.exec(line)?.[1] ?? []),
  );
  return Math.max(0, ...numbers.map(Number));
}

/** An earlier step's accepted result as the prompt shows it; where it cannot be told apart, the prompt without its history. */
export function artifactIn(request: SimRequest, name: string): string {
  const lines = linesOf(sectionOf(request, RESULTS) ?? '');
  const start = lines.findIndex(({ line, fenced }) => !fenced && line === `## ${name}`);
  if (start === -1) return request.user.replace(historyOf(request), () => '');
  const after = lines.slice(start + 1);
  const end = after.findIndex(({ line, fenced }) => !fenced && line.startsWith('## '));
  return after
    .slice(0, end === -1 ? undefined : end)
    .map(({ line }) => line)
    .join('\n');
}

const RESULTS = 'Accepted results of earlier steps';
const INJECTED = 'What failed before';
const HISTORY = 'Rejected attempts';
const TASK = 'Task';
const REPAIR = 'Repair';
const HEADINGS = [TASK, 'Specification', RESULTS, 'Guidance', INJECTED, HISTORY, 'Note', REPAIR].map(
  (title) => `# ${title}`,
);

/** The newest section of that title, trimmed. */
function sectionOf({ user }: SimRequest, title: string): string | undefined {
  const lines = linesOf(user);
  const isHeading = ({ line, fenced }: Line) => !fenced && HEADINGS.includes(line);
  const start = lines.findLastIndex((line) => isHeading(line) && line.line === `# ${title}`);
  if (start === -1) return undefined;
  const after = lines.slice(start + 1);
  const end = after.findIndex(isHeading);
  const own = after.slice(0, end === -1 ? undefined : end);
  return own
    .map(({ line }) => line)
    .join('\n')
    .trim();
}

/** What the guards said, without the answers they said it of. */
function reasonsIn(history: string): string {
  let introduction = '';
  const reasons: string[] = [];
  for (const { line, fenced } of linesOf(history)) {
    if (!fenced && line !== '') introduction = line;
    if (fenced && introduction !== 'Answer:') reasons.push(line);
  }
  return reasons.join('\n');
}

interface Line {
  readonly line: string;
  /** Between fences, or a fence. */
  readonly fenced: boolean;
}

function linesOf(text: string): readonly Line[] {
  let fence: string | undefined;
  return text.split('\n').map((line) => {
    const before = fence;
    if (before === undefined) fence = /^`{3,}$/.exec(line)?.[0];
    else if (line === before) fence = undefined;
    return { line, fenced: before !== undefined || fence !== undefined };
  });
}
