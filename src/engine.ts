/**
 * The core and the topologies put together: what the rest imports of the core. Whoever imports a module of the core by itself has no
 * topology that it could ask.
 */
import { registerTopologies } from './topologies/rules.ts';

export { type BoundedStep, haltingBound } from './core/bound.ts';
export { type Condition, conditionalSteps, conditions } from './core/conditions.ts';
export { draft } from './core/draft.ts';
export { close } from './core/endings.ts';
export { evolve } from './core/events/evolve.ts';
export { artifactOf, dependenciesOf, isSettled } from './core/frontier.ts';
export { planOf, stateOf } from './core/lookup.ts';
export { absorb } from './core/moves/absorb.ts';
export { mustBeOpen, noteRefusal } from './core/moves/control.ts';
export { mustNameWhatItAccepts, payloadOf } from './core/moves/decide.ts';
export { recordRefusal } from './core/moves/record-refusal.ts';
export { planGraph } from './core/plan-graph.ts';
export { raisedBound, remainingBound } from './core/remaining-bound.ts';
export {
  type Decision,
  fieldsOf,
  readAlign,
  readBegin,
  readBudget,
  readDecision,
  readPlain,
  readRedirect,
  readStop,
  type WrittenRedirect,
} from './core/requests.ts';
export { type AnyCall, createRun, type RunHandle, type Started, type World } from './core/run.ts';
export { activeTime, leftOf, spentOf, usedUpBefore } from './core/spending.ts';
export { isOf, isRedirecting } from './core/spoken-state.ts';
export { tick } from './core/tick.ts';
export { type OwnCall, rulesOf } from './core/topology.ts';
export { unpacked } from './core/unpacked.ts';
export { ownCalls, wanted, wantedCalls } from './core/wanted.ts';
export { withSeeds } from './core/with-seeds.ts';

registerTopologies();
