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
export { sentenceOf } from './core/events/homes.ts';
export { type Foreseen, foresee, STILL } from './core/foresee.ts';
export { artifactOf, dependenciesOf, isSettled } from './core/frontier.ts';
export { absorb } from './core/moves/absorb.ts';
export { mustNameWhatItAccepts, standingOf } from './core/moves/as-seen.ts';
export { mustBeOpen, noteRefusal } from './core/moves/control.ts';
export { mustBeAllowed, payloadOf } from './core/moves/decide.ts';
export { recordRefusal } from './core/moves/record-refusal.ts';
export { planGraph } from './core/plan-graph.ts';
export { type Preview, preview } from './core/preview.ts';
export { raisedBound, remainingBound } from './core/remaining-bound.ts';
export { type AnyCall, createRun, type RunHandle, type Started, type World } from './core/run.ts';
export {
  activeTime,
  type BudgetStatus,
  budgetStatusOf,
  type ExhaustedBudget,
  exhaustedBudget,
  spentOf,
} from './core/spending.ts';
export { planOf, stateOf } from './core/state/lookup.ts';
export { type StateOfSchema1, toSchema1 } from './core/state/schema-1.ts';
export { isOf, isRedirecting } from './core/state/spoken.ts';
export { unpacked } from './core/state/unpacked.ts';
export { type StoredState, UnknownState, unknownSchema, upgraded } from './core/state/upgrade.ts';
export { tick } from './core/tick.ts';
export { type OwnCall, rulesOf } from './core/topology.ts';
export { ownCalls, stepsAtWork, wanted, wantedCalls } from './core/wanted.ts';
export { withSeeds } from './core/with-seeds.ts';

registerTopologies();
