import type { Client } from '@temporalio/client';
import type { Shape } from './bare-queues.ts';
import type { Bench } from './bench.ts';
import type { Document } from './definitions.ts';
import type { Ground } from './ground.ts';

/** One way to have the same work done. */
export interface Side {
  readonly client: Client;
  /** Where it is done. */
  readonly ground: Ground;
  /** Answers the workflow's id. */
  readonly start: () => Promise<string>;
  /** Waits for its end as somebody does who asked for the work. */
  readonly result: (id: string) => Promise<unknown>;
}

/** Ours first, then the bare shapes that were asked for, then the commit of before where there is one. */
export async function sidesOf(
  bench: Bench,
  document: Document,
  shapes: readonly Shape[],
): Promise<Readonly<Record<string, Side>>> {
  const ground = await bench.ground();
  const before = await bench.before();
  const sides: Record<string, Side> = { ours: await served(ground, document) };
  if (shapes.length > 0) {
    const bare = await bench.bare();
    await bare.define(document);
    const { client } = ground;
    for (const shape of shapes) {
      const result = async (id: string) => client.workflow.getHandle(id).result();
      sides[shape] = { client, ground, start: () => bare.start(document.name, shape), result };
    }
  }
  return before ? { ...sides, before: await served(before, document) } : sides;
}

async function served(ground: Ground, document: Document): Promise<Side> {
  await ground.rest.publish(document);
  const start = () => ground.rest.start(document.name);
  return { client: ground.client, ground, start, result: (id) => ground.rest.completed(id) };
}

/** A number of each side, in the form that rounds take. */
export function takesOf(
  sides: Readonly<Record<string, Side>>,
  take: (side: Side) => Promise<number>,
): Readonly<Record<string, () => Promise<number>>> {
  return Object.fromEntries(Object.entries(sides).map(([name, side]) => [name, () => take(side)]));
}
