/** Holds the implementation, in a process of its own: it does what the tests in the other process ask for. Argument: its module. */
import { clearTimeout, setImmediate, setTimeout } from 'node:timers';
import { bridgeOf } from './bridge/bridge.ts';
import { isObject, textIn } from './bridge/reading.ts';
import { FULL_ACCESS } from './bridge/serve.ts';
import { type Message, openChannel } from './channel.ts';
import { errorFacts } from './error-facts.ts';
import { silence } from './silence.ts';

const channel = openChannel();
const bridge = bridgeOf({
  channel,
  prefix: 's',
  access: FULL_ACCESS,
  refuse(why) {
    throw new RangeError(`the tests cannot be given ${why}`);
  },
  beforeAnswering: tellChangedExports,
});
const exported = new Map<string, unknown>();
let namespace: object = {};

function tellChangedExports(): void {
  for (const [name, last] of exported) {
    const now: unknown = Reflect.get(namespace, name);
    if (Object.is(now, last)) continue;
    exported.set(name, now);
    bridge.tell('export', [name, now]);
  }
}

function exportNamed(name: string): unknown {
  const value: unknown = Reflect.get(namespace, name);
  exported.set(name, value);
  return value;
}

/** Timers and promises of the implementation only come to their turn when the tests wait for something. */
async function takeTurn(patience: number): Promise<void> {
  await new Promise((resolve) => setImmediate(resolve));
  if (patience === 0) return;
  const time = Promise.withResolvers<void>();
  const timer = setTimeout(time.resolve, patience);
  await Promise.race([bridge.notified(), time.promise]);
  clearTimeout(timer);
}

async function load(path: string): Promise<void> {
  try {
    const loaded: unknown = await import(path);
    if (isObject(loaded)) namespace = loaded;
    channel.send('ready', JSON.stringify(Object.keys(namespace)));
  } catch (error) {
    channel.send('broken', JSON.stringify(errorFacts(error)));
  }
}

function answerTo(message: Message): string {
  return message.word === 'export' ? bridge.answer(() => exportNamed(message.payload)) : bridge.answerTo(message);
}

silence();
for (const event of ['uncaughtException', 'unhandledRejection'])
  process.on(event, (error: unknown) => bridge.tell('fault', error));

channel.receive();
await load(textIn(process.argv[2]));
for (;;) {
  const message = channel.receive();
  if (message.word === 'turn') {
    await takeTurn(bridge.takeTurn(message));
    channel.send(
      'answer',
      bridge.answer(() => undefined),
    );
  } else channel.send('answer', answerTo(message));
}
