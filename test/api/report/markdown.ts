/** Whether the fences of a Markdown text are all closed, read as CommonMark reads them. */
export function fencesOf(markdown: string): 'closed' | 'open' {
  let open: string | undefined;
  for (const line of markdown.split('\n')) {
    const fence = /^ {0,3}(`{3,}|~{3,})/.exec(line)?.[1];
    if (open === undefined) open = fence;
    else if (fence !== undefined && fence[0] === open[0] && fence.length >= open.length && line.trim() === fence)
      open = undefined;
  }
  return open === undefined ? 'closed' : 'open';
}
