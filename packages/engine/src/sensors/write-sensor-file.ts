import { WAVELENGTHS } from '../quantities/wavelengths.ts';
import type { Table } from '../text/json-fields.ts';
import type { AssumedKey } from './assumed-figures.ts';
import type { ChipFile } from './chip/chip.ts';
import { mosaicOf } from './colour-filters.ts';
import type { SensorFile } from './sensor-file.ts';

/**
 * A sensor as the fields of a sensor file, from which `readSensorFile` reads the same sensor. Its
 * spectra have their 31 bands and end at 700 nm, and its dark current is what it is at the
 * temperature of the sensor, or where it was measured.
 *
 * @see docs/own-files.md#sensors---sensor-file
 */
export function writeSensorFile({
  order,
  tile,
  parameters,
  quantumEfficiency,
  darkElectronsPerSecond: rate,
  darkFactor = 1,
  darkMeasured,
  chip,
  assumed = [],
  ...sensor
}: SensorFile): Table {
  const isAssumed = (one: AssumedKey): boolean => assumed.some(({ key }) => key === one);
  // The maps are files of their own, of one sensor.
  const { darkNonUniformity: spread, maps: _, ...fields } = chip ?? {};
  const dark = {
    ...(rate !== undefined && { electronsPerSecond: rate }),
    ...(spread !== undefined && { nonUniformityPercent: 100 * spread }),
    ...darkMeasured,
  };
  return {
    ...sensor,
    pattern: order ?? tile,
    sensorParams: {
      ...parameters,
      ...(isAssumed('wellElectrons') && { well_capacity: null }),
      ...(isAssumed('readNoiseElectrons') && { read_noise: null }),
    },
    ...(isAssumed('quantumEfficiency') && { quantumEfficiency: null }),
    ...(quantumEfficiency &&
      !isAssumed('quantumEfficiency') && {
        quantumEfficiency: {
          nm: [...WAVELENGTHS],
          ...Object.fromEntries(
            mosaicOf({ order, tile }).channels.map((name, i) => [
              name,
              Array.from(quantumEfficiency[i]!),
            ]),
          ),
        },
      }),
    ...(Object.keys(dark).length > 0 && { darkCurrent: dark }),
    ...writeChip(fields, darkFactor),
  };
}

/** The fields of a chip whose form in a file is another one. */
function writeChip({ captures, crosstalk, defects, ...fields }: ChipFile, factor: number): Table {
  const { optical, electrical } = crosstalk ?? {};
  const { hot } = defects ?? {};
  return {
    ...fields,
    ...(captures && {
      captures: captures.map(({ parameters, sharesChargeWith: shared, ...capture }) => ({
        ...capture,
        ...parameters,
        ...(shared !== undefined && { sharesChargeWith: captures[shared]!.name }),
      })),
    }),
    ...(crosstalk && {
      crosstalk: {
        ...(optical && { optical: opticalTable(optical) }),
        ...(electrical && { electrical }),
      },
    }),
    ...(defects && {
      defects: {
        ...defects,
        ...(hot && { hot: { ...hot, electronsPerSecond: hot.electronsPerSecond * factor } }),
      },
    }),
  };
}

function opticalTable(optical: NonNullable<NonNullable<ChipFile['crosstalk']>['optical']>) {
  if ('kernel' in optical) return optical.kernel;
  if ('kernels' in optical) return optical.kernels;
  return { nm: [...WAVELENGTHS], share: optical.share };
}
