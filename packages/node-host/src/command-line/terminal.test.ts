import { expect, test } from 'vitest';
import { progressOn } from './terminal.ts';

/** What is written while shares of the whole are reached at these seconds. */
function written(isTTY: boolean, steps: readonly (readonly [second: number, share: number])[]) {
  const pieces: string[] = [];
  let at = 0;
  const output = { isTTY, write: (text: string | Uint8Array) => pieces.push(String(text)) };
  const progress = progressOn(output, 'Working', () => at * 1000);
  for (const [second, share] of steps) {
    at = second;
    progress.reach(share);
  }
  progress.end();
  return pieces;
}

test('what takes less than two seconds has no bar', () => {
  expect(
    written(true, [
      [0.5, 0.3],
      [1.9, 1],
    ]),
  ).toEqual([]);
});

test('a terminal has a bar, which is cleared at the end', () => {
  const pieces = written(true, [
    [2.1, 0.25],
    [2.15, 0.3],
    [4, 0.5],
  ]);
  expect(pieces.map((piece) => piece.replace('\r\u001b[2K', ''))).toEqual([
    `Working ${'█'.repeat(6)}${'░'.repeat(18)} 25 %`,
    `Working ${'█'.repeat(12)}${'░'.repeat(12)} 50 %`,
    '',
  ]);
});

test('elsewhere there is a plain line each minute', () => {
  expect(
    written(false, [
      [5, 0.1],
      [61, 0.5],
      [90, 0.7],
      [122, 0.9],
    ]),
  ).toEqual(['Working: 50 %.\n', 'Working: 90 %.\n']);
});
