import { createHash } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { makeWhole } from '../platform/whole-file.ts';
import type { Sandbox } from './sandbox.ts';

interface Made {
  readonly name: string;
  /** All that it is made from, by path. */
  readonly sources: Readonly<Record<string, string>>;
  /** Undefined where it cannot be made now. */
  readonly make: () => Promise<string | undefined>;
}

/** What is made of our own programs for what runs them in a sandbox: once for all processes of this machine, where it keeps that. */
export async function keptText(sandbox: Sandbox, { name, sources, make }: Made): Promise<string | undefined> {
  const { version, keptIn } = sandbox;
  if (keptIn === undefined) return make();
  const file = path.join(path.resolve(keptIn), `${name}-${digestOf(version, sources)}`);
  const found = await readKept(file);
  if (found !== undefined) return found;
  const made = await make();
  // Where it cannot be kept it is made again.
  if (made !== undefined)
    await makeWhole(file, (draft) => writeFile(draft, wholeOf(made), { mode: 0o600 })).catch(() => {});
  return made;
}

/** Undefined also where the file is not whole, as after a power cut: it is made anew. */
async function readKept(file: string): Promise<string | undefined> {
  const kept = await readFile(file, 'utf8').catch(() => '');
  const text = kept.slice(kept.indexOf('\n') + 1);
  return kept === wholeOf(text) ? text : undefined;
}

/** Its digest, and the text. */
const wholeOf = (text: string): string => `${createHash('sha256').update(text).digest('hex')}\n${text}`;

function digestOf(version: string, sources: Made['sources']): string {
  const hash = createHash('sha256').update(JSON.stringify([process.platform, process.arch, version]));
  for (const [file, text] of Object.entries(sources)) hash.update(JSON.stringify([file, text.length])).update(text);
  return hash.digest('hex').slice(0, 32);
}
