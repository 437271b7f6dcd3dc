// An agent with two-tier state: what was parsed is kept over its attempts, what it has looked up in this attempt is not.
import { type AgentState, defineAgent, defineTool, type EffectCall, z } from 'dsap';

interface Row {
  readonly category: string;
  readonly amount: number;
}
interface Execution {
  readonly rows?: readonly Row[];
  readonly parses: number;
  readonly filed: readonly string[];
}
interface Attempt {
  readonly lookups: number;
}
type State = AgentState<Execution, Attempt>;

const parseCsv = defineTool({
  name: 'parse_csv',
  description:
    'Parses the expenses. PERSISTENCE: the rows are kept at EXECUTION level; there is no need to parse twice.',
  input: z.object({}),
  handler: ({ execution, attempt }: State, _input, { artifacts }) => {
    const csv = artifacts['csv'] ?? '';
    const rows = csv
      .trim()
      .split('\n')
      .map((line) => line.split(','))
      .map(([category = '', amount = '']) => ({ category: category.trim(), amount: Number(amount) }));
    return {
      newState: { execution: { ...execution, rows, parses: execution.parses + 1 }, attempt },
      toolResult: { rows: rows.length },
    };
  },
});

const sumOf = defineTool({
  name: 'sum_of',
  description: 'The sum of a category, or of all. PERSISTENCE: counts its calls at ATTEMPT level.',
  input: z.object({ category: z.string().optional().describe('left out: all') }),
  handler: ({ execution, attempt }: State, { category }) => {
    if (!execution.rows) throw new Error('nothing is parsed yet; call parse_csv first');
    const rows = execution.rows.filter((row) => category === undefined || row.category === category);
    const sum = rows.reduce((total, { amount }) => total + amount, 0);
    return { newState: { execution, attempt: { lookups: attempt.lookups + 1 } }, toolResult: { sum } };
  },
});

/** `file` is what the tool does to the world: it is run outside the handler, once. */
function fileReport(file: (line: string) => Promise<unknown>) {
  return defineTool({
    name: 'file_report',
    description: 'Files a line in the register. PERSISTENCE: what was filed is noted at EXECUTION level.',
    input: z.object({ line: z.string() }),
    effect: async ({ line }, { idempotencyKey }: EffectCall<Execution, Attempt>) => {
      await file(line);
      return idempotencyKey;
    },
    handler: ({ execution, attempt }: State, { line }, _context, key: string) => ({
      newState: { execution: { ...execution, filed: [...execution.filed, line] }, attempt },
      toolResult: { filed: line, key },
    }),
  });
}

export function expenseReader(file: (line: string) => Promise<unknown>) {
  return defineAgent<{ employee: string }, { total: number }, Execution, Attempt>({
    name: 'expense-reader',
    description: 'Adds up the expenses of an employee.',
    input: z.object({ employee: z.string() }),
    prompts: { system: 'You add up expenses.', user: 'Hand in the total of the expenses of {input.employee}.' },
    tools: {
      output: { description: 'Hands in the total.', schema: z.strictObject({ total: z.number() }) },
      helpers: [parseCsv, sumOf, fileReport(file)],
    },
    validation: {
      customValidators: [
        {
          name: 'adds-up',
          check: ({ total }, { state }) => {
            const sum = (state.execution.rows ?? []).reduce((all, { amount }) => all + amount, 0);
            return total === sum ? undefined : `the rows add up to another sum than ${total}; call sum_of.`;
          },
        },
      ],
    },
    initialExecutionState: () => ({ parses: 0, filed: [] }),
    initialAttemptState: () => ({ lookups: 0 }),
    projectFinalState: ({ execution }) => ({ parses: execution.parses, filed: execution.filed }),
  });
}
