/** A fenced block of Markdown: three or more backticks or tildes on a line of their own, up to as many or more, or to the end. */
export interface FencedBlock {
  /** The first word after the opening fence, in lower case; empty where there is none. */
  readonly language: string;
  /** The lines between the fences, without the indentation of the opening one and without the last line feed. */
  readonly text: string;
}

/** The blocks of a text in order. A block that nobody closed reaches to the end: some endpoints stop at the closing fence. */
export function fencedBlocks(text: string): readonly FencedBlock[] {
  const blocks: FencedBlock[] = [];
  let open: OpenBlock | undefined;
  for (const line of text.split(/\r?\n/)) {
    if (open === undefined) {
      open = openingOf(line);
    } else if (closes(line, open)) {
      blocks.push(blockOf(open));
      open = undefined;
    } else {
      open.lines.push(withoutIndent(line, open.indent));
    }
  }
  return open === undefined ? blocks : [...blocks, blockOf(open)];
}

/** The lines of a text with their ends, and whether each belongs to a block; the fences do. */
export function markedLines(text: string): readonly { readonly line: string; readonly isFenced: boolean }[] {
  let open: OpenBlock | undefined;
  return text.split(/(?<=\n)/).map((line) => {
    const bare = line.replace(/\r?\n$/, '');
    if (open === undefined) {
      open = openingOf(bare);
      return { line, isFenced: open !== undefined };
    }
    if (closes(bare, open)) open = undefined;
    return { line, isFenced: true };
  });
}

/** A fence longer than any run of backticks in the text, so that nothing in it can close the block. */
export function fenceFor(text: string): string {
  let longest = 2;
  for (const [run] of text.matchAll(/`{3,}/g)) longest = Math.max(longest, run.length);
  return '`'.repeat(longest + 1);
}

interface OpenBlock {
  readonly fence: string;
  readonly indent: number;
  readonly language: string;
  readonly lines: string[];
}

/** The info string of a backtick fence holds no backtick: that would be code within a line. */
function openingOf(line: string): OpenBlock | undefined {
  const [, indent = '', fence, info = ''] = /^([ \t]*)(`{3,}(?=[^`]*$)|~{3,})(.*)$/.exec(line) ?? [];
  if (fence === undefined) return undefined;
  const language = info.trim().split(/[\s{},]+/)[0] ?? '';
  return { fence, indent: indent.length, language: language.toLowerCase(), lines: [] };
}

function closes(line: string, open: OpenBlock): boolean {
  const trimmed = line.trim();
  return trimmed.length >= open.fence.length && trimmed === open.fence.charAt(0).repeat(trimmed.length);
}

function withoutIndent(line: string, indent: number): string {
  const own = line.length - line.trimStart().length;
  return line.slice(Math.min(own, indent));
}

function blockOf(open: OpenBlock): FencedBlock {
  return { language: open.language, text: open.lines.join('\n') };
}
