import { nearest } from '../../../text/nearest.ts';
import { quoted } from '../../feedback.ts';

const SHOWN = 3;

/** ` Did you mean "src/a.py"?`, by the name of the file or else by all of the path; nothing when none is like it. */
export function meantPaths(path: string, paths: readonly string[]): string {
  const name = nameOf(path);
  const close = nearest(name, new Set(paths.map(nameOf)));
  const meant = paths.filter((other) => nameOf(other) === name || nameOf(other) === close).slice(0, SHOWN);
  const byPath = nearest(path, paths);
  const all = [...new Set([...(byPath === undefined ? [] : [byPath]), ...meant])].slice(0, SHOWN);
  return all.length === 0 ? '' : ` Did you mean ${all.map((other) => quoted(other)).join(' or ')}?`;
}

function nameOf(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1);
}
