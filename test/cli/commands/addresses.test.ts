// Pure: what a service that has come up says of where it is.
import { printAddresses } from '../../../src/cli/commands/addresses.ts';

const printed = (apiUrl: string, asked = 'http://127.0.0.1:8080') => {
  const lines: string[] = [];
  printAddresses((line) => lines.push(line), { apiUrl, uiUrl: undefined }, asked);
  return lines;
};

test('a service at another port than commands ask says what to set for them', () => {
  const lines = printed('http://127.0.0.1:8081');
  expect(lines).toContain('  Console          http://127.0.0.1:8081/console');
  expect(lines).toContain('  export DSAP_URL=http://127.0.0.1:8081');
});

test('at the port that commands ask by themselves nothing is to be set', () => {
  expect(printed('http://127.0.0.1:8080').join('\n')).not.toContain('DSAP_URL');
});

test('where .env of the folder tells commands of the port, nothing is to be set', () => {
  expect(printed('http://127.0.0.1:8123', 'http://127.0.0.1:8123').join('\n')).not.toContain('DSAP_URL');
});
