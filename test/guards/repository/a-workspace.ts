import { parseWorkspace, type Workspace } from '../../../src/guards/repository/workspace.ts';

export function aWorkspace(files: Readonly<Record<string, string>>): Workspace {
  const parsed = parseWorkspace(files);
  if (parsed.ok) return parsed.value;
  throw new Error(parsed.problems.join('\n'));
}
