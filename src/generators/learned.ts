import type { LearnedModel } from '../ports/store/endpoints.ts';
import { createEchoedFields, type EchoedFields } from './echoed-fields.ts';
import type { Endpoint } from './endpoint.ts';
import { createRefusedParameters, type RefusedParameters } from './refused-parameters.ts';
import { createSystemRoles, type SystemRoles } from './system-roles.ts';
import { createTokenLimits, type TokenLimits } from './token-limits.ts';

/** What the models of one endpoint have taught by their refusals, for as long as the process lives. All keys of the endpoint share it. */
export interface Learned {
  readonly refused: RefusedParameters;
  readonly limits: TokenLimits;
  readonly echoed: EchoedFields;
  readonly roles: SystemRoles;
}

/** Creates what is known of an endpoint that has refused nothing yet: its profile. */
export function createLearned({ profile, provider }: Pick<Endpoint, 'profile' | 'provider'>): Learned {
  return {
    refused: createRefusedParameters(),
    limits: createTokenLimits(),
    roles: createSystemRoles(profile.systemRole),
    echoed: createEchoedFields(profile.reasoning ?? (provider === undefined ? 'drop' : 'echo')),
  };
}

/** Returns the refused parameters and the limits, model by model, for people to see. */
export function learnedModels({ refused, limits }: Pick<Learned, 'refused' | 'limits'>): readonly LearnedModel[] {
  const [parameters, known] = [refused.all(), limits.all()];
  return [...new Set([...parameters.keys(), ...known.keys()])].map((model) => {
    const names = [...(parameters.get(model) ?? [])];
    const { output, context } = known.get(model) ?? {};
    return {
      model,
      ...(names.length > 0 && { refused: names }),
      ...(output !== undefined && { maxTokens: output }),
      ...(context !== undefined && { context }),
    };
  });
}
