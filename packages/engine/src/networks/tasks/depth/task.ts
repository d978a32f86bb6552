import { rangeOf } from '../../../analysis/compare-depth.ts';
import { valuesInCircle } from '../../overlay/image-circle.ts';
import { INVERSE_DEPTH, drawDepth, type ScaleWords } from '../../overlay/draw-depth.ts';
import { isMap, pick, singlePlane, withName } from '../../output-maps.ts';
import { sampleMap } from '../../sample-map.ts';
import type { TaskCode } from '../task-code.ts';
import { compareDepth, type DepthComparison } from './compare.ts';

/** Depth, [rows, columns], or inverse depth in arbitrary units with an arbitrary zero. */
export interface DepthFinding {
  readonly kind: 'depth';
  readonly rows: number;
  readonly columns: number;
  readonly values: Float32Array;
  readonly inverse: boolean;
}

const DEPTH: ScaleWords = { title: 'depth', low: 'near', high: 'far' };
const wordsOf = ({ inverse }: DepthFinding): ScaleWords => (inverse ? INVERSE_DEPTH : DEPTH);
const NAME = /depth/i;

export const task: TaskCode<'depth', DepthFinding, DepthComparison> = {
  recognise: ({ ports, described }) => {
    if (withName(ports, NAME)) return { kind: 'depth', by: 'its own name' };
    return described.task === 'depth' && isMap(ports[0]?.shape)
      ? { kind: 'depth', by: 'shapes' }
      : undefined;
  },
  namesOf: (_, ports) => pick(ports, [NAME]),
  settingsOf: (_, { described: { output } }, guesses) => {
    if (output?.inverse === undefined)
      guesses.push([
        ['output.inverse'],
        'whether depth is inverse is not in the file: inverse depth (larger is nearer) is assumed; give output.inverse in a descriptor',
      ]);
    return { inverse: output?.inverse ?? true };
  },
  read: (_, reading) => {
    const { rows, columns } = reading.placement;
    const values = sampleMap(singlePlane(reading), reading.placement);
    const inverse = reading.descriptor.output.inverse ?? true;
    return { kind: 'depth', rows, columns, values, inverse };
  },
  compare: (camera, ideal, _, { isSeen }) =>
    compareDepth(camera.finding, ideal.finding, isSeen, wordsOf(camera.finding).title),
  draw: ({ finding }, shown, { isSeen }) =>
    drawDepth(finding, rangeOf(valuesInCircle(finding, isSeen)), shown, isSeen, wordsOf(finding)),
  list: ({ rows, columns, inverse, values }) => {
    const [least, largest] = rangeOf(values);
    return [{ rows, columns, inverse, least, largest }];
  },
  strongest: () => [],
};
