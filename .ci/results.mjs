// What jest said in its reports: `failed REPORT` lists the suites that failed, `sum FOLDER PART…` adds all parts up and exits with the verdict.
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';

const [, , command, ...given] = process.argv;
const COLOURS = new RegExp(`${String.fromCharCode(27)}\\[[0-9;]*m`, 'g');

/** Suites by path; one that could not even be loaded has a single failure. */
function suitesIn(report) {
  const text = existsSync(report) ? readFileSync(report, 'utf8') : '';
  const { testResults = [] } = text === '' ? {} : JSON.parse(text);
  return new Map(
    testResults.map(({ name, status, message, assertionResults }) => {
      const count = (kind) => assertionResults.filter((each) => each.status === kind).length;
      const failed = count('failed');
      return [
        name,
        {
          passed: count('passed'),
          failed: failed === 0 && status === 'failed' ? 1 : failed,
          told: said(assertionResults, message),
        },
      ];
    }),
  );
}

/** What failed in a suite, a line each: the test and the beginning of what it says. */
function said(tests, message = '') {
  const failed = tests.filter(({ status }) => status === 'failed');
  const first = (text) =>
    text
      .replaceAll(COLOURS, '')
      .split('\n')
      .filter((line) => line.trim() !== '' && !/^\s*at /.test(line))
      .slice(0, 12);
  if (failed.length === 0) return first(message);
  return failed.flatMap(({ fullName, failureMessages }) => [
    fullName,
    ...first(failureMessages.join('\n')).map((line) => `  ${line}`),
  ]);
}

const failedIn = (suites) => [...suites].filter(([, { failed }]) => failed > 0).map(([name]) => name);

function summed(folder, part) {
  const [exit, seconds] = readFileSync(`${folder}/${part}.ended`, 'utf8').split(' ').map(Number);
  const first = suitesIn(`${folder}/${part}.json`);
  const again = suitesIn(`${folder}/${part}-alone.json`);
  const suites = new Map([...first, ...again]);
  const sum = (kind) => [...suites.values()].reduce((total, each) => total + each[kind], 0);
  const told = sum('failed');
  // A part without a report, or that failed beside its suites, has failed once.
  const silent = told === 0 && exit !== 0 && failedIn(first).length === 0;
  const alone = failedIn(first).filter((name) => again.get(name)?.failed === 0);
  const failing = [...suites].filter(([, { failed }]) => failed > 0);
  return { part, seconds, passed: sum('passed'), failed: told + (silent ? 1 : 0), alone, failing, first };
}

if (command === 'failed') {
  console.log(failedIn(suitesIn(given[0])).join('\n'));
} else {
  const [folder, ...parts] = given;
  const all = parts.map((part) => summed(folder, part));
  const sum = (key) => all.reduce((total, each) => total + each[key], 0);
  const minutes = (seconds) => `${(seconds / 60).toFixed(1)} min`;
  for (const { part, seconds, passed, failed, alone, failing, first } of all) {
    console.log(`${part}: ${minutes(seconds)}, ${passed} passed, ${failed} failed`);
    const tell = (why, name, lines) => console.log([`  ${why}: ${path.relative('.', name)}`, ...lines].join('\n    '));
    for (const name of alone) tell('passed only when nothing ran beside it', name, first.get(name).told);
    for (const [name, { told }] of failing) tell('failed', name, told);
  }
  console.log(`properties were drawn with seed ${process.env.DSAP_PROPERTY_SEED}; all in ${minutes(sum('seconds'))}`);
  console.log(`${sum('passed')} passed, ${sum('failed')} failed`);
  process.exitCode = sum('failed') === 0 ? 0 : 1;
}
