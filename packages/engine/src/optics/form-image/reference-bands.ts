import { sin } from '../../quantities/elementary.ts';
import type { LensModel } from './lens-model.ts';
import { angleAt, heightAt } from './lens-table.ts';

/** Largest number of maps: each costs a sampling of the scene and transforms of its own. */
const MOST_MAPS = 4;
/**
 * Mean distance between the images of a band and of its reference band that is small enough to be
 * left to the kernels.
 */
const LITTLE_MM = 1e-3;
/**
 * Number of fields, up to the farthest that the sensor sees, at which lateral colour is compared.
 */
const FIELDS = 4;

/**
 * Chooses for each band a reference band, through whose map the band is imaged (`ref` of
 * docs/reference/physics.md#p4). Kernels contain the shift between the images of the two. The shift
 * changes over a tile and kernels are interpolated, so bands are grouped until it is small. The
 * choice depends on lens and grid but not on the light, so the pictures under two lights add up to
 * the picture under both.
 *
 * @param farthestMm distance from the axis to the farthest place that the sensor sees.
 * @returns per band, the index of its reference band; bands of one group share theirs.
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
  // Sensors and eyes respond little at both ends of the spectrum.
  const weights = order.map((band) => sin((Math.PI * (band + 1)) / (count + 1)) ** 2);
  const distances = order.map((a, i) =>
    order.map(
      (b) =>
        (weights[i]! *
          sumOf(heightsMm[a]!.map((height, field) => Math.abs(height - heightsMm[b]![field]!)))) /
        FIELDS,
    ),
  );
  // groups[from][last]: that range of bands in order of image height, with the member that is
  // nearest to all others as its reference.
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
  // groupings[to]: the first `to` bands in that order, divided into `maps` groups with the least
  // sum of distances; with their references.
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
