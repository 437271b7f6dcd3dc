import { undeclaredIn } from '../../expressions/scope/input-fields.ts';
import { NAMES, RUN_NAMES, rootsIn, STEP_ROOTS } from '../../expressions/scope/roots.ts';
import { listing, nearest, slipOf } from '../../text/nearest.ts';

/** Where a template stands, as far as names go. */
export interface TemplateSite {
  /** Ids of steps, groups and preparing steps. */
  readonly steps: readonly string[];
  /** JSON Schema of the input. */
  readonly input: unknown;
  /** Of the specification and the constraints: the name of the text itself. */
  readonly own?: string;
  /** Of an option of a guard: the names of `guardArtifacts`. */
  readonly given?: readonly string[];
  /** What code may set. */
  readonly variables?: readonly string[];
}

export interface UnknownName {
  /** Nobody writes this as code: a known root with an unknown rest, or a root that is a slip of a known one (R96). */
  readonly isSlip: boolean;
  readonly detail: string;
}

const ROOTS = rootsIn('template');
const FORMS = NAMES.filter(({ places }) => places.includes('template')).map(({ form }) => form);
/** Names that nothing follows. */
const WHOLE = FORMS.filter((form) => !form.includes('.'));

/** What is wrong with a name of a template; undefined when it is known. */
export function unknownName(path: readonly string[], site: TemplateSite): UnknownName | undefined {
  const [root = '', ...rest] = path;
  if (isBareName(path, site)) return undefined;
  if (root === 'input') return ofInput(path, rest, site);
  if (STEP_ROOTS.includes(root) && rest.length > 0) return ofStep(path, site);
  if (rest.length > 0 && ROOTS.includes(root)) {
    if (RUN_NAMES.includes(path.join('.'))) return undefined;
    const meant = root === 'run' ? (nearest(path.join('.'), RUN_NAMES) ?? 'run.id') : root;
    return slip(path, meant, 'There is nothing of this name below it.');
  }
  const meant = rest.length === 0 ? undefined : slipOf(root, ROOTS);
  if (meant !== undefined) return slip(path, [meant, ...rest].join('.'), `There is no "${root}" to name.`);
  const near = nearest(path.join('.'), [...ROOTS, ...RUN_NAMES, ...(site.variables ?? [])]);
  const words = near === undefined ? '' : ` Did you mean {${near}}?`;
  const detail = `{${path.join('.')}} is not a known name here and stays as it is written.${words} Known: ${FORMS.join(', ')}. Write {{${path.join('.')}}} where it is code.`;
  return { isSlip: false, detail };
}

function isBareName(path: readonly string[], { own, given, variables = [] }: TemplateSite): boolean {
  const [root = ''] = path;
  if (variables.includes(root)) return true;
  if (path.length > 1) return false;
  if (given !== undefined && (root === 'artifact' || root === 'text')) return true;
  return root === 'input' || (WHOLE.includes(root) && root !== own);
}

function ofInput(path: readonly string[], rest: readonly string[], { input }: TemplateSite): UnknownName | undefined {
  const undeclared = undeclaredIn(input, rest);
  if (undeclared === undefined) return undefined;
  const { key, known } = undeclared;
  const near = nearest(key, known);
  const meant = near === undefined ? undefined : path.map((each) => (each === key ? near : each)).join('.');
  return slip(path, meant, `The schema of the input takes no other field than ${listing(known)}.`);
}

function ofStep(path: readonly string[], { steps, given = [] }: TemplateSite): UnknownName | undefined {
  const [root = '', step = '', ...rest] = path;
  const known = [...steps, ...given];
  if (known.includes(step)) return undefined;
  const near = nearest(step, known);
  const meant = near === undefined ? undefined : [root, near, ...rest].join('.');
  return slip(path, meant, `There is no step "${step}". Steps: ${listing(steps)}.`);
}

function slip(path: readonly string[], meant: string | undefined, why: string): UnknownName {
  const name = path.join('.');
  const words = meant === undefined ? '' : ` Did you mean {${meant}}?`;
  return { isSlip: true, detail: `{${name}} names nothing.${words} ${why} Write {{${name}}} where it is code.` };
}
