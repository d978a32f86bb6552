import { rangeOf, rankCorrelation } from '../../../analysis/compare-depth.ts';
import { bothInCircle, valuesInCircle } from '../../overlay/image-circle.ts';
import { drawDepth, type ScaleWords } from '../../overlay/draw-depth.ts';
import { isMap, singlePlane, withName } from '../../output-maps.ts';
import { numbersOf } from '../../output-tensors.ts';
import { sampleMap } from '../../sample-map.ts';
import { largest } from '../../scores.ts';
import type { TaskCode } from '../task-code.ts';

/** How much each pixel, [rows, columns], and the whole picture differ from what is normal. */
export interface AnomalyFinding {
  readonly kind: 'anomaly';
  readonly rows: number;
  readonly columns: number;
  readonly map: Float32Array;
  /** Of the whole picture. */
  readonly score: number;
}

export interface AnomalyComparison {
  readonly kind: 'anomaly';
  /** Of the whole pictures, in the network's unit. */
  readonly cameraScore: number;
  readonly idealScore: number;
  /** Of the maps inside the image circle: Spearman's rho; undefined when one of them is flat. */
  readonly rankCorrelation: number | undefined;
}

const WORDS: ScaleWords = { title: 'anomaly', low: 'normal', high: 'defect' };
const MAP = /anomaly_?map/i;
const SCORE = /pred_score/i;

const mapOf = ({ map: values, ...size }: AnomalyFinding) => ({ ...size, values });

export const task: TaskCode<'anomaly', AnomalyFinding, AnomalyComparison> = {
  recognise: ({ ports, described }) => {
    if (withName(ports, MAP)) return { kind: 'anomaly', by: 'its own name' };
    return described.task === 'anomaly' && isMap(ports[0]?.shape)
      ? { kind: 'anomaly', by: 'shapes' }
      : undefined;
  },
  namesOf: (_, ports) => {
    const map = withName(ports, MAP) ?? ports.find(({ shape }) => isMap(shape));
    const score = withName(ports, SCORE);
    return [map ?? ports[0]!, ...(score ? [score] : [])].map(({ name }) => name);
  },
  read: (_, reading) => {
    const { rows, columns } = reading.placement;
    const plane = singlePlane(reading);
    const [, scoreName] = reading.descriptor.output.names;
    const score =
      scoreName === undefined
        ? largest(plane.values.length, (at) => plane.values[at]!).score
        : (numbersOf(reading.outputs, scoreName).values[0] ?? NaN);
    return { kind: 'anomaly', rows, columns, map: sampleMap(plane, reading.placement), score };
  },
  compare: ({ finding: camera }, { finding: ideal }, _, { isSeen }) => {
    const correlation = rankCorrelation(...bothInCircle(mapOf(camera), mapOf(ideal), isSeen));
    const maps =
      correlation === undefined
        ? 'one of both maps is flat'
        : `rank correlation of the maps inside the image circle ${correlation.toFixed(4)}`;
    return {
      comparison: {
        kind: 'anomaly',
        cameraScore: camera.score,
        idealScore: ideal.score,
        rankCorrelation: correlation,
      },
      lines: [
        `anomaly score ${ideal.score.toPrecision(4)} on the ideal picture, ${camera.score.toPrecision(4)} on the camera's; ${maps}.`,
      ],
    };
  },
  draw: ({ finding }, shown, { isSeen }) => {
    const map = mapOf(finding);
    return drawDepth(map, rangeOf(valuesInCircle(map, isSeen)), shown, isSeen, WORDS);
  },
  list: ({ rows, columns, score, map }) => {
    const [least, largestValue] = rangeOf(map);
    return [{ rows, columns, score, least, largest: largestValue }];
  },
  strongest: () => [],
};
