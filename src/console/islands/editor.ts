// The editor of definitions: completes, and asks the service what is wrong while one types.
import { h, render } from 'preact';
import { type Draft, Found, standingWord } from '../pages/editor/found.ts';
import { begin } from './common/begin.ts';
import { checked } from './editing/check.ts';
import { keepRefusal } from './editing/refusal.ts';
import { handOver, mark, openEditor } from './editing/write.ts';

/** Milliseconds after the last key. */
const PAUSE = 300;
/** Milliseconds between two announcements at least. */
const CALM = 5_000;

begin();
const field = document.querySelector<HTMLTextAreaElement>('#text');
const found = document.querySelector<HTMLElement>('#found');
if (field && found) edit(field, found);

/** Puts the editor in the place of the field, which goes on to carry the text when the form is sent. */
function edit(area: HTMLTextAreaElement, beside: HTMLElement): void {
  const sent = area.value;
  const place = document.createElement('div');
  area.before(place);
  const say = announcer(beside);
  const refusal = keepRefusal();
  let looking = new AbortController();
  let pause: ReturnType<typeof setTimeout> | undefined;
  const look = async (text: string): Promise<void> => {
    looking.abort();
    looking = new AbortController();
    const { signal } = looking;
    const draft = await checked(text, signal).catch((): Draft => ({ problems: [], warnings: [], refused: AWAY }));
    if (signal.aborted) return;
    mark(view, draft);
    const hand = handOver(view);
    render(h(Found, { draft, text, hand }), beside);
    refusal({ draft, hand, isAsSent: text === sent });
    say(standingWord(draft));
  };
  const view = openEditor({
    parent: place,
    text: area.value,
    nonce: document.querySelector<HTMLScriptElement>('script[nonce]')?.nonce ?? '',
    schema: schemaOnce(),
    changed(text) {
      area.value = text;
      clearTimeout(pause);
      pause = setTimeout(() => void look(text), PAUSE);
    },
  });
  area.hidden = true;
  // It is checked without a press.
  document.querySelector('button[value=check]')?.setAttribute('hidden', '');
  document.querySelector('label[for=text]')?.addEventListener('click', () => view.focus());
  void look(area.value);
}

const AWAY = 'The service does not answer; what you wrote is still here. It is looked at again as soon as you go on.';

/** Read when it is first needed, and once; nothing is offered while it cannot be read. */
function schemaOnce(): () => Promise<unknown> {
  let asked: Promise<unknown> | undefined;
  return () =>
    (asked ??= fetch('/v1/schemas/workflow')
      .then((answer) => (answer.ok ? answer.json() : {}))
      .catch(() => {
        asked = undefined;
        return {};
      }));
}

/** Says politely how the text stands, the last word only. */
function announcer(beside: HTMLElement): (words: string) => void {
  const live = document.createElement('p');
  live.className = 'unseen';
  live.setAttribute('role', 'status');
  beside.after(live);
  let next = '';
  let waiting: ReturnType<typeof setTimeout> | undefined;
  return (words) => {
    next = words;
    waiting ??= setTimeout(() => {
      waiting = undefined;
      if (live.textContent !== next) live.textContent = next;
    }, CALM);
  };
}
