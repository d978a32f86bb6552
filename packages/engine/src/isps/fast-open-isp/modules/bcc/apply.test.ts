import { expect, it } from 'vitest';
import { adjustContrast, contrastCurve, surveyLuma } from './apply.ts';

const histogramOf = (...lumas: readonly number[]): Int32Array => {
  const histogram = new Int32Array(256);
  for (const luma of lumas) histogram[luma]! += 1;
  return histogram;
};

it('changes nothing at offset 0 and gain 256', () => {
  expect([...contrastCurve(histogramOf(3, 200), 0, 256)]).toEqual(
    Array.from({ length: 256 }, (_, y) => y),
  );
});
it('turns round the median after the offset; of two in the middle their mean, cut off', () => {
  // After the offset: 10 21 32 60, median 26.5.
  const curve = contrastCurve(histogramOf(0, 11, 22, 50), 10, 512);
  expect([curve[0], curve[22], curve[255]]).toEqual([0, 2 * (32 - 26) + 26, 255]);
});
it('surveys the luma of the whole picture', () => {
  const curve = new Uint8Array(256);
  const y = Uint8Array.of(0, 11, 22, 50);
  const tables = { offset: 10, gain: 512, curve };
  surveyLuma({ source: { y }, tables, rows: 2, columns: 2, from: 0, to: 1 });
  expect(curve).toEqual(contrastCurve(histogramOf(0, 11, 22, 50), 10, 512));
});
it('applies the curve', () => {
  const target = new Uint8Array(2);
  adjustContrast({
    source: { y: Uint8Array.of(5, 250) },
    target: { y: target },
    rows: 1,
    columns: 2,
    from: 0,
    to: 1,
    tables: { offset: -10, gain: 256, curve: contrastCurve(histogramOf(0), -10, 256) },
  });
  expect([...target]).toEqual([0, 240]);
});
