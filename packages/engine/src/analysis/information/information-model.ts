import { gaussLegendre } from '../../quantities/gauss-legendre.ts';
import {
  fail,
  isObject,
  numberIn,
  refuseUnknown,
  tableOf,
  type Table,
} from '../../text/json-fields.ts';
import {
  capacityOf,
  discCapacityOf,
  edgeErrorOf,
  idealObserver,
  neqAt,
  whiteNoise,
  type Observed,
  type SoughtObject,
} from './capacity.ts';
import { blurTransfer, tableTransfer, type Transfer } from './transfer.ts';

/** Noise of a pixel, electrons; `prnu` is a share of the signal. */
export interface PixelNoise {
  readonly well: number;
  readonly read: number;
  readonly prnu: number;
  readonly dsnu: number;
  readonly dark: number;
  /** Electrons per code. */
  readonly quantum: number;
  /** Electrons per photon on the whole pixel. */
  readonly qe: number;
}

/** A camera by its figures. */
export interface InformationModel {
  readonly transfer: Transfer;
  readonly sensor: PixelNoise;
  /** Electrons of the light side, as a share of the well. */
  readonly exposure: number;
  /** Light side over dark side of the edge. */
  readonly ratio: number;
  readonly objects: readonly SoughtObject[];
  /** Rows along the edge. */
  readonly rows: number;
  /** At which NEQ and DQE are wanted, cycles per pixel. */
  readonly frequencies: readonly number[];
}

/** What a camera tells of a scene. */
export interface ModelInformation {
  readonly electrons: number;
  readonly noiseVariance: number;
  readonly frequencies: readonly number[];
  readonly neq: readonly number[];
  readonly dqe: readonly number[];
  readonly objects: readonly (SoughtObject & Observed)[];
  readonly capacity: number;
  readonly capacityDisc: number;
  readonly capacityMax: number;
  readonly capacityMaxExposure: number;
  readonly capacityFull: number;
  readonly edgeErrorPx: number;
}

/** Variance of a pixel that has collected so many electrons, electrons². */
export const noiseVarianceOf = (
  { read, prnu, dsnu, dark, quantum }: Omit<PixelNoise, 'well' | 'qe'>,
  electrons: number,
): number => electrons + dark + read ** 2 + (prnu * electrons) ** 2 + dsnu ** 2 + quantum ** 2 / 12;

/** Exposures of the search for the largest capacity: 2^(-i/4). */
export const EXPOSURES = Array.from({ length: 41 }, (_, i) => 2 ** (-i / 4));
const LEVELS = 16;

/** Figures of a camera in closed form: docs/reference/lab.md#closed-form. */
export function modelInformation(model: InformationModel): ModelInformation {
  const { transfer, sensor, exposure, ratio, objects, rows, frequencies } = model;
  const electrons = exposure * sensor.well;
  const variance = noiseVarianceOf(sensor, electrons);
  const neq = frequencies.map((f) => neqAt(electrons, transfer.at(f, 0), variance));
  const swingAt = (share: number) => {
    const light = share * sensor.well;
    const noise = (noiseVarianceOf(sensor, light) + noiseVarianceOf(sensor, light / ratio)) / 2;
    return { step: light - light / ratio, noise: whiteNoise(noise) };
  };
  const best = EXPOSURES.map((share) => ({
    share,
    capacity: capacityOf(transfer, swingAt(share)),
  })).reduce((most, one) => (one.capacity > most.capacity ? one : most));
  const { nodes, weights } = gaussLegendre(LEVELS);
  const meanNoise = nodes.reduce(
    (sum, node, i) => sum + weights[i]! * noiseVarianceOf(sensor, node * sensor.well),
    0,
  );
  const swing = swingAt(exposure);
  return {
    electrons,
    noiseVariance: variance,
    frequencies,
    neq,
    dqe: neq.map((quanta) => quanta / (electrons / sensor.qe)),
    objects: objects.map((object) => ({
      ...object,
      ...idealObserver(transfer, object, electrons, variance),
    })),
    capacity: capacityOf(transfer, swing),
    capacityDisc: discCapacityOf((f) => transfer.at(f, 0), swing),
    capacityMax: best.capacity,
    capacityMaxExposure: best.share,
    capacityFull: capacityOf(transfer, { step: sensor.well, noise: whiteNoise(meanNoise) }),
    edgeErrorPx: edgeErrorOf(transfer, swing, rows),
  };
}

const KEYS = ['mtf', 'sensor', 'exposure', 'ratio', 'objects', 'rows', 'frequencies'] as const;
const SENSOR_KEYS = ['well', 'read', 'prnu', 'dsnu', 'dark', 'quantum', 'qe'] as const;
const USUAL_FREQUENCIES = [0.02, 0.1, 0.25, 0.4, 0.5];
/** Larger objects, longer tables: seconds of integrals. */
const [WIDEST_PX, MOST_OBJECTS, MOST_POINTS, MOST_ROWS] = [200, 50, 2000, 1e6] as const;

/**
 * Reads a camera by its figures: the file of `measure information --model`.
 *
 * @throws SimulationError naming the field.
 */
export function readInformationModel(json: unknown): InformationModel {
  const table = tableOf(json, 'model', 'The model');
  refuseUnknown(table, KEYS, '', 'The model');
  const exposure = optional(table, 'exposure', 1);
  if (exposure > 1)
    fail(
      'exposure',
      'exposure must be at most 1: the light side would be clipped, and clipped pixels have no noise.',
    );
  if (exposure <= 0) fail('exposure', 'must be above 0.');
  const ratio = optional(table, 'ratio', 4);
  if (ratio <= 1) fail('ratio', 'must be above 1.');
  const rows = optional(table, 'rows', 20);
  if (!Number.isInteger(rows) || rows < 1 || rows > MOST_ROWS)
    fail('rows', `must be a whole number from 1 to ${MOST_ROWS}.`);
  return {
    transfer: readTransfer(table['mtf']),
    sensor: readSensor(table['sensor']),
    exposure,
    ratio,
    objects: readObjects(table['objects']),
    rows,
    frequencies: readNumbers(table['frequencies'] ?? USUAL_FREQUENCIES, 'frequencies', [0, 8]),
  };
}

const optional = (table: Table, key: string, fallback: number, path = ''): number =>
  table[key] === undefined ? fallback : numberIn(table, key, path, 'The model');

function readTransfer(json: unknown): Transfer {
  const table = tableOf(json, 'mtf', 'mtf');
  refuseUnknown(table, ['sigma', 'box', 'frequency', 'modulation'], 'mtf', 'mtf');
  if (table['frequency'] === undefined && table['modulation'] === undefined) {
    const [sigma, box] = [optional(table, 'sigma', 0, 'mtf'), optional(table, 'box', 1, 'mtf')];
    for (const [key, value] of [
      ['sigma', sigma],
      ['box', box],
    ] as const)
      if (value < 0 || value > 100) fail(`mtf.${key}`, 'must be from 0 to 100.');
    return blurTransfer(sigma, box);
  }
  for (const key of ['sigma', 'box'])
    if (table[key] !== undefined)
      fail(`mtf.${key}`, 'goes with a blur, not with a table of frequency and modulation.');
  const frequency = readNumbers(table['frequency'], 'mtf.frequency', [0, 8]);
  const modulation = readNumbers(table['modulation'], 'mtf.modulation', [0, 10]);
  if (frequency.length < 2) fail('mtf.frequency', 'needs at least 2 values.');
  if (modulation.length !== frequency.length)
    fail('mtf.modulation', `has ${modulation.length} values for ${frequency.length} frequencies.`);
  const falling = frequency.findIndex((f, i) => i > 0 && f <= frequency[i - 1]!);
  if (falling >= 0) fail(`mtf.frequency[${falling}]`, 'must rise.');
  return tableTransfer(frequency, modulation);
}

function readSensor(json: unknown): PixelNoise {
  const table = tableOf(json, 'sensor', 'sensor');
  refuseUnknown(table, SENSOR_KEYS, 'sensor', 'sensor');
  const at = (key: string, fallback?: number): number => {
    const value =
      fallback === undefined
        ? numberIn(table, key, 'sensor', 'The model')
        : optional(table, key, fallback, 'sensor');
    if (value < 0) fail(`sensor.${key}`, 'must be at least 0.');
    return value;
  };
  const sensor = {
    well: at('well'),
    read: at('read'),
    prnu: at('prnu', 0),
    dsnu: at('dsnu', 0),
    dark: at('dark', 0),
    quantum: at('quantum', 0),
    qe: at('qe', 1),
  };
  if (sensor.well <= 0) fail('sensor.well', 'must be above 0.');
  if (sensor.qe <= 0 || sensor.qe > 1) fail('sensor.qe', 'must be above 0 and at most 1.');
  return sensor;
}

function readObjects(json: unknown): readonly SoughtObject[] {
  if (json === undefined) return [];
  if (!Array.isArray(json) || json.length > MOST_OBJECTS)
    fail('objects', `must be a list of at most ${MOST_OBJECTS} of [width, ratio, contrast].`);
  return json.map((entry: unknown, i) => {
    if (!Array.isArray(entry) || entry.length !== 3 || !entry.every(Number.isFinite))
      fail(`objects[${i}]`, 'must be three numbers, [width, ratio, contrast].');
    const [widthPx, ratio, contrast] = entry as unknown as readonly [number, number, number];
    if (widthPx <= 0 || widthPx > WIDEST_PX)
      fail(`objects[${i}][0]`, `width must be above 0 and at most ${WIDEST_PX} pixels.`);
    if (ratio <= 0 || ratio * widthPx > WIDEST_PX)
      fail(`objects[${i}][1]`, `height must be above 0 and at most ${WIDEST_PX} pixels.`);
    if (contrast === 0) fail(`objects[${i}][2]`, 'contrast must not be 0.');
    if (contrast < -1) fail(`objects[${i}][2]`, 'contrast must be at least -1.');
    return { widthPx, ratio, contrast };
  });
}

function readNumbers(
  json: unknown,
  path: string,
  [least, most]: readonly [number, number],
): readonly number[] {
  if (!Array.isArray(json) || json.length > MOST_POINTS || isObject(json))
    fail(path, `must be a list of at most ${MOST_POINTS} numbers.`);
  const wrong = json.findIndex(
    (value: unknown) =>
      typeof value !== 'number' || !Number.isFinite(value) || value < least || value > most,
  );
  if (wrong >= 0) fail(`${path}[${wrong}]`, `must be a number from ${least} to ${most}.`);
  return json as readonly number[];
}
