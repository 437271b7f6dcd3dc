import { createSignInLimit } from '../../../src/api/session/sign-in-limit.ts';

function aLimit() {
  let time = 1_000_000;
  const limit = createSignInLimit({ perAddress: 2, inAll: 3, windowMs: 60_000 }, () => time);
  return { ...limit, pass: (milliseconds: number) => void (time += milliseconds) };
}

test('console 4: after so many wrong keys of an address it waits, others do not', () => {
  const limit = aLimit();
  limit.wrong('a');
  expect(() => limit.mustBeFree('a')).not.toThrow();
  limit.wrong('a');
  expect(() => limit.mustBeFree('a')).toThrow('Too many wrong keys; go on in 60 s.');
  expect(() => limit.mustBeFree('b')).not.toThrow();
  limit.pass(59_001);
  expect(() => limit.mustBeFree('a')).toThrow('go on in 1 s');
  limit.pass(999);
  expect(() => limit.mustBeFree('a')).not.toThrow();
});

test('console 4: wrong keys of many addresses hold back everybody', () => {
  const limit = aLimit();
  for (const address of ['a', 'b', 'c']) limit.wrong(address);
  expect(() => limit.mustBeFree('d')).toThrow(
    expect.objectContaining({ status: 429, code: 'rate_limited', headers: { 'retry-after': '60' } }),
  );
});
