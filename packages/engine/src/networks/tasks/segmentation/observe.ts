import { outputAt } from '../../output-maps.ts';
import { numbersOf, planesOf, refuse, type Planes } from '../../output-tensors.ts';
import type { Observed, Trial } from '../task-code.ts';
import type { segmentation } from './descriptor.ts';

type Kind = keyof (typeof segmentation)['kinds'];

/** From this correlation on, planes are the channels of a picture. */
const LIKE_A_PICTURE = 0.9;
/** Colours of a picture. */
export const COLOURS = 3;

export const isBeyond = (value: number): boolean => value < 0 || value > 1;

/**
 * What a trial run shows of maps: whole numbers are classes, values beyond 0 to 1 logits.
 *
 * @throws SimulationError 'bad-model' for planes that are the picture itself, changed a little.
 */
export function observe(kind: Kind, { reading }: Trial): Observed<Kind> {
  if (kind === 'class-map' || kind === 'class-map-nhwc') refusePicture(kind, reading);
  if (kind !== 'mask') return { guesses: [] };
  const { values } = outputAt(reading, 0);
  if (values.every((one) => Number.isInteger(one) && one >= 0) && values.some((one) => one > 1))
    return {
      kind: 'class-ids',
      guesses: [
        [
          ['output.kind'],
          'the values of the one map are whole numbers, by a trial run: they are taken for classes, which is not in the file; give output.kind in a descriptor where this is wrong',
        ],
      ],
    };
  const activation = values.some(isBeyond) ? 'sigmoid' : 'none';
  return {
    output: { activation },
    guesses: [
      [
        ['output.activation'],
        `the values of the one map are ${activation === 'none' ? 'from 0 to 1' : 'beyond 0 to 1, logits'}, by a trial run: it is not in the file; give output.activation in a descriptor where this is wrong`,
      ],
    ],
  };
}

/** Planes whose values are written pixel by pixel, as planes. */
export function classesFirst({ count, rows, columns, values }: Planes): Planes {
  // What was read as planes, rows and columns are rows, columns and classes.
  const [height, width, classes] = [count, rows, columns];
  const planes = new Float64Array(values.length);
  for (let pixel = 0; pixel < height * width; pixel += 1)
    for (let one = 0; one < classes; one += 1)
      planes[one * height * width + pixel] = values[pixel * classes + one]!;
  return { count: classes, rows: height, columns: width, values: planes };
}

function refusePicture(kind: Kind, reading: Trial['reading']): void {
  const read = planesOf(outputAt(reading, 0));
  const planes = kind === 'class-map' ? read : classesFirst(read);
  const { input } = reading.descriptor;
  if (planes.count !== COLOURS || input.colour === 'grey') return;
  const fed = planesOf(numbersOf(reading.fed, input.name));
  const source = input.layout === 'nhwc' || input.layout === 'hwc' ? classesFirst(fed) : fed;
  if (source.rows !== planes.rows || source.columns !== planes.columns) return;
  if ([0, 1, 2].every((channel) => correlation(planes, source, channel) >= LIKE_A_PICTURE))
    refuse(
      `This network gives a picture of ${planes.columns} x ${planes.rows} pixels: none of the tasks.`,
    );
}

/** Of a plane of both, with the mean taken off. */
function correlation(one: Planes, other: Planes, plane: number): number {
  const size = one.rows * one.columns;
  const [first, second] = [one, other].map(({ values }) =>
    values.subarray(plane * size, (plane + 1) * size),
  ) as [Planes['values'], Planes['values']];
  let [a, b, aa, bb, ab] = [0, 0, 0, 0, 0];
  for (let at = 0; at < size; at += 1) {
    const [x, y] = [first[at]!, second[at]!];
    a += x;
    b += y;
    aa += x * x;
    bb += y * y;
    ab += x * y;
  }
  const spread = (aa - (a * a) / size) * (bb - (b * b) / size);
  return spread > 0 ? (ab - (a * b) / size) / Math.sqrt(spread) : 0;
}
