// The real sandboxes: every program that the simulated coder can write is run.
import { GENERATOR_VALIDATION } from '../../src/model/verdict.ts';
import type { Card, CardStep, Variant } from '../../src/simulation/card.ts';
import { loadCards } from '../../src/simulation/cards.ts';
import { askedBy, bundled, exampleInput, seenByGuard, stepOf } from './bundled.ts';
import { type Judged, type Judging, openJudging } from './judging.ts';

const card = coder();
let judging: Judging;

beforeAll(async () => {
  judging = await openJudging();
  lanes = Promise.all([judgeAhead(), judgeAhead()]);
});
afterAll(async () => {
  answers.length = 0;
  await lanes;
  await judging?.close();
});

/** What is judged before a test asks for it, two at a time: a verdict is the work of another process, so one would wait for the other. */
const answers = Object.entries(card.steps).flatMap(([step, { right, wrong }]) =>
  [...right, ...wrong].map(({ text }) => ({ step, text })),
);
let lanes: Promise<unknown> | undefined;

async function judgeAhead(): Promise<void> {
  for (let next = answers.shift(); next; next = answers.shift()) {
    await judged(next.step, next.text).catch(() => undefined);
  }
}

/** Where each step of the card belongs, and whose right answers it is judged with. */
const PLACES: Readonly<Record<string, { readonly definition: string; readonly requires: readonly string[] }>> = {
  lru: { definition: 'probe-lru', requires: [] },
  template: { definition: 'probe-template', requires: [] },
  password: { definition: 'probe-password', requires: [] },
  g_test: { definition: 'tdd-stack', requires: [] },
  g_impl: { definition: 'tdd-stack', requires: ['g_test'] },
  analysis: { definition: 'tdd-verified', requires: [] },
  gen_test: { definition: 'tdd-verified', requires: ['analysis'] },
  gen_patch: { definition: 'tdd-verified', requires: ['analysis', 'gen_test'] },
};

/** What each wrong answer is known by, and the guard that rejects it; `accepted` where only later steps can tell. */
const WRONG: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  lru: {
    'self.entries[key] = value\n            return': 'python-tests',
    'return self.entries.get(key, -1)': 'python-tests',
    'if len(self.entries) >= self.capacity:\n            self.entries.popitem(last=False)\n        self.entries[key] = value':
      'python-tests',
    'if len(self.entries) > self.capacity:\n            self.entries.popitem(last=False)\n        self.entries[key] = value':
      'python-tests',
    'self.entries.move_to_end(key)\n        if len(self.entries) >= self.capacity': 'python-tests',
    'self.entries.popitem()\n': 'python-tests',
    'def get(self, key):\n        self.entries.move_to_end': 'python-tests',
    'Shall I write it down?': GENERATOR_VALIDATION,
    'def __init__(self, capacity)\n': 'python-syntax',
    cachetools: 'python-imports',
    '```python\nclass LRUCache:\n    def __init__(self, capacity):\n        self.capacity = capacity\n        self.entries = OrderedDict()':
      'python-lint',
    'if key == 2:': 'python-tests',
    'os._exit(0)': 'python-tests',
    'class Anything': 'python-tests',
  },
  template: {
    '(?:if\\s+\\w+|endif)': 'python-tests',
    '%\\}(.*)\\{%': 'python-tests',
    'block, text)\n': 'python-tests',
    'values.get(m.group(1), "")': 'python-tests',
    'values.get(m.group(1)) or m.group(0)': 'python-tests',
    '"{{ " + name + " }}"': 'python-tests',
    'values[match.group(1)] else': 'python-tests',
    'Two regular expressions are enough': GENERATOR_VALIDATION,
    'if values.get(m.group(1)) else ""\n': 'python-syntax',
    jinja2: 'python-imports',
    '```python\ndef render_template(text, values):\n    text = re.sub(': 'python-lint',
    'return "Hello " + values["name"]': 'python-tests',
    'sys.exit(0)': 'python-tests',
    'class Quiet': 'python-tests',
    'class Text(str)': 'python-tests',
  },
  password: {
    'number % 2 == 1': 'python-tests',
    'math.isqrt(number))': 'python-tests',
    'return all(number % divisor': 'python-tests',
    'all(digit in "2357"': 'python-tests',
    'runs = [password[i : i + 3]': 'python-tests',
    '12 < len(password) < 32': 'python-tests',
    'string.punctuation': 'python-tests',
    'The five rules are checked': GENERATOR_VALIDATION,
    'def is_prime(number):\nreturn': 'python-syntax',
    sympy: 'python-imports',
    'not has_alphabetical_run(password)': 'python-lint',
    'return password == "Gr3at!Wh4le*"': 'python-tests',
    'atexit.register': 'python-tests',
    'def validate_password(password):\n    os._exit(0)': 'python-tests',
  },
  g_test: {
    'popped == [1, 2, 3]': 'accepted',
    'stack.push(2)\n    assert stack.pop() == 2, "pop must give the newest item"': 'python-tests-collect',
    'def check_push_and_pop': 'python-tests-collect',
    'def test_there_is_a_class': 'test-red',
    'class Stack:': 'test-red',
    'from stack.stack import Stack': 'test-red',
    'assert (Stack().size() == 0': 'python-tests-collect',
    'I would test that': GENERATOR_VALIDATION,
  },
  g_impl: {
    'self.items.pop(0)': 'tests_green',
    'self.items.pop() if self.items else None': 'tests_green',
    'def peek(self):\n        return self.items.pop()': 'tests_green',
    'class Stack:\n    items = []': 'tests_green',
    'self.count += 1\n\n    def pop(self):\n        return self.items.pop()': 'tests_green',
    'A list is all that a stack needs': GENERATOR_VALIDATION,
    'self.items.append(item\n': 'python-syntax',
    numpy: 'python-imports',
    'self.items = deque()': 'tests_green',
    'pass\n\n\nos._exit(0)': 'tests_green',
    'class Anything': 'tests_green',
    'unittest.TestCase.run': 'tests_green',
    'atexit.register': 'tests_green',
  },
  analysis: {
    'Handle appointments that touch': 'accepted',
    'agenda/calendar.py': 'analysis',
    'There is a bug in': 'analysis',
    '"files": []': 'analysis',
    'I believe that': GENERATOR_VALIDATION,
  },
  gen_test: {
    'def test_touching_appointments_leave_no_time': 'test-red',
    'def test_a_free_day_is_one_slot': 'test-red',
    'def test_nested_intervals_stay_apart': 'accepted',
    'agenda.calendar': 'python-tests-collect',
    'def nested_intervals': 'python-tests-collect',
    'Interval(600, 660)]))': 'python-syntax',
    'A test should put': GENERATOR_VALIDATION,
  },
  gen_patch: {
    'merged[-1].end = interval.end': 'patch-applies',
    'agenda/calendar.py': 'patch-applies',
    '"replace": "            merged[-1] = Interval(merged[-1].start, interval.end)"': 'patch-applies',
    'Interval(merged[-1].start, max(merged[-1].end, interval.end)"': 'patch-applies',
    'replace(merged[-1], end=': 'patch-lint',
    'max(cursor, taken.end)': 'test-green',
    'if not merged or interval.end > merged[-1].end': 'full-eval',
    'In `merge`, the end': GENERATOR_VALIDATION,
    'conftest.py': 'patch-applies',
    'assert True': 'patch-applies',
    'os._exit(0)': 'test-green',
  },
};

test('every step of the card has a place, and every wrong answer one row', () => {
  expect(Object.keys(PLACES).toSorted()).toEqual(Object.keys(card.steps).toSorted());
  for (const [step, { wrong }] of Object.entries(card.steps)) {
    const marks = Object.keys(WRONG[step] ?? {});
    expect({ step, marks: wrong.map(({ text }) => marks.filter((mark) => text.includes(mark)).length) }).toEqual({
      step,
      marks: wrong.map(() => 1),
    });
    expect(marks).toHaveLength(wrong.length);
  }
});

describe.each(Object.keys(PLACES))('%s', (step) => {
  test.each(cardStep(step).right.map(({ text }, index) => [index + 1, text] as const))(
    'right answer %i passes',
    async (_, text) => {
      const { verdict } = await judged(step, text);
      expect({ verdict: verdict.verdict, feedback: verdict.feedback }).toEqual({ verdict: 'pass', feedback: '' });
    },
  );

  test.each(Object.entries(WRONG[step] ?? {}))('%j: %s', async (mark, guard) => {
    const variant = cardStep(step).wrong.find(({ text }) => text.includes(mark));
    if (!variant) throw new Error('there is no such variant');
    const { verdict } = await judged(step, variant.text);
    expect({
      guard: verdict.verdict === 'pass' ? 'accepted' : verdict.guard,
      feedback: verdict.feedback,
    }).toMatchObject({
      guard,
    });
    expect({ feedback: verdict.feedback, learns: isLearntFrom(variant, verdict.feedback) }).toMatchObject({
      learns: true,
    });
  });
});

describe('a mistake that no guard can see shows downstream', () => {
  test('tests that ask for another order: no right stack passes them', async () => {
    const tests = (await judged('g_test', marked('g_test', 'popped == [1, 2, 3]').text)).artifact;
    for (const { text } of cardStep('g_impl').right) {
      const { verdict } = await judged('g_impl', text, { g_test: tests });
      expect(verdict).toMatchObject({ verdict: 'retry', guard: 'tests_green' });
    }
  });

  test('a test with a wrong expectation: no right patch passes it', async () => {
    const tests = (await judged('gen_test', marked('gen_test', 'test_nested_intervals_stay_apart').text)).artifact;
    for (const { text } of cardStep('gen_patch').right) {
      const { verdict } = await judged('gen_patch', text, { gen_test: tests });
      expect(verdict).toMatchObject({ verdict: 'retry', guard: 'test-green' });
    }
  });
});

function cardStep(id: string): CardStep {
  const found = card.steps[id];
  if (!found) throw new Error(`the card has no step "${id}"`);
  return found;
}

function marked(step: string, mark: string): Variant {
  const found = cardStep(step).wrong.find(({ text }) => text.includes(mark));
  if (!found) throw new Error(`no wrong answer of ${step} holds ${mark}`);
  return found;
}

/** Judged with the first right answers of the steps before, where no others are given. */
async function judged(step: string, text: string, given: Readonly<Record<string, string>> = {}): Promise<Judged> {
  const place = PLACES[step];
  if (!place) throw new Error(`${step} has no place`);
  const found = bundled(place.definition, judging.guards);
  const artifacts: Record<string, string> = {};
  for (const id of place.requires) {
    artifacts[id] = given[id] ?? (await judged(id, cardStep(id).right[0]?.text ?? '')).artifact;
  }
  const definition = stepOf(found, step);
  const { output } = askedBy(definition);
  const dependencies = seenByGuard(definition, artifacts);
  return judging.judge({
    step,
    text,
    output,
    guard: definition.guard,
    dependencies,
    input: exampleInput(found),
    earlier: [],
  });
}

/** Its own rejection is enough for the card not to make the mistake again; some mistakes end in other ways. */
function isLearntFrom({ until, when }: Variant, feedback: string): boolean {
  return until === undefined ? when !== undefined : until.matcher(feedback).find();
}

function coder(): Card {
  const found = loadCards().get('coder');
  if (!found) throw new Error('the coder is not bundled');
  return found;
}
