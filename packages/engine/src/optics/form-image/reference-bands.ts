import type { LensModel } from './lens-model.ts';
import { angleAt, heightAt } from './lens-table.ts';

/** Maps that a picture is folded by at most: as few as leave little lateral colour. */
const MOST_MAPS = 4;
/** Mean distance between a band's image and its reference band's that kernels may carry, mm. */
const LITTLE_MM = 1e-3;
/** Fields, from the axis to the farthest that the sensor sees, at which lateral colour counts. */
const FIELDS = 4;

/**
 * The reference band of each band, whose map stands for its own (lambda_ref of physics.md P4). Kernels carry the shift between the two, which
 * changes over a tile: bands that are imaged far apart fall into groups of their own, so that it changes little. They depend on the lens and
 * the grid alone: pictures of two lights add up.
 *
 * @param farthestMm that the sensor sees from the axis, mm.
 */
export function referenceBands({ table }: LensModel, farthestMm: number): readonly number[] {
  const radiusMm = Math.min(farthestMm, table.heightsMm[table.reference]!.at(-1)!);
  const angles = Array.from({ length: FIELDS }, (_, i) =>
    angleAt(table, table.reference, (radiusMm * (i + 1)) / FIELDS),
  );
  const heightsMm = table.wavelengths.map((_, band) =>
    angles.map((angle) => heightAt(table, band, angle).heightMm),
  );
  const sumOf = (values: readonly number[]): number =>
    values.reduce((sum, value) => sum + value, 0);
  const order = heightsMm
    .map((_, band) => band)
    .sort((a, b) => sumOf(heightsMm[a]!) - sumOf(heightsMm[b]!) || a - b);
  const count = order.length;
  // Sensors and eyes see little of the ends of the range.
  const weights = order.map((band) => Math.sin((Math.PI * (band + 1)) / (count + 1)) ** 2);
  const distances = order.map((a, i) =>
    order.map(
      (b) =>
        (weights[i]! *
          sumOf(heightsMm[a]!.map((height, field) => Math.abs(height - heightsMm[b]![field]!)))) /
        FIELDS,
    ),
  );
  // Each run of neighbours in the order, with the member nearest to all the others.
  const groups = order.map((_, from) =>
    order.map((__, last) => {
      let group = { sum: Infinity, reference: NaN };
      for (let i = from; i <= last; i += 1) {
        let sum = 0;
        for (let member = from; member <= last; member += 1) sum += distances[member]![i]!;
        if (sum < group.sum) group = { sum, reference: order[i]! };
      }
      return group;
    }),
  );
  // groupings[to]: the first `to` bands of the order in so many groups, with the least sum of distances; and the band that each refers to.
  let groupings: { readonly sum: number; readonly references: readonly number[] }[] = Array.from(
    { length: count + 1 },
    (_, to) => ({ sum: to === 0 ? 0 : Infinity, references: [] }),
  );
  for (let maps = 1; maps <= MOST_MAPS; maps += 1) {
    const before = groupings;
    groupings = before.map((_, to) => {
      let [sum, start] = [Infinity, 0];
      for (let from = 0; from < to; from += 1) {
        const whole = before[from]!.sum + groups[from]![to - 1]!.sum;
        if (whole < sum) [sum, start] = [whole, from];
      }
      return sum === Infinity
        ? { sum, references: [] }
        : {
            sum,
            references: [
              ...before[start]!.references,
              ...order.slice(start, to).map(() => groups[start]![to - 1]!.reference),
            ],
          };
    });
    if (groupings[count]!.sum <= LITTLE_MM * sumOf(weights)) break;
  }
  const references = groupings[count]!.references;
  return table.wavelengths.map((_, band) => references[order.indexOf(band)]!);
}
