/**
 * Uses the client's package, in whatever runs it. `at`: addresses of a service that wants a key, of one that dies in each stream, of another
 * server and of nobody, and the key. Tells what it met, as JSON.
 */
export async function use({ createClient, DsapProblem, RunNotCompleted }, at) {
  const client = createClient({ url: at.service, key: at.key });
  const say = { id: 'say', generator: { kind: 'fixed', content: 'Hello Ada!' }, guard: { use: 'not-empty' } };
  const ask = { ...say, guard: { use: 'human', with: { question: 'Is it well?' } } };
  const failing = async (asked) => {
    try {
      return { answered: await asked() };
    } catch (error) {
      if (!(error instanceof DsapProblem || error instanceof RunNotCompleted)) return { untyped: String(error) };
      const { name, message, status, code, errors } = error;
      return { name, message, status, code, places: errors?.map(({ pointer }) => pointer) };
    }
  };
  const all = async (events) => {
    const found = [];
    for await (const event of events) found.push(event);
    return found;
  };
  const told = { published: (await client.definitions.publish({ name: at.name, steps: [say] })).version };
  await client.definitions.publish(`name: ${at.name}-asks\nsteps: ${JSON.stringify([ask])}\n`);

  const run = await client.runs.start({ workflow: { name: at.name }, tags: [at.name] });
  const events = await all(run.events());
  told.events = [events[0].type, events.at(-1).type, events.length === events.at(-1).seq];
  told.after = (await all(run.events({ after: 3 })))[0].seq;
  told.text = (await run.result()).artifacts.say.content;
  told.listed = (await client.runs.list({ tag: at.name })).data.map(({ id }) => id === run.id);
  told.artifacts = (await run.artifacts()).length;
  told.why = (await client.request('GET', '/v1/runs/{id}/why', { path: { id: run.id } })).document.status;

  const skipped = { ...say, id: 'gone', guard: { use: 'contains', with: { text: 'Bye' } } };
  const recovery = { rMax: 0, onExhausted: 'skip' };
  const definition = { name: `${at.name}-partial`, steps: [say, { ...skipped, recovery }] };
  const partial = await client.runs.start({ workflow: { definition } });
  told.missing = [(await run.result()).missing, (await partial.result()).missing];

  const asking = await client.runs.start({ workflow: { name: `${at.name}-asks` } });
  told.waits = await failing(() => asking.result({ timeout: 500 }));
  const aborted = new AbortController();
  setTimeout(() => aborted.abort(), 100);
  told.aborted = await failing(() => asking.result({ signal: aborted.signal }));
  const leaving = new AbortController();
  let heard = 0;
  for await (const _ of asking.events({ signal: leaving.signal })) {
    heard += 1;
    leaving.abort();
  }
  told.left = heard > 0;
  const question = async () => (await client.escalations.list({ runId: asking.id, status: 'open' })).data[0];
  const asked = await client.escalations.get((await question()).id);
  const { revision } = await asking.view();
  const redirect = { type: 'constraint_change', constraints: 'Be brief.', description: 'shorter' };
  told.redirected = (await asking.redirect(redirect, { revision })).changed;
  told.stale = await failing(() => asking.redirect(redirect, { revision }));
  let open = await question();
  for (let tries = 0; open === undefined && tries < 100; tries += 1) {
    await new Promise((resolve) => setTimeout(resolve, 50));
    open = await question();
  }
  told.decided = (await open.decide({ action: 'approve' })).status;
  told.twice = await failing(() => asked.decide({ action: 'reject', feedback: 'No.' }));
  told.approved = (await asking.result()).artifacts.say.content;

  const stopped = await client.runs.start({ workflow: { name: `${at.name}-asks` } });
  told.stopped = (await stopped.stop({ reason: 'Enough.' })).status;
  told.notCompleted = await failing(() => stopped.result());

  const answers = { say: [{ status: 400 }, 'Here again.'] };
  const model = { name: 'sim:script', extra: { sim: { outputs: answers } } };
  const answering = { ...say, generator: { kind: 'llm', prompt: 'Say it.' } };
  const away = await client.runs.start({
    workflow: { definition: { name: `${at.name}-away`, model, steps: [answering] } },
  });
  const ofOutage = async () => (await client.escalations.list({ runId: away.id, status: 'open' })).data[0];
  for (let tries = 0; (await ofOutage()) === undefined && tries < 200; tries += 1)
    await new Promise((resolve) => setTimeout(resolve, 50));
  const isAway = ({ questions }) => questions.some(({ runId }) => runId === away.id);
  told.ofEndpoint = (await ofOutage()).endpoint;
  told.endpoints = (await client.endpoints.list()).data.map(({ name }) => name);
  const endpoint = await client.endpoints.get('sim');
  told.endpoint = [endpoint.name, endpoint.state, endpoint.openQuestions > 0];
  told.wouldRetry = isAway(await client.endpoints.retry('sim', { dryRun: true }));
  told.stillOpen = (await ofOutage()) !== undefined;
  told.retried = isAway(await client.endpoints.retry('sim', { comment: 'It is back.' }));
  told.back = (await away.result()).artifacts.say.content;
  told.nothingToRetry = (await client.endpoints.retry('sim')).questions;
  told.noEndpoint = await failing(() => client.endpoints.retry('nowhere'));
  told.caps = (await client.caps.list()).data;

  told.refused = await failing(() => client.definitions.publish({ name: 'broken', steps: [{ id: 'a' }] }));
  told.wrongKey = await failing(() => createClient({ url: at.service, key: `${at.key}x` }).runs.list());
  told.away = await failing(() =>
    createClient({ url: at.nobody, retries: 1 }).runs.start({ workflow: { name: at.name } }),
  );
  told.stranger = await failing(() => createClient({ url: at.stranger }).runs.list());
  const dying = createClient({ url: at.dying, key: at.key, wait: async () => {} });
  told.dies = await failing(() => all(dying.runs.get(run.id).events()));
  return told;
}
