import { readFileSync } from 'node:fs';
import path from 'node:path';
import { parseEnv } from 'node:util';
import { errorCode } from '../platform/error-code.ts';

/**
 * Takes what the file `.env` of a folder sets and the environment does not. Answers one line that says whether there was one, and where
 * it was looked for.
 */
export function takeDotEnv(folder: string, env: NodeJS.ProcessEnv): string {
  const file = path.join(folder, '.env');
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch (error) {
    const why = errorCode(error) === 'ENOENT' ? 'is not there' : `cannot be read (${String(errorCode(error))})`;
    return `settings come from the environment alone: ${file} ${why}`;
  }
  const found = Object.entries(parseEnv(text)).filter(([name, value]) => value && env[name] === undefined);
  for (const [name, value] of found) env[name] = value;
  return `settings from ${file}: ${found.map(([name]) => name).join(', ') || 'none that the environment does not set'}`;
}
