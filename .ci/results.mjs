// `results.mjs FOLDER PART…`: adds up what the parts of the landing check came to, names each test that failed, and exits with the verdict.
// A part leaves `PART.ended` (its exit code and its seconds) in the folder and, if it plays tests, jest's report `PART.json`.
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';

const [, , folder, ...parts] = process.argv;
const COLORS = new RegExp(`${String.fromCharCode(27)}\\[[0-9;]*m`, 'g');

/** The suites of a report; one that could not be loaded counts as one failure. */
function suitesIn(report) {
  const text = existsSync(report) ? readFileSync(report, 'utf8') : '';
  const { testResults = [] } = text === '' ? {} : JSON.parse(text);
  return testResults.map(({ name, status, message, assertionResults }) => {
    const count = (kind) => assertionResults.filter((each) => each.status === kind).length;
    const failed = count('failed');
    return {
      name,
      passed: count('passed'),
      failed: failed === 0 && status === 'failed' ? 1 : failed,
      lines: failureLines(assertionResults, message),
    };
  });
}

/** What failed in a suite: the name of each test and the beginning of its message. */
function failureLines(tests, message = '') {
  const failed = tests.filter(({ status }) => status === 'failed');
  const first = (text) =>
    text
      .replaceAll(COLORS, '')
      .split('\n')
      .filter((line) => line.trim() !== '' && !/^\s*at /.test(line))
      .slice(0, 12);
  if (failed.length === 0) return first(message);
  return failed.flatMap(({ fullName, failureMessages }) => [
    fullName,
    ...first(failureMessages.join('\n')).map((line) => `  ${line}`),
  ]);
}

function summary(part) {
  const [exit, seconds] = readFileSync(`${folder}/${part}.ended`, 'utf8').split(' ').map(Number);
  const suites = suitesIn(`${folder}/${part}.json`);
  const sum = (kind) => suites.reduce((total, each) => total + each[kind], 0);
  // A part that exits with an error although no test of it failed counts as one failure.
  const failed = Math.max(sum('failed'), exit === 0 ? 0 : 1);
  return { part, exit, seconds, passed: sum('passed'), failed, failing: suites.filter((suite) => suite.failed > 0) };
}

const all = parts.map(summary);
const sum = (key) => all.reduce((total, each) => total + each[key], 0);
const minutes = (seconds) => `${(seconds / 60).toFixed(1)} min`;
for (const { part, exit, seconds, passed, failed, failing } of all) {
  console.log(`${part}: ${minutes(seconds)}, ${passed} passed, ${failed} failed`);
  if (failed > 0 && failing.length === 0) console.log(`  it ended with exit code ${exit}`);
  for (const { name, lines } of failing) console.log([`  ${path.relative('.', name)}`, ...lines].join('\n    '));
}
console.log(`properties were drawn with seed ${process.env.DSAP_PROPERTY_SEED}`);
console.log(`${sum('passed')} passed, ${sum('failed')} failed`);
process.exitCode = sum('failed') === 0 ? 0 : 1;
