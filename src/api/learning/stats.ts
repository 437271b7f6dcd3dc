import type { StatisticsFilter, Store } from '../../ports/store.ts';
import { addRun, newSurvey } from '../../stories/survey.ts';
import { statsView } from './stats-view.ts';

/** What one answer reads at most. */
const MOST = { runs: 1_000, events: 250_000 };

/** The counts over the newest runs that fit, and how many of those that fit they are (R94). */
export async function statsOf(store: Store, filter: StatisticsFilter) {
  const { histories, ...counts } = await store.statistics.newest(filter, MOST);
  const survey = newSurvey();
  for await (const history of histories) addRun(survey, history);
  return statsView(survey, counts);
}
