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

/** Plays so many independent runs; each has a prompt of its own, so that a simulated model draws anew for it. */
export async function playArm({ service, probe, model, rMax, runs }: Arm): Promise<readonly Trial[]> {
  const { name, version } = await service.publish(variant(probe, model, rMax));
  const trials: Trial[] = [];
  const numbers = Array.from({ length: runs }, (_, index) => index + 1).values();
  const take = async () => {
    for (const number of numbers) trials.push(await playTrial(service, { name, version }, number));
  };
  await Promise.all(Array.from({ length: AT_ONCE }, take));
  return trials;
}

/** The probe for one model and arm: it never asks a person, and its specification names the trial. */
function variant({ name, document }: BundledDefinition, model: string, rMax: number): unknown {
  const steps = Array.isArray(document['steps']) ? document['steps'] : [];
  const { budgets: _, ...rest } = withModel(document, model);
  return {
    ...rest,
    name: `${name}-r${rMax}`,
    specification: `${String(document['specification'])}\nThis is trial {input.trial}.\n`,
    steps: steps.map((step) => ({ ...step, recovery: { rMax, onExhausted: 'fail' } })),
  };
}

const NO_PROGRAM = ['generator-validation', 'python-syntax'];

async function playTrial(service: Service, workflow: { name: string; version: number }, trial: number): Promise<Trial> {
  const { id } = await service.start({ workflow, input: { trial }, tags: ['probe'] });
  let firstGuard: unknown;
  for await (const { type, data } of service.events(id)) {
    if (type === 'guard.verdict' && data['attempt'] === 1) firstGuard = data['verdict'] === 'pass' ? '' : data['guard'];
  }
  const { status, attempts } = await service.run(id);
  const parsable = !NO_PROGRAM.includes(String(firstGuard));
  return { solved: status === 'completed', attempts: attempts.used, parsable };
}
