// Of the lists of questions and runs: rows as they change.
import { h } from 'preact';
import { counted } from '../../api/report/words.ts';
import { mayBeFor } from '../../api/rows/may-be-for.ts';
import type { QuestionRowView } from '../../api/rows/question-row.ts';
import type { RunRowView } from '../../api/rows/run-row.ts';
import { isEnding } from '../../model/events/run.ts';
import { RunCells } from '../pages/runs/row.ts';
import { QuestionLine, RunLine } from '../pages/waiting/lines.ts';
import { recounted } from '../parts/waiting-title.ts';
import { begin } from './common/begin.ts';
import { follow } from './common/follow.ts';
import { quietly } from './common/hand.ts';
import { insert, isBehind } from './common/insert.ts';
import { drawn, patch, rowOf } from './common/patch.ts';
import { announcer, showStanding } from './common/say.ts';

const MOST_ENDED = 10;

const now = begin();
const say = announcer();
const list = (name: string): HTMLElement | null => document.querySelector(`[data-list="${name}"]`);
const lists = {
  questions: list('questions'),
  outages: list('outages'),
  needy: list('needs-worker'),
  underWay: list('under-way'),
  ended: list('ended'),
  runs: list('runs'),
};
const move = quietly(Object.values(lists), document.querySelector('[data-news]'), afterMove);

function hearRun(run: RunRowView): void {
  const { runs, needy, underWay, ended } = lists;
  if (runs)
    return put(`run ${run.id}`, drawn(h(RunCells, { run, now: now() })), runs, runs.dataset['takes'] === 'true');
  const open = run.needsWorker ? needy : underWay;
  const place = isEnding(run.status) ? ended : open;
  const isListed = place !== ended && isListedAbove(run.id);
  if (place) put(`run ${run.id}`, drawn(h(RunLine, { run, now: now(), isListed })), place, true);
}

/** Whether a question of a run is shown. */
function isListedAbove(id: string): boolean {
  const line = `:scope > [data-run="${CSS.escape(id)}"]`;
  return [lists.questions, lists.outages].some((each) => each?.querySelector(line) != null);
}

/** A run is in sight once: by its question, else under way. */
function afterMove(): void {
  const { needy, underWay } = lists;
  for (const line of [needy, underWay].flatMap((each) => [
    ...(each?.querySelectorAll<HTMLElement>(':scope > li') ?? []),
  ]))
    line.hidden = isListedAbove((line.dataset['key'] ?? '').replace('run ', ''));
  const outages = lists.outages?.closest('section');
  if (outages) outages.hidden = lists.outages?.childElementCount === 0;
  const section = needy?.closest('section');
  if (section) section.hidden = !needy?.querySelector(':scope > :not([hidden])');
  count();
}

/** Two runs are compared, so that nothing else can be pressed, and how many are marked is said. */
function allowCompare(): void {
  const compare = document.querySelector<HTMLButtonElement>('#marked button');
  const marks = document.getElementById('marks');
  if (!compare || !marks) return;
  const marked = document.querySelectorAll('input[name=run]:checked').length;
  compare.disabled = marked !== 2;
  marks.textContent =
    ['Mark two runs to compare', '1 marked: mark another', '2 marked'][marked] ??
    `${marked} marked: only two are compared`;
}
document.addEventListener('change', allowCompare);
// A browser keeps marks when one comes back.
addEventListener('pageshow', allowCompare);
allowCompare();

/** A row changes where it lies; one that comes, or goes elsewhere, waits while a hand is there. */
function put(key: string, row: HTMLElement, place: HTMLElement, takesNew: boolean): void {
  const there = rowOf(key);
  if (there?.parentElement === place) return patch(there, row);
  if (!there && !takesNew) return;
  move(key, () => {
    rowOf(key)?.remove();
    insert(place, row);
    if (place === lists.ended) for (const old of [...place.children].slice(MOST_ENDED)) old.remove();
  });
}

function hearQuestion(question: QuestionRowView): void {
  const { questions, outages } = lists;
  if (!questions) return;
  const key = `question ${question.id}`;
  const there = rowOf(key);
  if (question.status !== 'open') {
    if (there) move(key, () => rowOf(key)?.remove());
    return;
  }
  const { for: me, takes, goesOn } = questions.dataset;
  if (!there && takes !== 'true') return;
  if (me !== undefined && !mayBeFor(question, me.split('\n'))) return;
  const row = drawn(h(QuestionLine, { question, now: now() }));
  if (there) return patch(there, row);
  say('A person is asked.');
  if (question.endpoint !== undefined && outages) return move(key, () => void (rowOf(key) ?? insert(outages, row)));
  if (goesOn === 'true' && isBehind(questions, row)) return;
  move(key, () => void (rowOf(key) ?? insert(questions, row)));
}

/** What the page says of how many there are. */
function count(): void {
  const { questions, needy, underWay } = lists;
  if (!questions || !needy || !underWay) return;
  const open = questions.childElementCount + (lists.outages?.childElementCount ?? 0);
  document.title = recounted(document.title, open);
  const words = document.querySelector('[data-count]');
  const runs = needy.childElementCount + underWay.childElementCount;
  if (words) words.textContent = `${counted(runs, 'run')} ${runs === 1 ? 'is' : 'are'}`;
}

follow({
  tell: showStanding,
  on: {
    run: hearRun,
    question: hearQuestion,
    reset: () => location.reload(),
  },
});
