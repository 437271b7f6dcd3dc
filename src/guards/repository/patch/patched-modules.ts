import type { Patched } from './patch.ts';

/** The Python files that a patch has written, as they are with it. */
export function changedModules({
  workspace,
  changes,
}: Patched): readonly { readonly path: string; readonly source: string }[] {
  return changes
    .filter(({ kind, path }) => kind !== 'removed' && path.endsWith('.py'))
    .map(({ path }) => ({ path, source: workspace.get(path) ?? '' }));
}
