import path from 'node:path';

const COMMENT = '//# sourceMappingURL=data:application/json;charset=utf-8;base64,';

/** A bundle of workflow code as the package carries it: its map names the sources by their paths below `root`, wherever it was made. */
export function packedBundle(text: string, root: string): string {
  const at = text.lastIndexOf(COMMENT);
  if (at === -1) throw new Error('The bundle of workflow code has no inline source map.');
  const map = JSON.parse(Buffer.from(text.slice(at + COMMENT.length), 'base64').toString());
  const sources = map.sources.map((source: string) => (path.isAbsolute(source) ? path.relative(root, source) : source));
  return `${text.slice(0, at)}${COMMENT}${Buffer.from(JSON.stringify({ ...map, sources })).toString('base64')}\n`;
}
