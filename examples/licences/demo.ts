import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { parse } from 'yaml';
import { createService, type Service } from '../service.ts';
import { createStyle, type Style } from '../terminal.ts';
import { followPackage, type Row } from './follow.ts';
import { noticeOf } from './notice.ts';
import { findPackages, type LicensedPackage } from './packages.ts';
import { pickTelling } from './pick.ts';
import { closingLines, progressLines } from './report.ts';

export interface LicencesDemoOptions {
  /** Where the service answers, without `/v1`. */
  readonly apiUrl: string;
  /** Where the service asks for one. */
  readonly apiKey?: string;
  /** Under which packages are installed: a project, or its `node_modules`. */
  readonly folder: string;
  /** How many packages. */
  readonly count: number;
  /** Replaces the definition's simulated model. */
  readonly model?: string;
  /** The file the notice is written to. */
  readonly out: string;
  /** Questions are left open until somebody answers them in the console. */
  readonly wait?: boolean;
  readonly print: (line: string) => void;
  readonly colour?: boolean;
  /** Columns to fit progress into. */
  readonly width?: number;
}

/** Runs under way at once. */
const AT_ONCE = 4;

/**
 * The demonstration: a third-party notice for the packages installed under a folder, made by runs of `definition.yaml` on a service
 * that is up. Prints progress and a closing table, writes the notice. `ok` is false when a run ended in any way but completed or
 * aborted over a question of content.
 */
export async function runLicencesDemo(
  options: LicencesDemoOptions,
): Promise<{ readonly ok: boolean; readonly rows: readonly Row[] }> {
  const { folder, count, out, print } = options;
  const style = createStyle(options.colour ?? false);
  const packages = pickTelling(await findPackages(folder), count);
  if (packages.length === 0) {
    print(
      `There is no package with a licence file under ${folder}. Name a project that has its dependencies installed.`,
    );
    return { ok: false, rows: [] };
  }
  const service = createService(options.apiUrl, options.apiKey);
  const rows = await followAll(service, packages, style, options);
  await mkdir(dirname(resolve(out)), { recursive: true });
  await writeFile(out, noticeOf(rows.map(({ entry }) => entry)));
  for (const line of ['', ...closingLines(rows, style), '', ...linkLines(rows, style, options)]) print(line);
  return { ok: rows.every(({ ok }) => ok), rows };
}

async function followAll(
  service: Service,
  packages: readonly LicensedPackage[],
  style: Style,
  { model, folder, print, wait = false, width = 120 }: LicencesDemoOptions,
): Promise<readonly Row[]> {
  const { name, version, bound } = await service.publish(await definitionFor(model));
  print(`${style.bold('A third-party notice')} from the licence files of ${packages.length} packages under ${folder}`);
  print(
    style.dim(
      `definition ${name} version ${version}, model ${model ?? 'sim:licences'}, at most ${bound.generations} generations a run, ${AT_ONCE} runs at once`,
    ),
  );
  print('');
  const nameWidth = Math.min(Math.max(...packages.map((item) => item.package.length + item.version.length + 1)), 34);
  return inParallel(packages, AT_ONCE, (item) =>
    followPackage({
      service,
      workflow: { name, version },
      item,
      wait,
      tell: (news) => progressLines(item, news, { style, width, nameWidth }).forEach((line) => print(line)),
    }),
  );
}

/** The definition beside this file, with another model where one is asked for. */
async function definitionFor(model: string | undefined): Promise<unknown> {
  const text = await readFile(new URL('definition.yaml', import.meta.url), 'utf8');
  const definition: Record<string, unknown> = parse(text);
  return model === undefined ? definition : { ...definition, model: { name: model, temperature: 0, maxTokens: 1500 } };
}

function linkLines(rows: readonly Row[], style: Style, { apiUrl, out }: LicencesDemoOptions): readonly string[] {
  const telling = rows.find(({ entry }) => entry.kind === 'open') ?? rows[0];
  const link = (label: string, url: string | null | undefined) =>
    url ? [`  ${style.dim(label.padEnd(12))} ${url}`] : [];
  const run = telling?.run;
  return [
    ...link('notice', resolve(out)),
    ...link('API', new URL('/docs', apiUrl).href),
    ...link('one run', run && new URL(run.links?.self ?? `/v1/runs/${run.id}`, apiUrl).href),
    ...link('its attempts', run && new URL(`/v1/runs/${run.id}/steps/extract/attempts`, apiUrl).href),
    ...link('Temporal UI', run?.links?.temporalUi),
  ];
}

/** Results in the order of the items, however the work ends. */
async function inParallel<Item, Result>(
  items: readonly Item[],
  limit: number,
  work: (item: Item) => Promise<Result>,
): Promise<readonly Result[]> {
  const results = new Map<number, Result>();
  const queue = [...items.entries()];
  const worker = async () => {
    for (let next = queue.shift(); next; next = queue.shift()) results.set(next[0], await work(next[1]));
  };
  await Promise.all(Array.from({ length: Math.min(limit, items.length) }, worker));
  return [...results].toSorted(([a], [b]) => a - b).map(([, result]) => result);
}
