import type { Own, PartsOfSchema1 } from '../../model/own-state.ts';
import { ownOfGraph, searchAround } from '../common/schema-1.ts';

/** Where the machine stood, with the base case that stood beside it. */
export function ownOfMachine({ machine, ...parts }: PartsOfSchema1): Own {
  return machine ? { ...ownOfGraph(parts), ...machine, kind: 'machine' } : ownOfGraph(parts);
}

export function partsOfMachine(own: Own): PartsOfSchema1 {
  if (own.kind !== 'machine') return searchAround(own);
  const { kind: _, baseCase: __, ...machine } = own;
  return { machine, ...searchAround(own) };
}
