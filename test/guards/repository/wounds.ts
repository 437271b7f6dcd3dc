/** What happens to a line of a patch that a model writes. */
export const WOUNDS = ['drop', 'twice', 'space', 'swap', 'count'] as const;

export function damaged(diff: string, [at, kind]: readonly [number, (typeof WOUNDS)[number]]): string {
  const lines = diff.trimEnd().split('\n');
  const index = at % lines.length;
  const text = lines[index] ?? '';
  if (kind === 'drop') lines.splice(index, 1);
  if (kind === 'twice') lines.splice(index, 0, text);
  if (kind === 'space') lines[index] = ` ${text}`;
  if (kind === 'swap') lines.splice(index, 2, lines[index + 1] ?? '', text);
  if (kind === 'count') lines[index] = text.replace(/^@@ -(\d+)/, (_, start: string) => `@@ -${Number(start) + 1}`);
  return `${lines.join('\n')}\n`;
}
