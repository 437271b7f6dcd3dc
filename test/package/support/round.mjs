// With the installed client: a run that is stopped, and then resumed, redirected and decided. `node round.mjs URL before|after`.
import { createClient } from 'dsap-client';

const [, , url, half] = process.argv;
const client = createClient({ url });
if (half === 'before') {
  const step = (id, more) => ({ id, generator: { kind: 'fixed', content: `${id} for {specification}` }, ...more });
  await client.definitions.publish({
    name: 'round',
    specification: 'Ada',
    steps: [
      step('draft', { guard: { use: 'human', with: { question: 'Is it good? {artifact}' } } }),
      step('final', { requires: ['draft'], guard: { use: 'not-empty' } }),
    ],
  });
  const run = await client.runs.start({ workflow: { name: 'round' }, id: 'round' });
  console.log((await run.stop()).status);
} else {
  const run = client.runs.get('round');
  await run.resume();
  await run.redirect({ type: 'objective_change', specification: 'Bob', description: 'It is for Bob.' });
  let question;
  while (question === undefined) {
    [question] = (await client.escalations.list({ runId: 'round', status: 'open' })).data;
    if (question === undefined) await new Promise((resolve) => setTimeout(resolve, 200));
  }
  await question.decide({ action: 'approve' });
  console.log((await run.result({ timeout: 60_000 })).artifacts.final.content);
}
