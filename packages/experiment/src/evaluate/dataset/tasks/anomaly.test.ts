import {
  anomalyFigures,
  anomalyPixels,
  sortedLevels,
  type AnomalyLevels,
} from '@lumenloom/scoring';
import { expect, test } from 'vitest';
import { anomaly } from './anomaly.ts';
import type { FoundAbout } from './task.ts';

/** Values are compared to a thousandth of themselves, and ties count by half. */
const TOLERANCE = 5e-5;
const [ROWS, COLUMNS] = [48, 64];

/** A map that is higher where the mask has a defect, with noise from a sequence of numbers. */
function pictureWith(defects: number) {
  const pixels = Array.from({ length: ROWS * COLUMNS }, (_, at) => at);
  const isBad = (at: number): boolean =>
    Math.hypot((at % COLUMNS) - 20, Math.floor(at / COLUMNS) - 20) < 6 * defects;
  const mask = Uint8Array.from(pixels, (at) => (isBad(at) ? 1 : 0));
  const noise = (at: number): number => ((at * 7919 + 31 * defects) % 4096) / 4096;
  const map = Float32Array.from(pixels, (at) => noise(at) ** 2 + (isBad(at) ? 0.3 : 0) - 0.1);
  return { mask, map };
}

test('the figures of maps that are kept as levels are those of the maps themselves', () => {
  const pictures = [0, 0, 1, 2].map(pictureWith);
  const size = { rows: ROWS, columns: COLUMNS };
  const exact = anomalyFigures(
    anomalyPixels(
      pictures.map(({ mask, map }) => ({
        place: '',
        mask: { ...size, data: mask },
        map: { ...size, data: map },
      })),
    ),
  );
  const kept = pictures.map(
    ({ mask, map }) =>
      anomaly.keep({ kind: 'anomaly', ...size, map, score: 0 }, {
        labels: { map: { ...size, values: mask } },
        shown: {},
      } as FoundAbout).levels,
  );
  const read = JSON.parse(JSON.stringify(kept)) as readonly AnomalyLevels[];
  const { regions, ...figures } = anomalyFigures(sortedLevels(read));
  expect(regions).toBe(2);
  for (const [name, value] of Object.entries(figures)) {
    const right = exact[name as keyof typeof exact]!;
    expect([name, Math.abs(value! - right) < TOLERANCE]).toEqual([name, true]);
    expect(value).toBeGreaterThan(0.1);
  }
});
