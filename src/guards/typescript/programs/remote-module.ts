/** The tests' end of the bridge, and the exports of the implementation as they see them. */
import { bridgeOf } from './bridge/bridge.ts';
import { listIn, textIn } from './bridge/reading.ts';
import { GUARDED_ACCESS } from './bridge/serve.ts';
import { openChannel } from './channel.ts';
import { cannotCross, fault } from './testing/run.ts';

export const channel = openChannel();

const setters = new Map<string, (value: unknown) => void>();
let isFlushing = false;

const bridge = bridgeOf({
  channel,
  prefix: 't',
  access: GUARDED_ACCESS,
  refuse(why) {
    if (cannotCross(why)) throw new TypeError(`${why} cannot cross`);
    channel.send('cannot-cross', why);
    return process.exit(0);
  },
  beforeAsking: flushSoon,
  onNotification(kind, value) {
    if (kind === 'fault') fault(value);
    if (kind !== 'export') return;
    const [name, now] = listIn(value);
    setters.get(textIn(name))?.(now);
  },
});

/** As soon as the tests wait for anything at all, the promises of the implementation have their turn, as they would in one process. */
function flushSoon(): void {
  if (isFlushing) return;
  isFlushing = true;
  queueMicrotask(() => {
    isFlushing = false;
    bridge.giveTurn(0);
  });
}

export const { giveTurn, isAwaiting } = bridge;

/** The value of an export now; `update` is called when it has another one. */
export function exportNamed(name: string, update: (value: unknown) => void): unknown {
  setters.set(name, update);
  return bridge.askFor(name);
}

channel.receive();
