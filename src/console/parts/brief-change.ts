import { wordDiff } from '../../api/artifacts/word-diff.ts';

/** Words of a line that stand beside what changed in it. */
const BESIDE = 5;

/** A unified diff without what stands around it: of lines for which others came, what is the same in both is left out but for a few words around each change. */
export function briefChange(unified: string): string {
  const [from = '', to = '', ...all] = unified.split('\n');
  const rows = all.filter((row) => row !== '' && !/^[ \\]/.test(row));
  const brief: string[] = [];
  for (let at = 0; at < rows.length; ) {
    const gone = runOf(rows, at, '-');
    const came = runOf(rows, at + gone.length, '+');
    if (gone.length + came.length === 0) {
      if (brief.length > 0) brief.push(rows[at] ?? '');
      at += 1;
      continue;
    }
    brief.push(...(gone.length > 0 && came.length > 0 ? replaced(gone, came) : [...gone, ...came]));
    at += gone.length + came.length;
  }
  return [from, to, ...brief].join('\n');
}

function runOf(rows: readonly string[], from: number, mark: string): readonly string[] {
  const end = rows.findIndex((row, at) => at >= from && !row.startsWith(mark));
  return rows.slice(from, end < 0 ? rows.length : end);
}

function replaced(gone: readonly string[], came: readonly string[]): readonly string[] {
  const { parts } = wordDiff(withoutMarks(gone), withoutMarks(came));
  const side = (own: 'removed' | 'added', sign: string): readonly string[] => {
    const text = parts
      .map((part, at) => {
        if (part.mark !== 'same') return part.mark === own ? part.text : '';
        return near(part.text, { isFirst: at === 0, isLast: at === parts.length - 1 });
      })
      .join('');
    return text.split('\n').map((line) => `${sign}${line}`);
  };
  return [...side('removed', '-'), ...side('added', '+')];
}

function withoutMarks(rows: readonly string[]): string {
  return rows.map((row) => row.slice(1)).join('\n');
}

/** Of what did not change, the words beside a change. */
function near(text: string, { isFirst, isLast }: { readonly isFirst: boolean; readonly isLast: boolean }): string {
  if (isFirst && isLast) return text;
  const [, space = '', rest = ''] = /^(\s*)([^]*)$/.exec(text) ?? [];
  const words = rest.split(/(?<=\s)(?=\S)/);
  const [head, tail] = [isFirst ? 0 : BESIDE, isLast ? 0 : BESIDE];
  if (words.length <= head + tail) return text;
  const before = `${space}${words.slice(0, head).join('')}`.trimEnd();
  const after = tail === 0 ? '' : words.slice(-tail).join('');
  return `${before === '' ? '' : `${before} `}…${after === '' ? '' : ` ${after}`}`;
}
