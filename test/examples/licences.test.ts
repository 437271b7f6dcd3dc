/** The demonstration's data without a service: the project's own packages, the real card, prompt and guards. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import '../../src/topologies/documents.ts';
import { Facts, noticeOf } from '../../examples/licences/notice.ts';
import { findPackages } from '../../examples/licences/packages.ts';
import { pickTelling } from '../../examples/licences/pick.ts';
import { checkDefinition } from '../../src/definitions/checks/check.ts';
import { createGuardRegistry } from '../../src/guards/registry.ts';
import { parseDocument } from '../../src/text/parse-document.ts';
import { playLicences } from './play-licences.ts';

const definition = parseDocument(
  readFileSync(new URL('../../examples/licences/definition.yaml', import.meta.url), 'utf8'),
  'yaml',
);
const packages = pickTelling(await findPackages(fileURLToPath(new URL('../..', import.meta.url))), 12);

const ids = z.array(z.string()).parse(createRequire(import.meta.url)('spdx-license-ids'));

test('design 3.2: the definition can be published, without a warning', () => {
  const document = 'document' in definition ? definition.document : undefined;
  expect(checkDefinition(document, { guards: createGuardRegistry({ sim: false }) })).toMatchObject({
    ok: true,
    warnings: [],
    bound: { generations: 10 },
  });
});

test('the closed list of licences holds SPDX ids, and those that the installed packages declare', async () => {
  const listed = JSON.stringify(definition);
  const enumerated = [...listed.matchAll(/"enum":\[([^\]]*)\]/g)].flatMap(
    ([, items]) => items?.replaceAll('"', '').split(',') ?? [],
  );
  expect(ids).toEqual(expect.arrayContaining(enumerated));
  expect(enumerated).toEqual(expect.arrayContaining(packages.flatMap(({ declared }) => [...declared])));
});

test('the dozen has a file that its manifest contradicts and a manifest that names no licence', () => {
  expect(packages).toHaveLength(12);
  expect(packages.map((one) => one.package)).toContain('@pkgjs/parseargs');
  expect(packages.map(({ manifestLicense }) => manifestLicense)).toContain(null);
});

describe('running 1: the demonstration shows rejections that feedback mends, and one that only a person can settle', () => {
  test.each(packages.map((item) => [item.package, item] as const))('%s', async (name, item) => {
    const steps = await playLicences(item);
    const [extract] = steps;
    const rejections = extract?.verdicts.filter(({ verdict }) => verdict !== 'pass') ?? [];
    if (name === '@pkgjs/parseargs') {
      expect(extract?.artifact).toBeUndefined();
      expect(rejections.map(({ guard }) => guard)).toContain('manifest');
      return;
    }
    expect(steps.map(({ artifact }) => artifact !== undefined)).toEqual([true, true]);
    const facts = Facts.parse(JSON.parse(extract?.artifact ?? ''));
    expect(item.manifestLicense === null || item.declared.includes(facts.spdx)).toBe(true);
  });

  test('the model errs, and never the same way for ever', async () => {
    const steps = (await Promise.all(packages.map(playLicences))).flat();
    const guards = steps.flatMap(({ verdicts }) =>
      verdicts.filter(({ verdict }) => verdict === 'retry').map(({ guard }) => guard),
    );
    expect(new Set(guards).size).toBeGreaterThanOrEqual(3);
    expect(guards.length).toBeGreaterThanOrEqual(6);
  });
});

describe('the notice', () => {
  const facts = {
    spdx: 'MIT',
    quote: 'q',
    holders: [{ name: 'Ada', years: '2020', quote: 'Copyright (c)  2020 Ada' }],
  };
  const settled = (name: string, text: string) =>
    ({ kind: 'settled', package: name, version: '1.0.0', facts, summary: 'One. Two. Three.', text }) as const;

  test('names every settled package with its copyright lines, and prints each text once', () => {
    const notice = noticeOf([settled('a', 'The text.'), settled('b', 'The text.'), settled('c', 'Another.')]);
    expect(notice.match(/The text\./g)).toHaveLength(1);
    expect(notice).toContain('b 1.0.0\n  MIT, text 1\n  Copyright (c) 2020 Ada\n\n  One. Two. Three.');
    expect(notice).toContain('c 1.0.0\n  MIT, text 2');
  });

  test('lists what nobody settled as open, and guesses nothing', () => {
    const open = {
      kind: 'open',
      package: 'a',
      version: '1.0.0',
      manifestLicense: 'MIT',
      reason: 'file and manifest\ndisagree',
    } as const;
    expect(noticeOf([open])).toContain('NOT SETTLED');
    expect(noticeOf([open])).toContain('a 1.0.0 (its manifest says: MIT)\n    file and manifest disagree');
    expect(noticeOf([settled('a', 'x')])).not.toContain('NOT SETTLED');
  });
});
