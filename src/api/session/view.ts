import { z } from 'zod';
import { component } from '../reference/components.ts';
import { OPERATOR } from './secrets.ts';

/** What there is to be done here, by noun. */
const SCOPES = [
  'definitions:read',
  'definitions:write',
  'runs:read',
  'runs:write',
  'artifacts:read',
  'artifacts:write',
  'escalations:read',
  'escalations:decide',
  'metrics:read',
] as const;

export const PrincipalView = component(
  'Principal',
  z.object({
    kind: z
      .enum(['anonymous', 'operator'])
      .describe('`anonymous`: authentication is off, so that nobody needs to sign in'),
    id: z.string().describe('by whom decisions and other requests are recorded'),
    name: z.string(),
    scopes: z.array(z.enum(SCOPES)).describe('what may be done'),
  }),
);
export type PrincipalView = z.output<typeof PrincipalView>;

/** What a question may call whoever asks. */
export function namesOf(principal: string): readonly string[] {
  const { id, name } = principalView(principal);
  return [id, name];
}

/** Who asks, and what for: with one key for all there is nothing that its holder may not do. */
export function principalView(principal: string): PrincipalView {
  const isOperator = principal === OPERATOR;
  return {
    kind: isOperator ? 'operator' : 'anonymous',
    id: principal,
    name: isOperator ? 'Operator' : 'Anonymous',
    scopes: [...SCOPES],
  };
}
