/**
 * What a text marks as taken from elsewhere: Markdown block quotes, and spans in "…", “…” or «…». A block quote is one span; what it
 * quotes itself is part of it. Linear in the text.
 */
export function quotedSpans(text: string): readonly string[] {
  const blocks: string[][] = [];
  const rest: string[] = [];
  let inBlock = false;
  for (const line of text.split(/\r?\n/)) {
    const quotedLine = /^ {0,3}>[> ]*(.*)$/.exec(line)?.[1];
    if (quotedLine === undefined) rest.push(line);
    else if (inBlock) blocks.at(-1)?.push(quotedLine);
    else blocks.push([quotedLine]);
    inBlock = quotedLine !== undefined;
  }
  return [...blocks.map((lines) => lines.join('\n')), ...marked(rest.join('\n'))].filter((span) => span.trim() !== '');
}

/** No span holds its own opening mark, which keeps a row of opening marks from being searched again and again. */
const MARKED = /"([^"]*)"|“([^“”]*)”|«([^«»]*)»/g;

function marked(text: string): readonly string[] {
  return [...text.matchAll(MARKED)].map(([, straight, curly, angled]) => straight ?? curly ?? angled ?? '');
}
