import type { ListedSensor } from '@lumenloom/contract';
import {
  mosaicOf,
  quantumEfficiencyOf,
  WAVELENGTHS,
  type AssumedFigure,
  type SensorFile,
} from '@lumenloom/engine';
import { sensors } from '@lumenloom/engine/catalogue';

/** The twelve fields of a sensor. */
const sensorFields = sensors.bayerGrbg.fields;

/** Values of a sensor file that replace fields, with their units. */
const OTHER_LABELS: Readonly<
  Record<
    Exclude<
      keyof SensorFile,
      | 'name'
      | 'bits'
      | 'order'
      | 'tile'
      | 'parameters'
      | 'quantumEfficiency'
      | 'chip'
      | 'darkFactor'
      | 'darkMeasured'
      | 'assumed'
    >,
    string
  >
> = {
  blackLevel: 'Black level, codes',
  readNoiseElectrons: 'Read noise, electrons',
  dsnuElectrons: 'DSNU, electrons',
  darkElectronsPerSecond: 'Dark current, electrons/s',
  longestExposureSeconds: 'Longest exposure, s',
};

/** Fields whose values are assumed. */
const FIELD_OF: Readonly<Record<AssumedFigure['key'], string>> = {
  quantumEfficiency: 'quantumEfficiency',
  wellElectrons: 'well_capacity',
  readNoiseElectrons: 'read_noise',
};

const patternOf = ({ order, tile }: SensorFile): string => order ?? tile!.join('/');

/** Name, pattern and bits in a line. */
export const sensorSummary = (sensor: SensorFile): string =>
  `${sensor.name}: ${patternOf(sensor)}, ${sensor.bits} bits`;

/** The curves of a sensor, and what its file gives. */
export function sensorPreview(sensor: SensorFile): ListedSensor['preview'] {
  const {
    name,
    bits,
    order,
    tile,
    parameters,
    quantumEfficiency,
    chip,
    darkFactor,
    assumed = [],
    ...others
  } = sensor;
  const unknown = assumed.map(({ key }) => FIELD_OF[key]);
  const responses = quantumEfficiencyOf(sensor);
  return {
    kind: 'sensor',
    channels: mosaicOf(sensor).channels.map((channel, i) => ({
      name: channel,
      x: Array.from(WAVELENGTHS),
      y: Array.from(responses[i]!),
    })),
    figures: [
      { name: 'Name', value: name },
      { name: 'Pattern', value: patternOf(sensor) },
      { name: 'Bits', value: String(bits) },
      ...sensorFields.flatMap(({ key, label, unit }) =>
        parameters[key] === undefined
          ? []
          : [
              {
                name: label,
                value: unknown.includes(key) ? '–' : `${parameters[key]} ${unit}`.trim(),
              },
            ],
      ),
      ...Object.entries(others).flatMap(([key, value]) =>
        typeof value === 'object'
          ? []
          : [{ name: OTHER_LABELS[key as keyof typeof OTHER_LABELS], value: String(value) }],
      ),
      ...(chip ? [{ name: 'Chip', value: Object.keys(chip).join(', ') }] : []),
    ],
    parameters,
  };
}
