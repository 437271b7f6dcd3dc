/** Words of a line that stand beside what changed in it. */
const BESIDE = 5;

/** A unified diff without what stands around it: of a line for which another came, what is the same in both is left out but for a few words. */
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
    const pairs = gone.length === came.length ? gone.map((row, nth) => trimmed(row, came[nth] ?? '')) : undefined;
    brief.push(...(pairs?.map(([before]) => before) ?? gone), ...(pairs?.map(([, after]) => after) ?? came));
    at += gone.length + came.length;
  }
  return [from, to, ...brief].join('\n');
}

function runOf(rows: readonly string[], from: number, mark: string): readonly string[] {
  const end = rows.findIndex((row, at) => at >= from && !row.startsWith(mark));
  return rows.slice(from, end < 0 ? rows.length : end);
}

function trimmed(gone: string, came: string): readonly [gone: string, came: string] {
  const [old, young] = [gone.slice(1).split(' '), came.slice(1).split(' ')];
  const most = Math.min(old.length, young.length);
  let start = 0;
  while (start < most && old[start] === young[start]) start += 1;
  let end = 0;
  while (end < most - start && old.at(-1 - end) === young.at(-1 - end)) end += 1;
  const part = (words: readonly string[]): string => {
    const [from, to] = [Math.max(0, start - BESIDE), Math.min(words.length, words.length - end + BESIDE)];
    return `${from > 0 ? '… ' : ''}${words.slice(from, to).join(' ')}${to < words.length ? ' …' : ''}`;
  };
  return [`-${part(old)}`, `+${part(young)}`];
}
