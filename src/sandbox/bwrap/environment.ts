import { type Job, SandboxFault } from '../sandbox.ts';

/** The environment of a job, checked: a command line could take a name or value with such characters for something else. */
export function checkedEnvironment(env: Job['env'] = {}): Readonly<Record<string, string>> {
  const wrong = Object.entries(env).find(([name, value]) => !/^[^=\0-][^=\0]*$/.test(name) || value.includes('\0'));
  if (!wrong) return env;
  throw new SandboxFault(
    `A job cannot have the environment variable ${JSON.stringify(wrong[0])} with this name and value.`,
  );
}
