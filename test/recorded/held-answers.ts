import type { FastifyInstance } from 'fastify';
import { z } from 'zod';

/** A model's answer that does not come before the scenario says so. */
export interface HeldAnswer {
  /** Settles once the model was asked. */
  readonly asked: Promise<void>;
  release(): void;
}

/** Makes an order of what has none by itself: which of two answers comes first, or what a person says while one is made. */
export interface HeldAnswers {
  /** Holds the next answer to the step's generation number `n` over all epochs. */
  hold(step: string, n?: number): HeldAnswer;
  /** Stands before the simulated models. */
  standBefore(app: FastifyInstance): void;
  releaseAll(): void;
}

const Asked = z.object({ metadata: z.object({ dsap_step: z.string(), dsap_n: z.coerce.number() }) });

interface Hold {
  readonly asked: PromiseWithResolvers<void>;
  readonly released: PromiseWithResolvers<void>;
}

export function createHeldAnswers(): HeldAnswers {
  const waiting = new Map<string, Hold>();
  const all: Hold[] = [];
  return {
    hold(step, n = 1) {
      const hold = { asked: Promise.withResolvers<void>(), released: Promise.withResolvers<void>() };
      waiting.set(`${step} ${n}`, hold);
      all.push(hold);
      return { asked: hold.asked.promise, release: () => hold.released.resolve() };
    },
    standBefore(app) {
      app.addHook('preHandler', async ({ body }) => {
        const { data } = Asked.safeParse(body);
        if (!data) return;
        const key = `${data.metadata.dsap_step} ${data.metadata.dsap_n}`;
        const hold = waiting.get(key);
        waiting.delete(key);
        hold?.asked.resolve();
        await hold?.released.promise;
      });
    },
    releaseAll() {
      waiting.clear();
      for (const { released } of all.splice(0)) released.resolve();
    },
  };
}
