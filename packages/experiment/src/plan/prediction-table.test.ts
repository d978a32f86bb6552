import { readFileSync } from 'node:fs';
import { predictScore, type Prediction } from '@lumenloom/scoring';
import { describe, expect, test } from 'vitest';
import { readPredictionTable, type PredictionChoice } from './prediction-table.ts';

const GOLDEN = new URL('../../../engine/references/lab/', import.meta.url);
/** Other draws than the golden ones: docs/reference/lab.md#prediction. */
const DRAWN = 0.03;
const RANKED = 1e-9;

interface Case extends PredictionChoice {
  readonly file: string;
  readonly bootstrap: number;
  readonly expected: Prediction & { readonly score: string };
}

/** Compares numbers with a tolerance, and all else with none. */
function expectNear(found: unknown, expected: unknown, path: string): void {
  if (typeof expected === 'number')
    expect(Math.abs((found as number) - expected), path).toBeLessThan(
      path.includes('interval') ? DRAWN : RANKED,
    );
  else if (typeof expected === 'object' && expected !== null) {
    expect(Object.keys(found as object), path).toEqual(Object.keys(expected));
    for (const [key, value] of Object.entries(expected))
      expectNear((found as Record<string, unknown>)[key], value, `${path}.${key}`);
  } else expect(found, path).toBe(expected);
}

test('the golden table of 240 cameras, with missing figures', () => {
  const golden = JSON.parse(readFileSync(new URL('predict.json', GOLDEN), 'utf8')) as Case;
  const table = readPredictionTable(readFileSync(new URL(golden.file, GOLDEN), 'utf8'), golden);
  const { score, ...expected } = golden.expected;
  expect(score).toBe(golden.score);
  expectNear(predictScore(table, { draws: golden.bootstrap, seed: golden.seed }), expected, '');
});

/** Text of 24 cameras; `change` makes another cell of a row. */
const tableOf = (change: (row: number) => Readonly<Record<string, string>> = () => ({})): string =>
  [
    'map,snr,lens',
    ...Array.from({ length: 24 }, (_, row) => {
      const cells = { map: String(row / 24), snr: String(20 + row), lens: 'ab'[row % 2]! };
      return Object.values({ ...cells, ...change(row) }).join(',');
    }),
  ].join('\n');

const CHOICE = { score: 'map', figures: ['snr'], factors: ['lens'], test: 0.3333, seed: 1 };

describe('a table of cameras', () => {
  test('that a figure orders is predicted without an error of ranks', () => {
    const table = readPredictionTable(tableOf(), CHOICE);
    const [figure] = predictScore(table, { draws: 100, seed: 1 }).figures;
    expect(figure).toMatchObject({ n: 24, spearman: 1, interval: [1, 1], within: { lens: 1 } });
    // Beyond its outer cameras a fit is held, so that there ranks tie.
    expect(figure!.test.rho).toBeGreaterThan(0.9);
  });

  test('gives the same where the figure falls as the score rises', () => {
    const rising = predictScore(readPredictionTable(tableOf(), CHOICE), { draws: 0, seed: 1 });
    const falling = predictScore(
      readPredictionTable(
        tableOf((row) => ({ snr: String(-row) })),
        CHOICE,
      ),
      { draws: 0, seed: 1 },
    );
    expect(falling.figures[0]!.spearman).toBe(-1);
    expect(falling.figures[0]!.test).toEqual(rising.figures[0]!.test);
  });

  test.each<[string, string, string, Partial<PredictionChoice>]>([
    ['the table has no column map99.', 'score', tableOf(), { score: 'map99' }],
    ['the table has no column x.', 'figures', tableOf(), { figures: ['x'] }],
    ['the table has no column y.', 'factors', tableOf(), { factors: ['y'] }],
    [
      '"snr" is named twice among score, figures and factors.',
      'figures',
      tableOf(),
      { factors: ['snr'] },
    ],
    [
      'snr must be a number or empty; row 3 has "high".',
      'figures',
      tableOf((row) => (row === 2 ? { snr: 'high' } : {})),
      {},
    ],
    ['lens is empty in row 5.', 'factors', tableOf((row) => (row === 4 ? { lens: '' } : {})), {}],
    [
      'lens has one value only: leaving it out leaves no camera.',
      'factors',
      tableOf(() => ({ lens: 'a' })),
      {},
    ],
    [
      'needs at least 20 cameras; the table has 12.',
      'table',
      tableOf().split('\n').slice(0, 13).join('\n'),
      {},
    ],
    ['two columns are named "map".', 'table', 'map,map\n1,2', {}],
    ['is empty: it must have a header and rows.', 'table', '', {}],
    ['is no text in UTF-8: save it as CSV in UTF-8.', 'table', 'map,snr\u0000\n1,2', {}],
    [
      'a row has not as many cells as the header has names (line 2).',
      'table',
      'map,snr\n1,2,3',
      {},
    ],
    ['0.0001 leaves one of both parts without cameras.', 'test', tableOf(), { test: 0.0001 }],
  ])('refused: %s', (message, field, text, choice) => {
    expect(() => readPredictionTable(text, { ...CHOICE, ...choice })).toThrow(
      expect.objectContaining({ message, field }),
    );
  });
});
