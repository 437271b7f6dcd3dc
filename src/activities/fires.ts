import { ApplicationFailure } from '@temporalio/activity';
import type { FireInput } from '../ports/calls.ts';
import type { Store } from '../ports/store/store.ts';

/** Notes that a schedule has fired; the API starts what it is for. */
export function createAnnounceFireActivity({ schedules }: Pick<Store, 'schedules'>) {
  return (fire: FireInput): Promise<void> => schedules.announce(fire);
}

/** Takes a fire back. Answers the id of its run where it is too late for that; while it is being started the activity is tried again. */
export function createRecallFireActivity({ schedules }: Pick<Store, 'schedules'>) {
  return async (fire: FireInput): Promise<{ readonly runId?: string }> => {
    const recalled = await schedules.recall(fire);
    if (recalled !== 'undecided') return recalled;
    throw ApplicationFailure.create({ message: 'The fire is being started.', type: 'Undecided', category: 'BENIGN' });
  };
}
