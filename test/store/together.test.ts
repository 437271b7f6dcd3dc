import { together } from '../../src/store/together.ts';

test('who asks the same before it is sent is answered together; who asks later is answered anew', async () => {
  const sent: string[] = [];
  const ask = together(async (key) => {
    sent.push(key);
    return `${key} ${sent.length}`;
  });
  expect(await Promise.all([ask('a'), ask('b'), ask('a')])).toEqual(['a 1', 'b 2', 'a 1']);
  expect(await ask('a')).toBe('a 3');
  expect(sent).toEqual(['a', 'b', 'a']);
});

test('what fails fails for all who asked together, and is asked anew later', async () => {
  let fails = true;
  const ask = together(async (key) => {
    if (fails) throw new Error('no answer');
    return key;
  });
  const asked = await Promise.allSettled([ask('a'), ask('a')]);
  expect(asked.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  fails = false;
  expect(await ask('a')).toBe('a');
});
