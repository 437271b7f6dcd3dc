import { DsapProblem } from '../../client/problem.ts';
import type { Fetch } from '../../client/transport.ts';
import { EXIT, INTERRUPTED } from './exit.ts';
import type { Work } from './perform.ts';
import { checkedUrl, keepPlace, keyOfFile } from './place.ts';
import { openService } from './service/service.ts';

/** `dsap login [URL]`: tries the key, and keeps it with the address. The key is never an argument: those are seen by others. */
export function login(url: string | undefined, keyFile: string | undefined): Work {
  return async ({ client, terminal, env, fetch }) => {
    const address = url === undefined ? client.url : checkedUrl(url);
    const given = keyFile === undefined ? env['DSAP_API_KEY'] || undefined : await keyOfFile(keyFile);
    let key = given;
    if (key === undefined && !(await isOpen(address, fetch))) {
      key = terminal.asks ? await terminal.ask(`Key of ${address}: `, { secret: true }) : undefined;
      if (key === undefined || key === '') {
        terminal.tell(
          `${address} wants a key: put it into DSAP_API_KEY, or name a file with --key-file. Nothing was kept.`,
        );
        return terminal.interrupted.aborted ? INTERRUPTED : EXIT.notAllowed;
      }
    }
    await openService({ url: address, key, retries: 0, fetch }).runs.list({ limit: 1 });
    const file = await keepPlace(env, { url: address, key });
    terminal.tell(`${address} is kept in ${file}${key === undefined ? ', without a key: it wants none' : ''}.`);
    return EXIT.done;
  };
}

async function isOpen(url: string, fetch: Fetch): Promise<boolean> {
  try {
    await openService({ url, retries: 0, fetch }).runs.list({ limit: 1 });
    return true;
  } catch (error) {
    if (error instanceof DsapProblem && error.status === 401) return false;
    throw error;
  }
}
