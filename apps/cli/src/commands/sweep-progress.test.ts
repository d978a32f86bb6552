import { expect, test } from 'vitest';
import { progressOf } from './sweep-progress.ts';

const done = { status: 'done', message: '' } as const;

/** What is written while runs end at these seconds. */
function written(seconds: readonly number[], jobs: number, isTTY: boolean, total = seconds.length) {
  const pieces: string[] = [];
  let at = 0;
  const stdout = { isTTY, write: (text: string | Uint8Array) => pieces.push(String(text)) };
  const progress = progressOf(total, jobs, stdout, () => at * 1000);
  for (const [run, second] of seconds.entries()) {
    at = second;
    progress({ run, ...done });
  }
  return pieces;
}

test('the estimate leaves out the first run, which makes the tables of the lens', () => {
  expect(written([60, 62, 64, 66], 1, false, 100)).toEqual(
    // The second one came before a tenth of the runs or a minute had passed.
    ['1 of 100 runs.\n'],
  );
  expect(written([60, 62, 64, 66], 1, true, 100).map((text) => text.slice(5))).toEqual([
    '1 of 100 runs.',
    '2 of 100 runs, about 3 min left.',
    '3 of 100 runs, about 3 min left.',
    '4 of 100 runs, about 3 min left.',
  ]);
});

test('four jobs that end together are a wave: their pace is that of whole waves', () => {
  const ends = Array.from(
    { length: 12 },
    (_, run) => 50 + 10 * Math.floor(run / 4) + 0.3 * (run % 4),
  );
  const lines = written(ends, 4, true, 40);
  expect(lines[3]).toMatch(/4 of 40 runs\.$/);
  expect(lines.slice(7).map((line) => /about (.*) left/.exec(line)![1])).toEqual(
    // 2.5 s for each of 32 to 28 runs.
    ['80 s', '78 s', '75 s', '73 s', '70 s'],
  );
});

test('one line of a terminal is written anew, and no more than ten lines elsewhere', () => {
  const ends = Array.from({ length: 5000 }, (_, run) => (run + 1) / 100);
  const plain = written(ends, 2, false);
  expect(plain).toHaveLength(10);
  expect(plain.every((line) => line.endsWith('\n'))).toBe(true);
  expect(plain[0]).toBe('500 of 5000 runs, about 45 s left.\n');
  expect(plain.at(-1)).toBe('5000 of 5000 runs in 50 s.\n');
  const shown = written(ends, 2, true);
  expect(shown.filter((piece) => piece.includes('\n'))).toHaveLength(1);
  expect(shown.every((piece) => piece.startsWith('\r\u001b[2K'))).toBe(true);
});
