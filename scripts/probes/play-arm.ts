import type { Service } from '../../examples/service.ts';
import { type BundledDefinition, withModel } from '../../src/bundled/definitions.ts';

export interface Arm {
  readonly service: Service;
  readonly probe: BundledDefinition;
  readonly model: string;
  /** Retries after the first attempt. */
  readonly rMax: number;
  readonly runs: number;
}

/** How one run of a probe ended. */
export interface Trial {
  readonly solved: boolean;
  readonly attempts: number;
  /** Its first answer was a program, right or wrong. */
  readonly parsable: boolean;
}

const AT_ONCE = 4;

/**
 * Plays so many independent runs; with a simulated model each has a prompt of its own, so that it draws anew. Throws when a run asks a
 * person: nobody is there, and what stands in its way stands in the way of the others, such as a provider that refuses the key.
 */
export async function playArm({ service, probe, model, rMax, runs }: Arm): Promise<readonly Trial[]> {
  const { name, version } = await service.publish(variant(probe, model, rMax));
  const trials: Trial[] = [];
  const numbers = Array.from({ length: runs }, (_, index) => index + 1).values();
  let isStuck = false;
  const take = async () => {
    for (const number of numbers) {
      if (isStuck) return;
      try {
        trials.push(await playTrial(service, { name, version }, number));
      } catch (error) {
        isStuck = true;
        throw error;
      }
    }
  };
  // Each ends its own run before the first reason is told.
  const taken = await Promise.allSettled(Array.from({ length: AT_ONCE }, take));
  for (const one of taken) if (one.status === 'rejected') throw one.reason;
  return trials;
}

/** The probe for one model and arm: its own end is no question to a person. Real models answer anew by themselves and are told of no trial. */
function variant({ name, document }: BundledDefinition, model: string, rMax: number): unknown {
  const steps = Array.isArray(document['steps']) ? document['steps'] : [];
  const { budgets: _, ...rest } = withModel(document, model);
  return {
    ...rest,
    name: `${name}-r${rMax}`,
    ...(model.startsWith('sim:') && {
      specification: `${String(document['specification'])}\nThis is trial {input.trial}.\n`,
    }),
    steps: steps.map((step) => ({ ...step, recovery: { rMax, onExhausted: 'fail' } })),
  };
}

const NO_PROGRAM = ['generator-validation', 'python-syntax'];

async function playTrial(service: Service, workflow: { name: string; version: number }, trial: number): Promise<Trial> {
  const { id } = await service.start({ workflow, input: { trial }, tags: ['probe'] });
  let firstGuard: unknown;
  for await (const { type, data } of service.events(id)) {
    if (type === 'escalation.opened') throw await stuck(service, id, String(data['escalationId']));
    if (type === 'guard.verdict' && data['attempt'] === 1) firstGuard = data['verdict'] === 'pass' ? '' : data['guard'];
  }
  const { status, attempts } = await service.run(id);
  const parsable = !NO_PROGRAM.includes(String(firstGuard));
  return { solved: status === 'completed', attempts: attempts.used, parsable };
}

/** Ends the run, so that nothing waits for anybody, and says why it could not go on. */
async function stuck(service: Service, id: string, escalationId: string): Promise<Error> {
  const escalation = await service.escalation(escalationId);
  await service.abort(escalation, 'Nobody answers the questions of probes.');
  const why = [escalation.question, escalation.feedback].filter((text) => text).join(' ');
  return new Error(`The run ${id} cannot go on without a person: ${why} Mend that and begin again.`);
}
