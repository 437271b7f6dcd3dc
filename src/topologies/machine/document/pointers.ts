import { fieldOf, itemsOf } from '../../../text/loose.ts';

/** Where a field of the translated document is written in the machine (`translate`). Other pointers stay as they are. */
export function inMachine(pointer: string, document: unknown): string {
  const [, root, index = '', ...path] = pointer.split('/');
  if (root !== 'steps') return pointer;
  const step = itemsOf(fieldOf(fieldOf(document, 'workflow'), 'steps'))[Number(index)];
  const within = index === '' ? [] : [index, ...fieldPath(path, fieldOf(step, 'type') === 'transition')];
  return ['', 'workflow', 'steps', ...within].join('/');
}

function fieldPath(path: readonly string[], decides: boolean): readonly string[] {
  const [field, part, ...rest] = path;
  if (field === 'id') return ['name'];
  if (field === 'when') return ['run_if'];
  if (field === 'generator') return part === undefined ? [] : part === 'kind' ? ['type'] : [part, ...rest];
  if (field === 'guard' && decides)
    return part === 'sequence' && rest[0] === '1' ? ['guard', ...rest.slice(1)] : ['transition_map'];
  return path;
}
