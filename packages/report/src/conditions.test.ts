import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import type { ShownConditions } from './conditions.ts';
import { Comparison } from './comparison.tsx';
import type { SweepResults } from './sweep/results.ts';
import { SweepPlots } from './sweep/sweep-report.tsx';

const PITCH = 'sensorParams.pixel_size';
const SNR = 'sensor.snrAtGrey18';
const ran = (
  run: number,
  values: Readonly<Record<string, unknown>>,
  snr: number,
  conditions: Partial<ShownConditions>,
): SweepResults['runs'][number] => ({
  run,
  seed: run,
  values,
  figures: { [SNR]: snr },
  status: 'done',
  message: '',
  conditions: {
    exposureSeconds: 0.02,
    gainTimes: 1,
    fieldMm: [406.2, 339],
    clippedPercent: 0,
    ...conditions,
  },
});
const resultsOf = (
  labels: SweepResults['labels'],
  runs: SweepResults['runs'],
  rest: Partial<SweepResults> = {},
): SweepResults => ({
  name: '',
  madeBy: '',
  labels,
  figureLabels: { [SNR]: 'SNR, dB' },
  measure: [SNR],
  runs,
  thumbnails: {},
  pictures: undefined,
  ...rest,
});
const drawn = (element: Parameters<typeof renderToStaticMarkup>[0]): string =>
  renderToStaticMarkup(element);

test('a clipped run is a hollow point out of the line; each point and row has its conditions', () => {
  const runs = [2, 4, 8].map((pitch, run) =>
    ran(run, { [PITCH]: pitch }, 10 * pitch, { clippedPercent: run === 2 ? 7.2 : 0 }),
  );
  const page = drawn(createElement(SweepPlots, { results: resultsOf({ [PITCH]: 'Pitch' }, runs) }));
  expect(page.match(/data-clipped/g)).toHaveLength(1);
  expect(page).toContain('run 2: 80; exposure 20 ms, gain 1, field 406 × 339 mm, clipped 7.2 %');
  const [, points] = /<polyline[^>]* points="([^"]*)"/.exec(page)!;
  expect(points!.trim().split(' ')).toHaveLength(2);
  for (const head of ['Exposure, ms', 'Gain', 'Field, mm']) expect(page).toContain(`>${head}<`);
});

test('geometry is never clipped', () => {
  const run = ran(0, { [PITCH]: 2 }, 1, { clippedPercent: 50 });
  const measure = ['object.mmPerPixel.0'];
  const results = resultsOf({ [PITCH]: 'Pitch' }, [{ ...run, figures: { [measure[0]!]: 0.1 } }], {
    measure,
  });
  expect(drawn(createElement(SweepPlots, { results }))).not.toContain('data-clipped');
});

const PAIR = { sensor: 'published:a', optics: 'B' };
test('pairs of parts have a verdict each, and assumed figures in italics with their reason', () => {
  const runs = [
    ran(0, PAIR, 30.04, { verdict: 'enough: 12 px of 4', assumed: ['read noise 2.3 e⁻ (median)'] }),
    ran(1, { ...PAIR, optics: 'C' }, 40, { verdict: 'too few pixels: 3 px of 4' }),
    // A search has come back to the first pair.
    ran(2, PAIR, 30.04, { verdict: 'enough: 12 px of 4' }),
  ];
  const results = resultsOf({ sensor: 'Sensor', optics: 'Optics' }, runs, {
    partNames: { 'published:a': 'Maker A' },
    verdicts: ['Run 0: enough.'],
  });
  const page = drawn(createElement(Comparison, { results }));
  expect(page).toContain(
    'Enough: Maker A + B. Highest SNR at 18 % grey: Maker A + B (30.0 dB). Not enough: Maker A + C (too few pixels).',
  );
  expect(page.match(/<tr/g)).toHaveLength(3);
  expect(page.match(/<i>30<\/i>/g)).toHaveLength(1);
  expect(page).toContain('read noise 2.3 e⁻ (median).');
  expect(page).not.toContain('Run 0: enough.');
});

test('other fields have the verdicts as lines, and a cure stands beside its warning', () => {
  const results = resultsOf({ [PITCH]: 'Pitch' }, [], {
    verdicts: ['Run 0: enough.'],
    warnings: ['It moved.', 'It clips.'],
    rule: 'Held: nothing.',
  });
  const cureOf = (at: number) => at === 0 && createElement('button', {}, 'Hold it');
  const page = drawn(createElement(Comparison, { results, cureOf }));
  expect(page).toContain('Run 0: enough.');
  expect(page).toContain('It moved. <button>Hold it</button></li>');
  expect(page).toContain('It clips. </li>');
});
