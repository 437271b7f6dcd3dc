import type { Scenario } from '../scenario.ts';
import { agentWithEffects } from './agent-with-effects.ts';
import { andOrSpeculated } from './and-or-speculated.ts';
import { andOrSwitched } from './and-or-switched.ts';
import { dagBacktrack } from './dag-backtrack.ts';
import { dagLadder } from './dag-ladder.ts';
import { fork } from './fork.ts';
import { machineRefused } from './machine-refused.ts';
import { people } from './people.ts';
import { redirect } from './redirect.ts';
import { stopAndResume } from './stop-and-resume.ts';

/** By the name of the recording. */
export const SCENARIOS: Readonly<Record<string, Scenario>> = {
  'dag-backtrack': dagBacktrack,
  'dag-ladder': dagLadder,
  'and-or-switched': andOrSwitched,
  'and-or-speculated': andOrSpeculated,
  'machine-refused': machineRefused,
  people,
  redirect,
  'stop-and-resume': stopAndResume,
  fork,
  'agent-with-effects': agentWithEffects,
};
