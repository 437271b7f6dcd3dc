/** A small repository with a bug: `merge` loses the end of the longer interval. */
export const FILES = {
  'agenda/__init__.py': 'from agenda.merging import merge\n',
  'agenda/merging.py': `def merge(intervals):
    """The same time in as few intervals as possible, in order."""
    merged = []
    for start, end in sorted(intervals):
        if merged and start <= merged[-1][1]:
            merged[-1] = (merged[-1][0], end)
        else:
            merged.append((start, end))
    return merged
`,
  'tests/test_agenda.py': `from agenda import merge


def test_touching_intervals_become_one():
    assert merge([(600, 660), (540, 600)]) == [(540, 660)]


def test_overlapping_intervals_become_one():
    assert merge([(540, 620), (600, 660)]) == [(540, 660)]
`,
} as const;

const BUG = '            merged[-1] = (merged[-1][0], end)\n';

/** A patch that puts other lines in the place of the bug. */
export function patchWith(replace: string): string {
  return JSON.stringify({ edits: [{ file: 'agenda/merging.py', search: BUG, replace }] });
}

export const RIGHT_PATCH = patchWith('            merged[-1] = (merged[-1][0], max(merged[-1][1], end))\n');

/** Shows the bug. */
export const RED_TEST = `from agenda import merge


def test_an_interval_inside_another_adds_nothing():
    merged = merge([(540, 720), (600, 660)])
    assert merged == [(540, 720)], f"an interval inside another adds nothing, got {merged}"
`;
