import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { until } from '../until.ts';

/** In seconds, and so longer than any call; the rest of a delay says how often it holds. */
const HELD = 1_000;

const Body = z.object({
  metadata: z.object({ dsap_run: z.string(), dsap_step: z.string() }),
  sim: z.object({ outputs: z.record(z.string(), z.array(z.unknown())) }),
});

/** An answer that is held back until its call is cut off, so many times; whoever asks again after that has it at once. */
export function heldBack(text: string, times = 1) {
  return { text, delay: `${HELD + times}s` };
}

/** Simulated models that can hold answers back. */
export function createHolding() {
  const asked = new Map<string, number>();
  return {
    provider(this: void, app: FastifyInstance): void {
      app.addHook('preHandler', async ({ body }) => {
        const read = Body.safeParse(body);
        if (!read.success) return;
        const { dsap_run: run, dsap_step: step } = read.data.metadata;
        const count = (asked.get(`${run}/${step}`) ?? 0) + 1;
        asked.set(`${run}/${step}`, count);
        for (const output of read.data.sim.outputs[step] ?? []) {
          const { delay = '' } = Object(output);
          const times = Number.parseInt(delay, 10) - HELD;
          if (times > 0 && count > times) Object.assign(Object(output), { delay: '0s' });
        }
      });
    },
    /** Until the model of a step has been asked so often. */
    asked: (run: string, step: string, times = 1) =>
      until(`${step} is asked for ${times} times`, () => (asked.get(`${run}/${step}`) ?? 0) >= times || undefined),
  };
}
