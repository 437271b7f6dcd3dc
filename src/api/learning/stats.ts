import type { PageRequest } from '../../ports/store/pages.ts';
import type { CountedRun, StatisticsFilter } from '../../ports/store/statistics.ts';
import type { Store } from '../../ports/store/store.ts';
import { addSurvey, newSurvey, type Survey } from '../../stories/survey.ts';
import { surveyFromJson } from '../../stories/survey-json.ts';
import { toldStory } from '../../stories/told-runs.ts';
import { statsView } from './stats-view.ts';

/** What one answer reads at most. */
const MOST = { runs: 1_000, events: 250_000 };
/** Runs that are told side by side. */
const AT_ONCE = 4;

/** The counts over the newest runs that fit, and how many of those that fit they are (R94). */
export async function statsOf(store: Store, filter: StatisticsFilter, page: PageRequest) {
  const { runs, matched, oldest } = await store.statistics.newest(filter, MOST);
  const survey = newSurvey();
  for (let at = 0; at < runs.length; at += AT_ONCE) {
    const surveys = await Promise.all(runs.slice(at, at + AT_ONCE).map((run) => surveyIn(store, run)));
    for (const each of surveys) if (each) addSurvey(survey, each);
  }
  survey.discarded = await store.statistics.discarded(runs.map(({ runId }) => runId));
  return statsView(survey, { matched, counted: runs.length, ...(oldest !== undefined && { oldest }) }, page);
}

async function surveyIn({ tellings }: Store, { runId, survey }: CountedRun): Promise<Survey | undefined> {
  return survey === undefined ? (await toldStory(tellings, runId))?.survey : surveyFromJson(survey);
}
