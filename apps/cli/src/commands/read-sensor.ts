import { basename, dirname } from 'node:path';
import { sensors } from '@lumenloom/engine/catalogue';
import { labels, toSensorPlan } from '@lumenloom/contract';
import {
  REFERENCE_NEAR_INFRARED,
  assumedLines,
  decodeText,
  readSensorFile,
  type NearInfrared,
  type SensorFile,
  type SensorPlan,
} from '@lumenloom/engine';
import { UsageError } from '@lumenloom/node-host/command-line';
import { accept, readJson, readPart } from '../arguments.ts';
import { besideFile, inFileLater } from './read-lens.ts';

/** Options of every command that reads a sensor file. */
export const sensorFileOptions = {
  'sensor-file': {
    value: 'FILE',
    says: 'A sensor of your own (JSON) or published:NAME, in place of the named one.',
  },
  gain: { value: 'NAME', says: 'One of the gains of the sensor file.' },
} as const;

/** The parameters of a sensor, of commands without a recipe. */
export const PARAMS = {
  value: 'FILE',
  says: 'The sensorParams object of a recipe, every field optional, as JSON.',
} as const;

/** What the options of `sensorFileOptions` say. */
export type SensorFileValues = Readonly<Record<keyof typeof sensorFileOptions, string | undefined>>;

/**
 * The sensor file that the options name; undefined without one.
 * @throws UsageError naming the file and the field, or the line.
 */
export async function readSensorPath(values: SensorFileValues): Promise<
  | {
      readonly sensor: SensorFile;
      readonly nearInfrared: NearInfrared;
      readonly notes: readonly string[];
    }
  | undefined
> {
  const { 'sensor-file': path, gain } = values;
  if (path === undefined) {
    if (gain !== undefined) throw new UsageError('--gain belongs to --sensor-file.');
    return undefined;
  }
  const bytes = await readPart('sensors', path);
  const { notes, ...read } = await inFileLater(path, () =>
    readSensorFile(decodeText(bytes), basename(path), {
      gain,
      beside: (name) => besideFile(path, name),
      open: async (name, place) => {
        const { fileBelow } = await import('@lumenloom/node-host');
        return fileBelow(dirname(path), name, place);
      },
    }),
  );
  return {
    ...read,
    notes: [`The sensor is that of ${basename(path)}: ${read.sensor.name}.`, ...notes],
  };
}

/**
 * A sensor by its name, with the parameters of a file where one is given, or the sensor of a sensor
 * file.
 *
 * @throws UsageError for a wrong value, and for fields that mean nothing.
 */
export async function readSensor(
  values: SensorFileValues & Readonly<Record<'sensor' | 'params', string | undefined>>,
): Promise<{
  readonly sensor: SensorPlan;
  readonly nearInfrared: NearInfrared;
  readonly notes: readonly string[];
}> {
  const { params } = values;
  const own = await readSensorPath(values);
  if (own && values.sensor !== undefined)
    throw new UsageError('--sensor and --sensor-file both choose a sensor: leave one of them out.');
  const name = own ? labels(sensors)[0]! : values.sensor;
  if (name === undefined)
    throw new UsageError(`Name a sensor, for example --sensor ${labels(sensors)[0]!}.`);
  const { sensor, notes, unknownKeys } = accept(
    toSensorPlan(name, params === undefined ? undefined : await readJson(params), own?.sensor),
  );
  if (unknownKeys.length > 0)
    throw new UsageError(
      `${params!} has fields that mean nothing here: ${unknownKeys.join(', ')}.`,
    );
  return {
    sensor,
    nearInfrared: own?.nearInfrared ?? REFERENCE_NEAR_INFRARED,
    notes: [...(own?.notes ?? []), ...notes, ...assumedLines(sensor)],
  };
}

/** What a command says of fields that only count behind a lens. */
export const withoutOptics = ({ chip }: SensorPlan): readonly string[] => [
  ...(chip?.microlens ? ['Without a lens the microlenses let all light through.'] : []),
  ...(chip?.aperture || chip?.diffusionMicrometres
    ? ['Light that is even over each pixel shows neither aperture nor diffusionMicrometres.']
    : []),
];
