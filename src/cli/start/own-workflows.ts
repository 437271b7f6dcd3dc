import { readdir, readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { DsapProblem } from '../../client/problem.ts';
import type { Config } from '../../config/settings.ts';
import { decodeText, NotUtf8 } from '../../text/decode-text.ts';
import { formatOf } from '../../text/parse-document.ts';
import type { Part, Tree } from '../lifecycle.ts';
import { openService, type Service } from '../remote/service/service.ts';

/** Milliseconds between two looks. */
const LOOK = 500;
const WRITTEN = /\.(?:ya?ml|json)$/i;

/**
 * Publishes the definitions of a folder, and each of them again when its file changes (`dsap dev`). What is refused is told with the place in the
 * file, and the version before stays.
 */
export async function publishOwnWorkflows(
  tree: Pick<Tree, 'start' | 'print'>,
  { workflowsDirectory, apiKey }: Pick<Config, 'workflowsDirectory' | 'apiKey'>,
  url: string,
): Promise<void> {
  if (workflowsDirectory === undefined) return;
  const service = openService({ url, key: apiKey });
  await tree.start(
    'workflows',
    () =>
      watchFolder(
        workflowsDirectory,
        (file) => publish(service, file),
        (line) => tree.print(line),
      ),
    ({ told }) => told.join(' · ') || `none in ${workflowsDirectory}`,
  );
}

interface Watched extends Part {
  /** What came of the first look, a line for each file. */
  readonly told: readonly string[];
}

async function watchFolder(
  folder: string,
  take: (file: string) => Promise<string>,
  print: (line: string) => void,
): Promise<Watched> {
  const known = new Map<string, string>();
  const look = async (): Promise<readonly string[]> => {
    const told: string[] = [];
    for (const name of (await readdir(folder)).filter((one) => WRITTEN.test(one)).toSorted()) {
      const file = path.join(folder, name);
      const { mtimeMs, size } = await stat(file);
      const mark = `${mtimeMs} ${size}`;
      if (known.get(file) === mark) continue;
      known.set(file, mark);
      told.push(await take(file));
    }
    return told;
  };
  const told = await look();
  let closed = false;
  let next: NodeJS.Timeout | undefined;
  const again = (): void => {
    next = setTimeout(() => {
      // A file may go between its name and its text: the next look tells.
      void look()
        .catch(() => [])
        .then((lines) => {
          for (const line of lines) print(`workflows: ${line}`);
          if (!closed) again();
        });
    }, LOOK).unref();
  };
  again();
  return {
    told,
    close: async () => {
      closed = true;
      clearTimeout(next);
    },
  };
}

async function publish(service: Service, file: string): Promise<string> {
  const mediaType = `application/${formatOf(file)}` as const;
  const named = path.relative(process.cwd(), file);
  try {
    const { document } = await service.definitions.publish({ content: decodeText(await readFile(file)), mediaType });
    return `${document.name} version ${document.version}`;
  } catch (error) {
    if (error instanceof NotUtf8) return `${named} ${error.message}`;
    if (!(error instanceof DsapProblem)) throw error;
    const [first] = error.errors;
    const place = first?.line === undefined ? '' : `:${first.line}:${first.column ?? 1}`;
    return `${named}${place} is refused: ${first?.detail ?? error.message}`;
  }
}
