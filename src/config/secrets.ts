import type { SettingsFile } from './file.ts';

/** What the service's own processes are given and foreign code must never come near. */
const SECRETS = ['DATABASE_URL', 'DSAP_MIGRATION_DATABASE_URL', 'PGPASSWORD', 'OPENAI_API_KEY', 'DSAP_API_KEY'];

/**
 * The secrets in an environment that is to hold none. They are refused, not dropped: what a process was started with stays readable to
 * other processes of its user.
 */
export function secretsIn(
  env: Readonly<Record<string, string>>,
  { endpoints }: Pick<SettingsFile, 'endpoints'>,
): readonly string[] {
  const keys = Object.values(endpoints).flatMap(({ apiKeyEnv }) => apiKeyEnv ?? []);
  const found = [...new Set([...SECRETS, ...keys])].filter((name) => env[name]);
  if (found.length === 0) return [];
  const without = `env ${found.map((name) => `-u ${name}`).join(' ')} dsap worker --queue guards`;
  const what = found.length === 1 ? 'is a secret' : 'are secrets';
  return [
    `${found.join(', ')}: ${what}, and a process that runs what models wrote may hold none. Start it so: ${without}`,
  ];
}
