import { outputAt } from '../../output-maps.ts';
import { planesOf } from '../../output-tensors.ts';
import { sampleMap } from '../../sample-map.ts';
import type { Reading, TaskCode } from '../task-code.ts';
import {
  compareClassMaps,
  drawClassMap,
  type ClassMap,
  type SegmentationComparison,
} from './compare.ts';

export const task: TaskCode<'class-map', ClassMap, SegmentationComparison> = {
  recognise: ({ ports: [first] }) =>
    first?.shape?.length === 4 && first.shape[1] !== 1
      ? { kind: 'class-map', by: 'shapes' }
      : undefined,
  namesOf: (_, ports) => ports.slice(0, 1).map(({ name }) => name),
  read: (_, reading) => classMap(reading),
  compare: (camera, ideal, _, { isSeen }) =>
    compareClassMaps(camera.finding, ideal.finding, isSeen),
  draw: ({ finding }, shown, { isSeen }) => drawClassMap(finding, shown, isSeen),
  list: (finding) => sharesOf(finding).map(([label, share]) => ({ label, share })),
  strongest: (finding) => sharesOf(finding).map(([label, score]) => ({ label, score })),
};

/** The strongest class of each pixel, after the scores are resized to the picture. */
function classMap(reading: Reading): ClassMap {
  const planes = planesOf(outputAt(reading, 0));
  const { rows, columns } = reading.placement;
  const classes = new Uint16Array(rows * columns);
  const best = sampleMap(planes, reading.placement);
  for (let one = 1; one < planes.count; one += 1) {
    const scores = sampleMap(planes, reading.placement, one);
    for (let at = 0; at < best.length; at += 1)
      if (scores[at]! > best[at]!) [best[at], classes[at]] = [scores[at]!, one];
  }
  return { kind: 'classMap', rows, columns, classes };
}

/** Classes in their order, with their shares of the pixels. */
function sharesOf({ classes }: ClassMap): readonly (readonly [label: number, share: number])[] {
  const counts = new Map<number, number>();
  for (const one of classes) counts.set(one, (counts.get(one) ?? 0) + 1);
  return [...counts]
    .toSorted(([one], [other]) => one - other)
    .map(([label, count]) => [label, count / classes.length]);
}
