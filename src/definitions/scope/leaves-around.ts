import { branchesOf, type GuardLeaf, type GuardTree, isLeaf, leafId, leavesOf } from '../../model/guard-tree.ts';
import { cut } from '../../text/text.ts';
import { readDefinition } from '../compile/read.ts';

export const STANDINGS = ['passed', 'asked', 'open'] as const;

/** A leaf of a guard while one of its leaves waits for a person. */
export interface LeafAround {
  /** Where it stands in the guard, by position from 0; empty for the only one. */
  readonly path: string;
  readonly leaf: string;
  /** The guard that it uses. */
  readonly guard: string;
  /** What it is to look for, in short; left out where it takes nothing, or a person is asked. */
  readonly options?: string;
  /** `open`: it is told with the verdict on the whole. */
  readonly standing: (typeof STANDINGS)[number];
}

/**
 * The leaves of a step's guard while a person is asked for one of them; none where there is no such leaf. In a `sequence` what stands before it has passed;
 * of which of several branches a composite goes by nothing is known before it is settled.
 */
export function leavesAround(document: unknown, step: string, leaf: string): readonly LeafAround[] {
  const asked = readDefinition(document)?.definition.steps.find(({ id }) => id === step);
  return asked && has(asked.guard, leaf) ? around(asked.guard, leaf, { standing: 'open', path: '' }) : [];
}

function has(tree: GuardTree, leaf: string): boolean {
  return leavesOf(tree).some((each) => leafId(each) === leaf);
}

type Place = Pick<LeafAround, 'standing' | 'path'>;
type Standing = LeafAround['standing'];

/** `standing`: what is known of the whole tree, which stands at `path`. */
function around(tree: GuardTree, leaf: string, { standing, path }: Place): readonly LeafAround[] {
  if (isLeaf(tree)) return [lineOf(tree, { standing: leafId(tree) === leaf ? 'asked' : standing, path })];
  const { kind, children } = branchesOf(tree);
  const isSure = kind === 'sequence' || kind === 'all' || children.length === 1;
  const at = children.findIndex((child) => has(child, leaf));
  const standingAt = (place: number): Standing => {
    if (at === -1) return isSure ? standing : 'open';
    return kind === 'sequence' && place < at ? 'passed' : 'open';
  };
  return children.flatMap((child, place) =>
    around(child, leaf, { standing: standingAt(place), path: `${path}/${place}` }),
  );
}

/** Characters of what a leaf is to look for. */
const LONGEST = 200;

function lineOf(leaf: GuardLeaf, { standing, path }: Place): LeafAround {
  const options = leaf.use === 'human' ? undefined : optionsOf(leaf.with);
  return {
    path,
    leaf: leafId(leaf),
    guard: leaf.use,
    ...(options !== undefined && { options: cut(options, LONGEST) }),
    standing,
  };
}

/** One option is told without its name. */
function optionsOf(options: unknown): string | undefined {
  const entries = Object.entries(Object(options));
  const [first, ...others] = entries;
  if (!first) return undefined;
  const text = JSON.stringify(others.length === 0 ? first[1] : options);
  return text === '{}' ? undefined : text;
}
