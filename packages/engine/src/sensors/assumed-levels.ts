import type { Table } from '../text/json-fields.ts';
import {
  assumedReadNoise,
  assumedWell,
  type AssumedFigure,
  type AssumedKey,
} from './assumed-figures.ts';
import type { InPlace } from './read-parameters.ts';
import type { SensorFile } from './sensor-file.ts';

/**
 * Well and read noise that the table of a sensor marks as unknown, with what stands in their place.
 * The read noise is a field in volts where it can be, so that a recipe can have another one.
 *
 * @param parameters of the sensor without what is assumed.
 */
export function assumedLevels(
  table: Table,
  levels: Pick<SensorFile, InPlace>,
  parameters: SensorFile['parameters'],
): {
  readonly figures: readonly AssumedFigure[];
  readonly parameters: SensorFile['parameters'];
  readonly levels: Pick<SensorFile, InPlace>;
} {
  const { pixel_size: pitch, voltage_swing: volts } = parameters;
  const isUnknown = (key: 'well_capacity' | 'read_noise'): boolean =>
    table[key] === null && parameters[key] === undefined;
  const well = isUnknown('well_capacity') && pitch !== undefined ? assumedWell(pitch) : undefined;
  const read =
    isUnknown('read_noise') && levels.readNoiseElectrons === undefined
      ? assumedReadNoise
      : undefined;
  const electrons = well?.value ?? parameters.well_capacity;
  const millivolts =
    read && electrons !== undefined && volts !== undefined
      ? Number(((1000 * read.value * volts) / electrons).toPrecision(4))
      : undefined;
  return {
    figures: [well, read].filter((one) => one !== undefined),
    parameters: {
      ...(well && { well_capacity: well.value }),
      ...(millivolts !== undefined && { read_noise: millivolts }),
    },
    levels: read && millivolts === undefined ? { readNoiseElectrons: read.value } : {},
  };
}

/** What is assumed of the sensor below and not given over it. */
export const stillAssumed = (
  { assumed = [] }: SensorFile,
  over: Table,
  keepsSpectra: boolean,
): readonly AssumedFigure[] => {
  const isGiven: Readonly<Record<AssumedKey, boolean>> = {
    quantumEfficiency: !keepsSpectra,
    wellElectrons: Object.hasOwn(over, 'well_capacity'),
    readNoiseElectrons:
      Object.hasOwn(over, 'read_noise') || Object.hasOwn(over, 'readNoiseElectrons'),
  };
  return assumed.filter(({ key }) => !isGiven[key]);
};
