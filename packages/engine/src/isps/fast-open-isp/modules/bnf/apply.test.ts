import { expect, it } from 'vitest';
import { bilateralWeights, filterBilaterally } from './apply.ts';

const filter = (source: Uint8Array, intensitySigma: number, spatialSigma: number): Uint8Array => {
  const target = new Uint8Array(source.length);
  filterBilaterally({
    source: { y: source },
    target: { y: target },
    rows: 5,
    columns: 5,
    from: 0,
    to: 5,
    tables: { weights: bilateralWeights(intensitySigma, spatialSigma) },
  });
  return target;
};
const point = Uint8Array.from({ length: 25 }, (_, at) => (at === 12 ? 225 : 100));

it('is the mean of 5x5 when every place and every difference counts alike', () => {
  // All weights are 1023 except that in the middle, which is 1024.
  expect(filter(point, 1e6, 1e6)[12]).toBe(
    Math.trunc((24 * 1023 * 100 + 1024 * 225) / (24 * 1023 + 1024)),
  );
});
it('leaves what differs too much alone', () => {
  expect(filter(point, 0.05, 1)).toEqual(point);
});
it('blurs by distance', () => {
  const blurred = filter(point, 1e6, 1);
  expect(blurred[12]!).toBeGreaterThan(blurred[11]!);
  expect(blurred[11]!).toBeGreaterThan(blurred[10]!);
});
