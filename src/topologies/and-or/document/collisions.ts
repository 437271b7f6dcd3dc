import { filesOf } from '../../../prompts/workspace.ts';
import { unifiedDiff } from '../../../text/diff.ts';
import { cut } from '../../../text/text.ts';

/** Names the verdict; no guard that a definition could write. */
export const WORKSPACE_CONFLICT = 'workspace-conflict';

/** Characters of a difference that whoever tries again is shown. */
const LONGEST = 2_000;

/** What both hand back differently, for whoever tries again; undefined where nothing is. */
export function conflictWith(
  rivals: readonly { readonly step: string; readonly text: string }[],
  text: string,
): string | undefined {
  const own = new Map(filesOf(text).map(({ path, content }) => [path, content] as const));
  const found = rivals.flatMap((rival) =>
    filesOf(rival.text).flatMap(({ path, content }) => {
      const mine = own.get(path);
      return mine === undefined || mine === content ? [] : [{ path, content, mine, step: rival.step }];
    }),
  );
  const [first] = found;
  if (!first) return undefined;
  const { path, step, content, mine } = first;
  const others = found.slice(1).map((each) => `${each.path} (${each.step})`);
  return [
    `${path} was handed back by ${step}, which is accepted, with other content. Hand the same text back, leave the file out, or choose another path.`,
    ...(others.length > 0 ? [`So were ${others.join(', ')}.`] : []),
    cut(unifiedDiff(content, mine, { from: `${path} of ${step}`, to: path }), LONGEST),
  ].join('\n');
}
