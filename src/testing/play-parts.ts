import type { AnyAgent } from '../authoring/agent/agent.ts';
import type { OwnGenerator } from '../authoring/define-generator.ts';
import { createParts, type OwnParts, type Parts } from '../authoring/parts.ts';
import type { Guard } from '../guards/guard.ts';

type Part = Guard | OwnGenerator | AnyAgent;

/** What `defineGuard`, `defineGenerator` and `defineAgent` have made: a list of it, or a worker module's default export, or that module. */
export type PlayedParts = readonly Part[] | Partial<OwnParts> | { readonly default: Partial<OwnParts> };

export function playedParts(given: PlayedParts = []): Parts {
  const own = ownParts(given);
  return createParts(() => own);
}

function ownParts(given: PlayedParts): OwnParts {
  if (isList(given)) {
    return {
      guards: given.filter((part): part is Guard => 'evaluate' in part),
      generators: given.filter((part): part is OwnGenerator => 'generate' in part),
      agents: given.filter((part): part is AnyAgent => 'tools' in part),
    };
  }
  const { guards = [], generators = [], agents = [] } = 'default' in given ? given.default : given;
  return { guards, generators, agents };
}

function isList(given: PlayedParts): given is readonly Part[] {
  return Array.isArray(given);
}
