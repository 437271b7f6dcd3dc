/** A code block of a page. */
export interface Block {
  /** `docs/guards.md:12`. */
  readonly place: string;
  readonly language: string;
  readonly text: string;
  /** Why nothing here can run it, as the comment before it says: `<!-- not run: it needs a server -->`. */
  readonly notRun?: string;
}

/** The code blocks of a page, in order. */
export function blocksOf(page: string, name: string): readonly Block[] {
  const lines = page.split('\n');
  const fences = lines.flatMap((line, index) => (line.startsWith('```') ? [index] : []));
  return fences.flatMap((from, count) => {
    if (count % 2 === 1) return [];
    const until = fences[count + 1] ?? lines.length;
    const said = lines.slice(0, from).findLast((line) => line.trim() !== '');
    const notRun = /^<!-- not run: (.+) -->$/.exec(said ?? '')?.[1];
    return {
      place: `${name}:${from + 1}`,
      language: lines[from]?.slice(3).trim() ?? '',
      text: lines.slice(from + 1, until).join('\n'),
      ...(notRun !== undefined && { notRun }),
    };
  });
}
