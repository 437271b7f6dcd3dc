import { graphPlan } from '../../definitions/compile/graph-plan.ts';
import type { TopologyDocument } from '../../definitions/topology-document.ts';
import { guardsOfBaseCase } from '../base-case/guards.ts';
import { ASSERTING } from '../base-case/once-asserted.ts';
import { machineIssues } from './document/check.ts';
import { compileMachine } from './document/compile.ts';
import { isMachine, machineSchema } from './document/document.ts';
import { injectionIssues } from './document/limits.ts';
import { inMachine } from './document/pointers.ts';
import { readMachine } from './document/read.ts';
import { machineRedirects } from './document/redirects.ts';
import { translate } from './document/translate.ts';
import { machineWarnings } from './document/warnings.ts';

const KIND = 'machine';

/** A state machine, written in a form of its own (design 3.3). */
export const machineDocument: TopologyDocument = {
  kind: KIND,
  isCompleteByGoal: true,
  takesObjective: true,
  schema: machineSchema,
  form: {
    steps: '/workflow/steps',
    toCommon: translate,
    writtenAt: inMachine,
    askingStep: (id, prompt) => ({ name: id, type: 'llm', prompt, output: { format: 'json' } }),
  },
  redirects: machineRedirects,
  mayLackName: true,
  mayLackInput: true,
  recognises: isMachine,
  read: readMachine,
  limits: injectionIssues,
  check: machineIssues,
  warn: machineWarnings,
  compile(read, given) {
    const { definition, machine } = read;
    if (!machine) throw new Error(`the definition ${definition.name} was not read as a state machine`);
    return compileMachine(graphPlan(definition, given), machine, definition.objective);
  },
  guardsBeside: guardsOfBaseCase,
  ...ASSERTING,
};
