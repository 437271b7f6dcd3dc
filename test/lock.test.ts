import { readFile } from 'node:fs/promises';
import path from 'node:path';

interface Entry {
  readonly version: string;
  readonly integrity?: string;
  readonly resolved?: string;
  readonly link?: boolean;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
}

const ROOT = path.resolve(import.meta.dirname, '..');

const entries = async (): Promise<readonly (readonly [string, Entry])[]> => {
  const lock: { packages: Record<string, Entry> } = JSON.parse(
    await readFile(path.join(ROOT, 'package-lock.json'), 'utf8'),
  );
  return Object.entries(lock.packages);
};

test('every package of the lock has the digest of what is installed, and none the address of a registry', async () => {
  const installed = (await entries()).filter(([place, { link }]) => place !== '' && link !== true);
  expect(installed.length).toBeGreaterThan(500);
  expect(installed.filter(([, { integrity = '' }]) => !integrity.startsWith('sha512-'))).toEqual([]);
  expect(installed.filter(([, { resolved }]) => resolved !== undefined)).toEqual([]);
});

test('what one platform needs is in the lock for every platform, in the version that is asked for', async () => {
  const all = new Map(await entries());
  const missing = [...all].flatMap(([place, { optionalDependencies = {} }]) =>
    Object.entries(optionalDependencies)
      .filter(([name]) => !all.has(`${place && `${place}/`}node_modules/${name}`) && !all.has(`node_modules/${name}`))
      .map(([name, range]) => `${name} ${range}`),
  );
  expect(missing).toEqual([]);
  const wanted = Object.entries(all.get('')?.optionalDependencies ?? {});
  expect(wanted).toHaveLength(12);
  for (const [name, version] of wanted)
    expect([name, all.get(`node_modules/${name}`)?.version]).toEqual([name, version]);
});
