import { valueAt } from '../quantities/wavelengths.ts';
import { toEngineUnits } from '../field-descriptor.ts';
import { sensorFields } from './bayer/descriptor.ts';
import type { AssumedKey } from './assumed-figures.ts';
import { deviationOf, noiseBudget } from './noise-budget.ts';
import type { SensorFile } from './sensor-file.ts';

/**
 * The figures by which one sensor is chosen among many; null where its file does not give them. The
 * keys are published.
 */
export interface SensorOverview {
  readonly pixelUm: number | null;
  readonly columns: number | null;
  readonly rows: number | null;
  readonly diagonalMm: number | null;
  readonly pattern: string | null;
  readonly bits: number | null;
  /** Electrons per photon at 525 nm, of the colour that has the most there. */
  readonly quantumEfficiency525: number | null;
  readonly wellElectrons: number | null;
  readonly readNoiseElectrons: number | null;
  readonly dynamicRangeDb: number | null;
  readonly snrMaxDb: number | null;
}

const GREEN_NM = 525;
const DIGITS = 4;

/**
 * Computes the figures of a sensor that a list shows, rounded to four significant digits.
 *
 * @param isStated whether the text of the file gives a key, because a sensor that was read has
 * defaults where it does not.
 * @see EMVA 1288 release 4.0 for dynamic range and greatest signal-to-noise ratio;
 * docs/reference/measuring.md#emva1288
 */
export function sensorOverview(
  sensor: SensorFile,
  isStated: (key: 'pattern' | 'bits' | 'quantumEfficiency') => boolean = () => true,
): SensorOverview {
  const isAssumed = (one: AssumedKey): boolean =>
    sensor.assumed?.some(({ key }) => key === one) ?? false;
  const { pixel_size: pixel, rows, cols: columns } = sensor.parameters;
  const well = isAssumed('wellElectrons') ? undefined : sensor.parameters.well_capacity;
  const bits = isStated('bits') ? sensor.bits : null;
  const read = isAssumed('readNoiseElectrons') ? null : readNoiseOf(sensor);
  return {
    pixelUm: pixel ?? null,
    columns: columns ?? null,
    rows: rows ?? null,
    diagonalMm:
      pixel === undefined || rows === undefined || columns === undefined
        ? null
        : rounded((pixel * Math.hypot(rows, columns)) / 1000),
    pattern: isStated('pattern') ? patternOf(sensor) : null,
    bits,
    quantumEfficiency525:
      isStated('quantumEfficiency') && !isAssumed('quantumEfficiency')
        ? efficiencyOf(sensor)
        : null,
    wellElectrons: well === undefined ? null : rounded(well),
    readNoiseElectrons: read && rounded(read),
    dynamicRangeDb:
      well === undefined || read === null
        ? null
        : rounded(20 * Math.log10(well / thresholdOf(sensor, { well, read, bits }))),
    snrMaxDb: well === undefined ? null : rounded(10 * Math.log10(well)),
  };
}

/** The smallest signal that is told from none, electrons: noise, rounding, and half an electron. */
function thresholdOf(
  { chip }: SensorFile,
  {
    well,
    read,
    bits,
  }: { readonly well: number; readonly read: number; readonly bits: number | null },
): number {
  const { captures: _, ...ownChip } = chip ?? {};
  const parameters = {
    ...toEngineUnits(sensorFields, {}),
    well_capacity: well,
    voltage_swing: 1,
    analog_gain: 1,
    read_noise: read / well,
  };
  // Without a number of bits nothing is rounded.
  const known = { parameters, bits: bits ?? Infinity, chip: ownChip };
  const inTheDark = noiseBudget(known, { signal: 0, exposureSeconds: 0 });
  return deviationOf(inTheDark, 'dynamicRange') + 0.5;
}

/** Electrons; null where it is unknown, which a file says by null and a read sensor by 0. */
function readNoiseOf({ readNoiseElectrons, parameters }: SensorFile): number | null {
  const { read_noise: millivolts, well_capacity: well, voltage_swing: volts } = parameters;
  if (readNoiseElectrons !== undefined) return readNoiseElectrons;
  if (!millivolts || well === undefined || volts === undefined) return null;
  return ((millivolts / 1000) * well) / volts;
}

const patternOf = (sensor: SensorFile): string =>
  sensor.order ?? (sensor.tile!.join('') === 'w' ? 'mono' : sensor.tile!.join('/'));

function efficiencyOf(sensor: SensorFile): number | null {
  const { quantumEfficiency } = sensor;
  // Without curves it has those of the reference sensor.
  if (!quantumEfficiency) return null;
  return rounded(Math.max(...quantumEfficiency.map((curve) => valueAt(curve, GREEN_NM))));
}

const rounded = (value: number): number => Number(value.toPrecision(DIGITS));
