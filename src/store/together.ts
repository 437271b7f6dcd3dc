import { setImmediate } from 'node:timers/promises';

/**
 * One question for all who ask the same before it is sent, as the parts of a page do. Who asks later is answered anew, so that nobody is told
 * what had been so before.
 */
export function together<Answer>(ask: (key: string) => Promise<Answer>): (key: string) => Promise<Answer> {
  const asked = new Map<string, Promise<Answer>>();
  return (key) => {
    const answer = asked.get(key) ?? sent(key);
    asked.set(key, answer);
    return answer;
  };

  async function sent(key: string): Promise<Answer> {
    await setImmediate();
    asked.delete(key);
    return ask(key);
  }
}
