import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type Bare, startBare } from './bare.ts';
import { createRest, type Rest } from './rest.ts';
import { type Service, startService } from './service.ts';
import { textsCard } from './texts-card.ts';

/** What figures measure on. Everything is started when it is first asked for. */
export interface Bench {
  readonly quick: boolean;
  /** The service and its API. */
  service(): Promise<Service & { readonly rest: Rest }>;
  bare(): Promise<Bare>;
  /** An empty folder that is removed at the end. */
  folder(): Promise<string>;
  /** Stops what runs in this process, so that it takes nothing away from the processes of a figure. */
  standDown(): Promise<void>;
  close(): Promise<void>;
}

export function createBench(quick: boolean): Bench {
  const folders: string[] = [];
  let service: Promise<Service & { readonly rest: Rest }> | undefined;
  let bare: Promise<Bare> | undefined;
  const folder = async () => {
    const made = await mkdtemp(path.join(tmpdir(), 'dsap-bench-'));
    // Embedded servers of root run as another user (R82).
    await chmod(made, 0o755);
    folders.push(made);
    return made;
  };
  const start = async () => {
    const started = await startService({ dataDirectory: await folder(), cards: [textsCard()] });
    return { ...started, rest: createRest(started.apiUrl) };
  };
  const standDown = async () => {
    const [ourBare, ourService] = [await bare, await service];
    [bare, service] = [undefined, undefined];
    await ourBare?.close();
    await ourService?.close();
  };
  return {
    quick,
    service: () => (service ??= start()),
    bare: () => (bare ??= (service ??= start()).then(startBare)),
    folder,
    standDown,
    async close() {
      await standDown();
      for (const made of folders) await rm(made, { recursive: true, force: true });
    },
  };
}
