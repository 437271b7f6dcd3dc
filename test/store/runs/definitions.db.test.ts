import { BadCursor } from '../../../src/ports/store/pages.ts';
import { aDefinition } from '../makers.ts';
import { useStore } from '../stores.ts';

const on = useStore();

function aVersion(name: string, content: string) {
  return aDefinition({ name, document: { name, constraints: content } });
}

test('design 3: a name gets versions 1, 2, …, and the same content the version it has', async () => {
  const first = await on.store.definitions.publish(aVersion('counted', 'x'));
  const second = await on.store.definitions.publish(aVersion('counted', 'y'));
  const again = await on.store.definitions.publish(aVersion('counted', 'x'));
  expect([first, second, again].map(({ created, version }) => [created, version.version])).toEqual([
    [true, 1],
    [true, 2],
    [false, 1],
  ]);
  expect(again.version).toEqual(first.version);
});

test('what was published is found as it was', async () => {
  const definition = aDefinition({
    name: 'whole',
    document: { name: 'whole', z: 1, a: 'NUL \u0000', steps: [] },
    warnings: [{ pointer: '/steps', code: 'x', detail: 'y' }],
  });
  const { version: stored } = await on.store.definitions.publish(definition);
  expect(stored).toEqual({ ...definition, version: 1, createdAt: expect.any(Number) });
  expect(await on.store.definitions.find('whole')).toEqual(stored);
  expect(Object.keys(Object(stored.document))).toEqual(['name', 'z', 'a', 'steps']);
});

test('without a version the newest is found', async () => {
  await on.store.definitions.publish(aVersion('newest', 'x'));
  await on.store.definitions.publish(aVersion('newest', 'y'));
  expect((await on.store.definitions.find('newest'))?.version).toBe(2);
  expect((await on.store.definitions.find('newest', 1))?.version).toBe(1);
  expect(await on.store.definitions.find('newest', 3)).toBeUndefined();
  expect(await on.store.definitions.find('newest', 1e30)).toBeUndefined();
  expect(await on.store.definitions.find('none')).toBeUndefined();
});

test('many publications at once get dense versions, one per content', async () => {
  const contents = Array.from({ length: 12 }, (_, at) => `${at % 6}`);
  const results = await Promise.all(contents.map((content) => on.store.definitions.publish(aVersion('busy', content))));
  expect(results.filter(({ created }) => created)).toHaveLength(6);
  const versions = new Set(results.map((result) => result.version.version));
  expect(versions).toEqual(new Set([1, 2, 3, 4, 5, 6]));
});

test('R57: the list has the newest version of every name, newest first, in pages', async () => {
  for (const name of ['list-a', 'list-b', 'list-c']) await on.store.definitions.publish(aVersion(name, 'x'));
  await on.store.definitions.publish(aVersion('list-a', 'y'));
  const first = await on.store.definitions.list({ limit: 2 });
  const second = await on.store.definitions.list({ limit: 1, cursor: first.nextCursor ?? '' });
  expect([...first.rows, ...second.rows].map((row) => [row.name, row.version])).toEqual([
    ['list-a', 2],
    ['list-c', 1],
    ['list-b', 1],
  ]);
  expect((await on.store.definitions.list({ limit: 200 })).nextCursor).toBeNull();
  await expect(on.store.definitions.list({ limit: 1, cursor: 'x' })).rejects.toThrow(BadCursor);
});

test('the list leaves out what says the same as a given document, whatever model it names, and fills its pages', async () => {
  const own = (name: string, model: string, more: object = {}) => ({
    name,
    model: { name: model, temperature: 0.7 },
    ...more,
  });
  const publish = (name: string, document: object) =>
    on.store.definitions.publish({ ...aVersion(name, JSON.stringify(document)), document });
  await publish('mine-a', { name: 'mine-a' });
  await publish('bundled-a', own('bundled-a', 'sim:coder'));
  await publish('bundled-b', own('bundled-b', 'gpt'));
  await publish('bundled-c', own('bundled-c', 'sim:coder', { description: 'changed' }));
  await publish('mine-b', { name: 'mine-b', model: 'gpt' });
  await publish('bundled-d', own('bundled-d', 'gpt', { description: 'NUL \u0000' }));
  await publish('bundled-e', { name: 'bundled-e', model: 'gpt' });
  const without = ['a', 'b', 'c', 'd', 'e'].map((one) => own(`bundled-${one}`, 'sim:coder'));
  const names: string[] = [];
  for (let cursor: string | null = null, pages = 0; pages < 5; pages += 1) {
    const page = await on.store.definitions.list({ limit: 1, ...(cursor !== null && { cursor }) }, without);
    names.push(...page.rows.map(({ name }) => name));
    cursor = page.nextCursor;
  }
  expect(names).toEqual(['bundled-e', 'bundled-d', 'mine-b', 'bundled-c', 'mine-a']);
});
