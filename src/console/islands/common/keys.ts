import { h } from 'preact';
import { KeyHelp } from './key-help.ts';
import { drawn } from './patch.ts';

/** Of this browser: single keys may be in the way of who speaks to it (WCAG 2.1.4). */
const OFF = 'dsap_keys_off';

const LINES = '[data-list] > *,[data-lines] > *';

/** Where a key leads. */
const PLACES: ReadonlyMap<string, string> = new Map([
  ['a', '#answer,[data-questions] a'],
  ['n', '[data-next]'],
  ['/', 'input[type=search]'],
]);

/** Keys for who has no mouse, which move the focus and decide nothing; `?` and a button tell them. */
export function shortcuts(): void {
  const help = addHelp();
  document.addEventListener('keydown', (event) => {
    const { key, target } = event;
    if (event.ctrlKey || event.metaKey || event.altKey || help.open || isWriting(target)) return;
    if (key === '?') help.showModal();
    else if (localStorage.getItem(OFF) !== null || !goTo(key)) return;
    event.preventDefault();
  });
}

function addHelp(): HTMLDialogElement {
  const help = document.createElement('dialog');
  help.setAttribute('aria-labelledby', 'keys');
  const onChange = (isOn: boolean): void => (isOn ? localStorage.removeItem(OFF) : localStorage.setItem(OFF, 'off'));
  help.append(drawn(h(KeyHelp, { isOn: localStorage.getItem(OFF) === null, onChange })));
  document.body.append(help);
  const open = drawn(h('button', { type: 'button', class: 'quiet keys', onClick: () => help.showModal() }, 'Keys'));
  document.querySelector('.foot')?.append(open);
  return help;
}

function isWriting(target: EventTarget | null): boolean {
  return (
    target instanceof Element && target.matches('input:not([type=checkbox],[type=radio]),textarea,select,.cm-content')
  );
}

/** Whether there is such a place. */
function goTo(key: string): boolean {
  if (key === 't') return document.documentElement.toggleAttribute('data-exact') || true;
  if (key === 'j' || key === 'k') return moveBy(key === 'j' ? 1 : -1);
  const place = PLACES.get(key);
  const found = place === undefined ? undefined : seen(place)[0];
  found?.focus();
  return found !== undefined;
}

/** From line to line; the first where none is looked at. */
function moveBy(by: number): boolean {
  const lines = seen(LINES);
  const at = lines.findIndex((line) => line.contains(document.activeElement));
  const link = lines[at < 0 ? 0 : at + by]?.querySelector('a');
  link?.focus();
  return link instanceof HTMLElement;
}

function seen(selector: string): readonly HTMLElement[] {
  return [...document.querySelectorAll<HTMLElement>(selector)].filter((element) => element.checkVisibility());
}
