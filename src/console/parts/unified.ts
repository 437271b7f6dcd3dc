import { type ComponentChildren, h, type JSX } from 'preact';
import { visible } from '../../text/visible.ts';

interface Unified {
  /** What changed, as `diff -u` writes it. */
  readonly unified: string;
  /** Of what, for who hears it alone. */
  readonly name: string;
  /** Its end is left out. */
  readonly cut: boolean;
}

/** How one text became another, line by line, in a frame that texts cannot leave. */
export function Unified({ unified, name, cut }: Unified): JSX.Element {
  const lines = unified.split('\n');
  const [, , ...rows] = lines[0]?.startsWith('--- ') === true ? lines : ['', '', ...lines];
  return h('div', null, [
    h('pre', { dir: 'auto', tabIndex: 0, role: 'group', 'aria-label': visible(name).text }, rows.map(row)),
    ...(cut ? [h('p', { class: 'soft' }, 'Only the beginning of the change is shown.')] : []),
  ]);
}

function row(line: string): ComponentChildren {
  const { text } = visible(line.slice(1));
  switch (line.charAt(0)) {
    case '+':
      return h('ins', null, `+${text}\n`);
    case '-':
      return h('del', null, `−${text}\n`);
    case '@':
      return h('small', null, '…\n');
    case '\\':
      return '';
    default:
      return line === '' ? '' : ` ${text}\n`;
  }
}
