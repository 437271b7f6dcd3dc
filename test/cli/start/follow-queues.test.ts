// Pure: which task queues are polled as what is wanted changes (R99).

import { followQueues } from '../../../src/cli/start/follow-queues.ts';
import { until } from '../../support/until.ts';

/** Follows what the test says is wanted, with parts that note what becomes of them. */
async function following(first: readonly string[]) {
  const world = { wanted: async () => first, breaks: new Map<string, (error: Error) => void>() };
  const noted: string[] = [];
  const told: string[] = [];
  const poll = async (prefix: string) => {
    noted.push(`+${prefix}`);
    const ended = Promise.withResolvers<void>();
    world.breaks.set(prefix, ended.reject);
    const close = async () => {
      noted.push(`-${prefix}`);
      ended.resolve();
    };
    return { ended: ended.promise, close };
  };
  const tell = (line: string) => void told.push(line);
  const part = await followQueues({ wanted: () => world.wanted(), poll, tell, every: 1 });
  return { world, noted, told, part };
}

const untilPolled = (part: { queues(): readonly string[] }, queues: readonly string[]) =>
  until('polled as wanted', () => (JSON.stringify(part.queues()) === JSON.stringify(queues) ? true : undefined));

test('a former name is polled while it is wanted, left when it is not, and taken up again (R99)', async () => {
  const { world, noted, told, part } = await following(['new', 'old']);
  expect(part.queues()).toEqual(['new', 'old']);
  world.wanted = async () => ['new'];
  await untilPolled(part, ['new']);
  world.wanted = async () => ['new', 'old'];
  await untilPolled(part, ['new', 'old']);
  await part.close();
  expect(noted).toEqual(['+new', '+old', '-old', '+old', '-new', '-old']);
  expect(told).toEqual([
    'polls the task queues old* no more: no run begun there is open',
    'polls the task queues old* too: a run begun there is open',
  ]);
});

test('a look that fails changes nothing and is told once (R99)', async () => {
  const { world, told, part } = await following(['new', 'old']);
  let looks = 0;
  world.wanted = async () => {
    looks += 1;
    throw new Error('away');
  };
  await until('several looks', () => (looks > 3 ? true : undefined));
  expect(part.queues()).toEqual(['new', 'old']);
  expect(told.filter((line) => line.includes('away'))).toHaveLength(1);
  await part.close();
});

test('what ends by itself is told, what was left is not, and closing ends it well (R99)', async () => {
  const { world, part } = await following(['new', 'old']);
  world.wanted = async () => ['new'];
  await untilPolled(part, ['new']);
  world.breaks.get('old')?.(new Error('long gone'));
  world.breaks.get('new')?.(new Error('broken'));
  await expect(part.ended).rejects.toThrow('broken');
  await part.close();
  const other = await following(['new']);
  await other.part.close();
  expect(await other.part.ended).toBeUndefined();
});

test('when one cannot be polled at the start, those that are polled are closed (R99)', async () => {
  const noted: string[] = [];
  const poll = async (prefix: string) => {
    if (prefix === 'old') throw new Error('refused');
    return { ended: new Promise<void>(() => {}), close: async () => void noted.push(`-${prefix}`) };
  };
  await expect(followQueues({ wanted: async () => ['new', 'old'], poll, tell: () => {} })).rejects.toThrow('refused');
  expect(noted).toEqual(['-new']);
});
