import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CardsRefused, loadCards } from '../../src/simulation/cards.ts';

const problemsOf = (sources: Parameters<typeof loadCards>[0]): readonly string[] => {
  try {
    loadCards(sources);
  } catch (error) {
    if (error instanceof CardsRefused) return error.problems;
    throw error;
  }
  return [];
};

describe('running 3 and 4: cards come with the service and from configuration', () => {
  test('the bundled cards are there', () => {
    expect([...loadCards().keys()]).toEqual(expect.arrayContaining(['coin', 'licences']));
  });

  test('an inline card and a file are read, and replace a card of the same name', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'dsap-cards-'));
    try {
      await writeFile(join(folder, 'card.yaml'), 'name: mine\nsteps: { a: { right: x } }\n');
      const cards = loadCards([join(folder, 'card.yaml'), { name: 'coin', steps: { a: { right: 'edge' } } }]);
      expect(cards.has('mine')).toBe(true);
      expect(Object.keys(cards.get('coin')?.steps ?? {})).toEqual(['a']);
    } finally {
      await rm(folder, { recursive: true });
    }
  });

  test.each<[string, string | Buffer, string | undefined]>([
    ['a byte-order mark and CRLF', '\uFEFFname: mine\r\nsteps: { a: { right: x } }\r\n', undefined],
    ['UTF-16', Buffer.from('\uFEFFname: mine\n', 'utf16le'), 'card.yaml is UTF-16 (little-endian), not UTF-8'],
    ['Latin-1', Buffer.from('name: größe\n', 'latin1'), 'card.yaml is not UTF-8: line 1, column 9'],
    ['a key twice', 'name: mine\nname: yours\nsteps: {}\n', 'The key "name" is written twice'],
    ['a cyclic alias', 'name: &x [*x]\n', 'The alias *x lies within what it stands for'],
  ])('report 26, N18, N19, N22: a card with %s', async (_, content, words) => {
    const folder = await mkdtemp(join(tmpdir(), 'dsap-cards-'));
    try {
      await writeFile(join(folder, 'card.yaml'), content);
      expect(problemsOf([join(folder, 'card.yaml')])).toEqual(
        words === undefined ? [] : [expect.stringContaining(words)],
      );
    } finally {
      await rm(folder, { recursive: true });
    }
  });

  test('every problem of every source is told at once', () => {
    const problems = problemsOf([
      { name: 'Bad Name', steps: {} },
      { name: 'b', steps: { a: { right: 'x', captures: { v: { from: 'nowhere', pattern: '.' } } } } },
      { name: 'c', steps: { a: { right: 'x', wrong: [{ text: 'y', until: '(' }] } } },
      { name: 'd', epsilon: 2, steps: { a: { wrong: 'y' } } },
      { name: 'script', steps: {} },
      '/nowhere/card.yaml',
    ]);
    expect(problems).toHaveLength(6);
    expect(problems).toEqual([
      expect.stringContaining('a card is named'),
      expect.stringContaining('`nowhere` is no part of the prompt'),
      expect.stringContaining('does not compile'),
      expect.stringContaining('right'),
      expect.stringContaining('is taken'),
      expect.stringContaining('/nowhere/card.yaml'),
    ]);
  });
});
