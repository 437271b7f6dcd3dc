// `npm run api:lint`: what the linters that readers of the API use say of its OpenAPI document. `npm test` holds the main rules without them;
// here they are fetched, in the versions below. With `-- <url>` it takes the document of a service that runs, else of one of its own.
import { execFileSync } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { startService } from '../bench/harness/service.ts';

const folder = await mkdtemp(path.join(tmpdir(), 'dsap-api-lint-'));
try {
  await writeFile(path.join(folder, 'openapi.json'), await documentOf(process.argv[2]));
  await writeFile(path.join(folder, 'oas.yaml'), 'extends: ["spectral:oas"]\n');
  lint('@stoplight/spectral-cli@6.16.3', 'lint', 'openapi.json', '--ruleset', 'oas.yaml', '--display-only-failures');
  lint('@redocly/cli@2.77.0', 'lint', 'openapi.json', '--extends', 'recommended');
} finally {
  await rm(folder, { recursive: true });
}

async function documentOf(url: string | undefined): Promise<string> {
  if (url !== undefined) return fetched(url);
  const service = await startService({ dataDirectory: path.join(folder, 'data') });
  try {
    return await fetched(service.apiUrl);
  } finally {
    await service.close();
  }
}

async function fetched(url: string): Promise<string> {
  const answer = await fetch(new URL('/openapi.json', url));
  if (!answer.ok) throw new Error(`${url}/openapi.json answered ${answer.status}.`);
  return answer.text();
}

function lint(tool: string, ...options: readonly string[]): void {
  const env = { ...process.env, REDOCLY_TELEMETRY: 'off', SCARF_ANALYTICS: 'false' };
  execFileSync('npx', ['--yes', tool, ...options], { cwd: folder, stdio: 'inherit', env });
}
