// A real Temporal server: it begins to refuse Updates of a run whose workflow task fails only after a minute.
import { FAILED_PRECONDITION, mustTerminate, useStrictEngine } from './stuck-runs.ts';

const strict = useStrictEngine();

test('terminate ends a run whose workflow task fails for ever, within ten seconds, after Temporal has begun to refuse Updates (R92)', async () => {
  await mustTerminate(strict, FAILED_PRECONDITION);
}, 150_000);
