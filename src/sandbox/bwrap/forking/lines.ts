/** Takes bytes as they come, and tells each line when it is whole. */
export function linesOf(tell: (line: string) => void): (part: Buffer) => void {
  let rest = '';
  return (part) => {
    const lines = (rest + part.toString('latin1')).split('\n');
    rest = lines.pop() ?? '';
    lines.forEach(tell);
  };
}
