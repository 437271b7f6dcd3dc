/** The merged workspace of a run (R13, R52): the files of accepted work, never those of work that failed or lost. */
import { isReadable } from '../expressions/scope/worker-output.ts';

/** Files by path. Of two texts for one path the later one holds. `results`: accepted worker artifacts, what others build on first. */
export function mergedWorkspace(results: readonly string[]): Readonly<Record<string, string>> {
  const files = new Map<string, string>();
  for (const text of results) for (const { path, content } of filesOf(text)) files.set(path, content);
  return Object.fromEntries(files);
}

/** What a worker hands back as text; none of what is no worker's output. */
export function filesOf(text: string): readonly { readonly path: string; readonly content: string }[] {
  const output = isReadable(text);
  return (output?.artifacts ?? []).flatMap((file) =>
    typeof file === 'object' && file.content !== undefined ? [{ path: file.path, content: file.content }] : [],
  );
}

/** Whether a file is there: `*` stands for a part of a name, `**` for any folders. */
export function hasFile(files: Readonly<Record<string, string>>, path: string): boolean {
  const wanted = path.replace(/^\.\//, '');
  if (!wanted.includes('*')) return Object.hasOwn(files, wanted);
  const pattern = globPattern(wanted);
  return Object.keys(files).some((file) => pattern.test(file));
}

function globPattern(glob: string): RegExp {
  const parts = glob.split(/(\*\*\/|\*\*|\*)/).map((part) => {
    if (part === '**/') return '(?:[^/]+/)*';
    if (part === '**') return '.*';
    return part === '*' ? '[^/]*' : part.replaceAll(/[.+?^${}()|[\]\\]/g, String.raw`\$&`);
  });
  return new RegExp(`^${parts.join('')}$`);
}
