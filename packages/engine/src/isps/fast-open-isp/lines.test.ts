import { expect, test } from 'vitest';
import type { IspReport } from './report.ts';
import { ispLines } from './lines.ts';

const report = (replaced: number, isolatedBright: number): IspReport => ({
  modules: [{ ids: ['dpc'], label: 'DPC', ms: 1 }],
  path: 'SIMD',
  saturation: 1023,
  deadPixels: { replaced, isolatedBright },
  clippedPercent: {},
});
const sentence = (
  replaced: number,
  isolatedBright: number,
  camera: { readonly showsMarks: boolean } | undefined,
) => ispLines(report(replaced, isolatedBright), camera).at(-1);
const VANISH = ': points smaller than 2 px are removed; disable DPC to see them.';
const FALSE_POSITIVES =
  '. The sensor has no defects, so these were good pixels: to keep them, raise the difference threshold of DPC or switch it off.';

test.each([
  [64, 64, true, VANISH],
  [278, 226, true, VANISH],
  [4, 1, true, VANISH],
  [100, 24, true, FALSE_POSITIVES],
  // On other scenes isolated bright pixels are noise, no matter how many.
  [64, 64, false, FALSE_POSITIVES],
])(
  'DPC: %d replaced, %d isolated bright, points or lines %s',
  (replaced, bright, showsMarks, end) => {
    expect(sentence(replaced, bright, { showsMarks })).toBe(
      `DPC replaced ${replaced} pixels, ${bright} of them isolated bright${end}`,
    );
  },
);

test('a raw from elsewhere: its sensor may have defects', () => {
  expect(sentence(2, 1, undefined)).toBe('DPC replaced 2 pixels, 1 of them isolated bright.');
});

test('one and none are said as such', () => {
  expect(sentence(1, 0, undefined)).toBe('DPC replaced 1 pixel, 0 of them isolated bright.');
  expect(sentence(0, 0, { showsMarks: true })).toBe('DPC replaced no pixels.');
});

test('modules in order, each by itself; nothing that ran is said so', () => {
  const fused = { ids: ['cfa', 'ccm'] as const, label: 'CFA+CCM', ms: 1 };
  const { modules } = report(0, 0);
  expect(ispLines({ ...report(0, 0), modules: [...modules, fused] }, undefined)[0]).toBe(
    'Modules: DPC, CFA, CCM.',
  );
  expect(ispLines({ ...report(0, 0), modules: [] }, undefined)).toEqual([
    'ISP: every module is off; the picture is the raw mosaic in grey.',
  ]);
});
