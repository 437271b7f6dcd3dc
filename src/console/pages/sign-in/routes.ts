import { z } from 'zod';
import { CONSOLE, ownPath } from '../../../api/session/own-path.ts';
import { HIDDEN, type Site } from '../../served/site.ts';
import { signIn } from './sign-in.ts';

/** The page that asks for the key; the key itself goes to `POST /v1/session`. */
export function addSignIn({ app, show }: Site): void {
  const querystring = z.object({ to: z.string().optional(), problem: z.string().optional() });
  app.get(`${CONSOLE}/sign-in`, { config: { open: true }, schema: { ...HIDDEN, querystring } }, (request, reply) => {
    const { to, problem } = request.query;
    const why =
      problem === 'wrong-key'
        ? 'This key opens nothing here. Look whether it is whole, and of this service.'
        : undefined;
    return show(request, reply, signIn({ to: ownPath(to), ...(why !== undefined && { problem: why }) }));
  });
}
