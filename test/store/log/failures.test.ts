import { StoreUnavailable } from '../../../src/ports/store.ts';
import { asStoreFailure } from '../../../src/store/log/failures.ts';

test.each([
  ['57P01', true],
  ['57014', true],
  ['53300', true],
  ['08006', true],
  ['ECONNRESET', true],
  ['23505', false],
  ['42501', false],
  ['22P05', false],
])('a failure with the code %s means that the database does not answer: %s', (code, unavailable) => {
  const failure = asStoreFailure(Object.assign(new Error('failed'), { code }));
  expect(failure instanceof StoreUnavailable).toBe(unavailable);
});
