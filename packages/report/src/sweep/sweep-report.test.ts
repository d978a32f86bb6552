import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import type { Picking, Run, SweepResults } from './results.ts';
import { SweepPlots, SweepReport } from './sweep-report.tsx';

const run = (number: number, value: unknown, figure: number | null): Run => ({
  run: number,
  seed: 7,
  values: { gain: value },
  figures: { noise: figure },
  ...(figure === null
    ? { status: 'failed', message: 'Gain <0> is too small.' }
    : { status: 'done', message: '' }),
});
const resultsOf = (runs: readonly Run[], more: Partial<SweepResults> = {}): SweepResults => ({
  name: 'A & B',
  madeBy: 'Lumenloom 1',
  labels: { gain: 'Analog Gain' },
  measure: ['noise'],
  figureLabels: { noise: 'Read noise, e⁻' },
  runs,
  thumbnails: {},
  pictures: undefined,
  ...more,
});
const report = (results: SweepResults): string =>
  renderToStaticMarkup(createElement(SweepReport, { results }));
const plots = (results: SweepResults, picking: Picking): string =>
  renderToStaticMarkup(createElement(SweepPlots, { results, picking }));

test('a report names the sweep, counts runs, and lists each failure once', () => {
  const page = report(resultsOf([run(0, 1, 5), run(1, 0, null), run(2, 0, null)]));
  expect(page).toContain('<h1>A &amp; B</h1>');
  expect(page).toContain('3 runs, 2 failed. Lumenloom 1.');
  expect(page.match(/<li>.*?<\/li>/g)).toEqual([
    '<li>Gain &lt;0&gt; is too small. (run 1, 2)</li>',
  ]);
});

test('parts that need more fields, figures or pictures than there are stay away', () => {
  const headings = (results: SweepResults): string[] =>
    Array.from(report(results).matchAll(/<h2>(.*?)<\/h2>/g), ([, heading]) => heading!);
  expect(headings(resultsOf([]))).toEqual(['Runs']);
  expect(headings(resultsOf([run(0, 1, 5)]))).toEqual([
    ...['Figures', 'Sensitivity', 'Distribution and yield', 'Runs'],
  ]);
  const two = { ...run(0, 1, 5), figures: { noise: 5, range: 60 } };
  const more = {
    labels: { gain: 'Analog Gain', light: 'Light' },
    measure: ['noise', 'range'],
    thumbnails: { 0: 'data:image/webp;base64,AAAA' },
  };
  expect(headings(resultsOf([two], more))).toEqual([
    ...['Figures', 'Sensitivity', 'Heat map', 'Pareto front', 'Distribution and yield', 'Runs'],
    'Contact sheet',
  ]);
});

test('figures have their names in plots, lists and the head of the table', () => {
  const page = report(resultsOf([run(0, 1, 5), run(1, 2, 4)]));
  expect(page).toContain('aria-label="Read noise, e⁻"');
  expect(page).toContain('<option value="noise" selected="">Read noise, e⁻</option>');
  expect(
    Array.from(page.matchAll(/<th.*?<button type="button">(.*?)</g), ([, name]) => name),
  ).toEqual([...['run', 'seed', 'Analog Gain', 'Read noise, e⁻', 'status', 'message']]);
});

test('marks can be pressed only where runs are picked, and those that are picked are marked', () => {
  const results = resultsOf([run(0, 1, 5), run(1, 2, 4), run(2, 3, 3)]);
  expect(report(results)).not.toContain('data-run');
  const page = plots(results, { onRun: () => {}, picked: { last: 2, before: 0 } });
  expect(page.match(/data-run="\d"( data-picked="[AB]")?/g)).toEqual([
    ...['data-run="0" data-picked="A"', 'data-run="1"', 'data-run="2" data-picked="B"'],
  ]);
  expect(page.match(/aria-label="Run \d"/g)).toHaveLength(3);
  expect(plots(resultsOf([]), { onRun: () => {}, picked: undefined })).toContain(
    'No run has ended yet.',
  );
});
