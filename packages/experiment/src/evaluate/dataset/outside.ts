import type { OutsideObjects } from '@lumenloom/report/page-text';
import type { Ground } from './columns.ts';
import { groupsOf, meanOfGroups } from './groups.ts';
import type { TruthObject } from './objects.ts';
import type { DoneLine } from './picture-lines.ts';

/**
 * Objects of the source pictures that are outside the frame of a camera, or of which less is in it
 * than counts, under one of its conditions; undefined without such objects.
 */
export function outsideOf(
  ground: Ground,
  sourceLines: readonly DoneLine[],
  lines: readonly DoneLine[],
): OutsideObjects | undefined {
  const known = new Set(ground.categories.map(({ id }) => id));
  const objectsIn = ({ content }: DoneLine): readonly TruthObject[] =>
    (content().truth.objects ?? []).filter(
      (one) => known.has(one.category_id) && one.iscrowd === 0,
    );
  const counted = new Map(
    sourceLines.map((line) => [line.image, new Set(objectsIn(line).map(({ id }) => id))]),
  );
  const total = [...counted.values()].reduce((sum, { size }) => sum + size, 0);
  const gone = new Map<string, Set<number>>();
  const left = new Map<string, Set<number>>();
  for (const line of total === 0 ? [] : lines) {
    const { truth } = line.content();
    const seenHere = new Map((truth.objects ?? []).map(({ id, iscrowd }) => [id, iscrowd]));
    for (const id of counted.get(line.image) ?? []) {
      const crowd = seenHere.get(id);
      if (crowd === undefined) addTo(gone, line.image, id);
      if (crowd !== 0) addTo(left, line.image, id);
    }
  }
  const objects = sizeOf(gone);
  const all = sizeOf(left);
  if (all === 0) return undefined;
  const source = meanOfGroups(
    groupsOf(
      ground,
      sourceLines.map((line) => asCrowds(line, left.get(line.image))),
      false,
    ),
  ).figures;
  return { objects, cut: all - objects, of: total, source };
}

const addTo = (sets: Map<string, Set<number>>, image: string, id: number): void => {
  sets.set(image, (sets.get(image) ?? new Set<number>()).add(id));
};

const sizeOf = (sets: ReadonlyMap<string, ReadonlySet<number>>): number =>
  [...sets.values()].reduce((sum, { size }) => sum + size, 0);

/** A line in which some objects neither count as missed nor their findings as false alarms. */
const asCrowds = (line: DoneLine, ids: ReadonlySet<number> | undefined): DoneLine =>
  ids === undefined
    ? line
    : {
        ...line,
        content: () => {
          const { truth, found } = line.content();
          const objects = truth.objects?.map((one) =>
            ids.has(one.id) ? { ...one, iscrowd: 1 as const } : one,
          );
          return { truth: { ...truth, ...(objects && { objects }) }, found };
        },
      };
