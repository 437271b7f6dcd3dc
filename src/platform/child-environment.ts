import path from 'node:path';

/** What programs need to run at all, and to find their user's files. */
const PLAIN = /^(PATH|HOME|USER|LOGNAME|SHELL|TMPDIR|LANG|LC_\w+|TZ)$/;

/** What a program that fetches something needs besides: proxies, certificates, the person's index of packages. */
const FETCHING = /^((https?|all|no|ftp)_proxy|SSL_CERT_(FILE|DIR)|REQUESTS_CA_BUNDLE|CURL_CA_BUNDLE|PIP_\w+|XDG_\w+)$/i;

/** Where the system's own programs are, such as `id` and `tar`, whatever a person's PATH names. */
const SYSTEM = ['/usr/bin', '/bin'];

/** The environment of a program that we start: no key and no password of ours is in it. */
export function childEnvironment(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  return only(env, (name) => PLAIN.test(name));
}

/** The same for pip. */
export function fetchingEnvironment(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  return only(env, (name) => PLAIN.test(name) || FETCHING.test(name));
}

function only(env: NodeJS.ProcessEnv, isKept: (name: string) => boolean): NodeJS.ProcessEnv {
  const kept = Object.fromEntries(Object.entries(env).filter(([name]) => isKept(name)));
  const named = (env['PATH'] ?? '').split(path.delimiter).filter((folder) => folder !== '');
  return { ...kept, PATH: [...new Set([...named, ...SYSTEM])].join(path.delimiter) };
}
