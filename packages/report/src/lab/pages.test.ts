import { expect, test } from 'vitest';
import { shownReport } from './pages.ts';
import type { LabFigureShown, LabPage } from './results.ts';

const LOOK = { text: '#000', title: '#000', grid: '#000', axis: '#000' };
const COLOURS = { cameras: ['#00f', '#f00'], true: '#888' } as const;
const figure: LabFigureShown = {
  ...{ id: 'noise.variance', label: 'Variance', value: 0.25, unit: 'codes²', true: 0.24 },
  ...{ standardError: 0.01, n: 5, method: 'seeds', condition: '', source: 'raw' },
};
const fact: LabFigureShown = {
  ...{ id: 'conditions.lens', label: 'Lens', value: 'Double-Gauss', unit: '', true: null },
  ...{ standardError: null, n: 1, method: 'none: the recipe says it', condition: '' },
  source: 'recipe',
};
const section = (id: string, one: LabFigureShown) => ({
  ...{ id, title: id, after: '', figures: [one], curves: [] },
});
const page: LabPage = {
  software: { name: 'Lumenloom', version: '0.1.0' },
  ...{ profile: 'general', seed: 1, seeds: 5, draft: false, date: null },
  cameras: [
    { name: 'a', sections: [section('conditions', fact), section('noise', figure)] },
    { name: 'b', sections: [section('conditions', fact), section('noise', figure)] },
  ],
  differences: [{ id: 'noise.variance', value: 0.002, standardError: 0.001 }],
  missing: [],
};
const tablesOf = (shown: LabPage) =>
  shownReport(shown, LOOK, COLOURS).sections.map(({ columns, rows }) => [columns, rows[0]!.cells]);

test('what the recipe says is neither measured nor true', () => {
  expect(tablesOf({ ...page, cameras: page.cameras.slice(0, 1), differences: [] })).toEqual([
    [
      ['value', 'unit'],
      ['Double-Gauss', ''],
    ],
    [
      ['measured', 'true', 'unit'],
      ['0.250 ± 0.010', '0.240', 'codes²'],
    ],
  ]);
});

test('two cameras stand side by side', () => {
  expect(tablesOf(page)).toEqual([
    [
      ['a', 'b', 'difference', 'unit'],
      ['Double-Gauss', 'Double-Gauss', '', ''],
    ],
    [
      ['a', 'b', 'difference', 'unit'],
      ['0.250 ± 0.010', '0.250 ± 0.010', '0.0020 ± 0.0010', 'codes²'],
    ],
  ]);
});
