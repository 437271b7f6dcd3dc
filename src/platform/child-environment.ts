/** What programs need to run at all, and to find their user's files. */
const PLAIN = /^(PATH|HOME|USER|LOGNAME|SHELL|TMPDIR|LANG|LC_\w+|TZ)$/;

/** What a program that fetches something needs besides: proxies, certificates, the person's index of packages. */
const FETCHING = /^((https?|all|no|ftp)_proxy|SSL_CERT_(FILE|DIR)|REQUESTS_CA_BUNDLE|CURL_CA_BUNDLE|PIP_\w+|XDG_\w+)$/i;

/** The environment of a program that we start: no key and no password of ours is in it. */
export function childEnvironment(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  return only(env, (name) => PLAIN.test(name));
}

/** The same for pip. */
export function fetchingEnvironment(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  return only(env, (name) => PLAIN.test(name) || FETCHING.test(name));
}

function only(env: NodeJS.ProcessEnv, isKept: (name: string) => boolean): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(env).filter(([name]) => isKept(name)));
}
