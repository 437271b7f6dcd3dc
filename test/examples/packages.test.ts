import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { declaredIn, findPackages } from '../../examples/licences/packages.ts';
import { pickTelling } from '../../examples/licences/pick.ts';

let folder = '';
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'dsap-licences-'));
});
afterEach(() => rm(folder, { recursive: true }));

async function install(path: string, manifest: object, files: Readonly<Record<string, string>>): Promise<void> {
  const own = join(folder, 'node_modules', path);
  await mkdir(own, { recursive: true });
  await writeFile(join(own, 'package.json'), JSON.stringify({ version: '1.0.0', ...manifest }));
  for (const [name, text] of Object.entries(files)) await writeFile(join(own, name), text);
}

describe('the demonstration finds installed packages with their licence files', () => {
  test('scoped and nested ones too, each version once, by name and version', async () => {
    await install('b', { name: 'b', license: 'MIT' }, { LICENSE: 'text' });
    await install('@s/a', { name: '@s/a', license: 'ISC' }, { 'license.md': 'text' });
    await install('c', { name: 'c', version: '2.0.0' }, { COPYING: 'text' });
    await install('c/node_modules/b', { name: 'b', license: 'MIT' }, { LICENSE: 'text' });
    await install('c/node_modules/c', { name: 'c' }, { 'LICENSE-MIT': 'text' });
    const found = await findPackages(folder);
    expect(found.map((one) => `${one.package}@${one.version}`)).toEqual([
      '@s/a@1.0.0',
      'b@1.0.0',
      'c@1.0.0',
      'c@2.0.0',
    ]);
    expect(await findPackages(join(folder, 'node_modules'))).toEqual(found);
  });

  test('several licence files are one text', async () => {
    await install('a', { name: 'a' }, { 'LICENSE-MIT': 'one', 'LICENSE-APACHE': 'two', 'license-check.js': '' });
    expect((await findPackages(folder)).map(({ text }) => text)).toEqual(['two\n\none']);
  });

  test('without a licence file, without a manifest or with a book for a licence there is nothing to read', async () => {
    await install('none', { name: 'none', license: 'MIT' }, { 'README.md': 'text' });
    await install('large', { name: 'large', license: 'MIT' }, { LICENSE: 'x'.repeat(20_001) });
    await mkdir(join(folder, 'node_modules', 'empty'));
    expect(await findPackages(folder)).toEqual([]);
  });

  test.each([
    [{ license: 'MIT' }, 'MIT', ['MIT']],
    [{ license: '(MIT OR CC0-1.0)' }, '(MIT OR CC0-1.0)', ['MIT', 'CC0-1.0']],
    [{ license: { type: 'ISC' } }, 'ISC', ['ISC']],
    [{ licenses: [{ type: 'MIT' }, { type: 'Apache-2.0' }] }, 'MIT OR Apache-2.0', ['MIT', 'Apache-2.0']],
    [{}, null, []],
  ])('the manifest %j declares %j', async (manifest, manifestLicense, declared) => {
    await install('a', { name: 'a', ...manifest }, { LICENSE: 'text' });
    expect(await findPackages(folder)).toEqual([expect.objectContaining({ manifestLicense, declared })]);
  });

  test('an exception is no licence', () => {
    expect(declaredIn('GPL-2.0-only WITH Classpath-exception-2.0 AND MIT')).toEqual(['GPL-2.0-only', 'MIT']);
    expect(declaredIn('MIT or MPL-2.0')).toEqual(['MIT', 'MPL-2.0']);
  });
});

describe('the demonstration picks a telling few', () => {
  const item = (name: string, manifestLicense: string | null, text: string) => ({
    package: name,
    version: '1.0.0',
    manifestLicense,
    declared: declaredIn(manifestLicense),
    text,
  });
  const mit = (name: string) => item(name, 'MIT', `Copyright ${name}. Permission is hereby granted`);

  test('first what looks at odds with its manifest or has none, then one of each licence, the rarest first', () => {
    const packages = [
      mit('a'),
      mit('b'),
      mit('c'),
      item('d', 'ISC', 'Permission to use, copy'),
      item('e', null, 'free'),
      item('f', 'MIT', 'Apache License'),
    ];
    expect(pickTelling(packages, 8).map((one) => one.package)).toEqual(['e', 'f', 'd', 'a', 'b', 'c']);
    expect(pickTelling(packages, 3).map((one) => one.package)).toEqual(['e', 'd', 'a']);
  });

  test('one text counts once', () => {
    const same = (name: string) => item(name, 'MIT', 'Permission is hereby granted');
    expect(pickTelling([same('a'), same('b')], 5).map((one) => one.package)).toEqual(['a']);
  });
});
