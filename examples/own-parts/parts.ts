// The worker module: what this project adds to dsap. DSAP_WORKER_MODULE names this file.
import { appendFile } from 'node:fs/promises';
import { defineGenerator, defineGuard, z } from 'dsap';
import { expenseReader } from './expense-reader.ts';

const REPORTS = process.env['REPORTS'] ?? 'reports.txt';

/** A guard: the report that was accepted must stay within what the definition allows. */
const withinBudget = defineGuard({
  name: 'within-budget',
  options: z.strictObject({ limit: z.number().positive() }),
  evaluate({ limit }, { artifact }) {
    const { total } = z.object({ total: z.number() }).parse(JSON.parse(artifact.text));
    if (total <= limit) return { verdict: 'pass', feedback: '', data: { left: limit - total } };
    return { verdict: 'fatal', feedback: `BudgetError: ${total} is over the limit of ${limit}; a person has to look.` };
  },
});

/** A generator without a model: the rules that the agent reads. */
const policy = defineGenerator({
  name: 'policy',
  description: 'The expense policy of a country.',
  options: z.strictObject({ country: z.enum(['de', 'fr']) }),
  generate: ({ country }) => `Amounts are in euro. Receipts of ${country.toUpperCase()} are kept for ten years.`,
});

export default {
  agents: [expenseReader((line) => appendFile(REPORTS, `${line}\n`))],
  guards: [withinBudget],
  generators: [policy],
};
