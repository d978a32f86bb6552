import { sensors, type Field } from '@lumenloom/engine/catalogue';
import type { SensorPlan, SimulationPlan } from '@lumenloom/engine';
import { problemsOf, type Decoded, type Findings, type Problem } from './decoded.ts';
import { labels, member } from './family.ts';
import { completeParameters, unknownParameters, type GivenParameters } from './given-parameters.ts';
import { simulationRequestSchema } from './request-schema.ts';
import { hashToSeed } from './seed.ts';

/** Bits of every sensor's converter (ruling F1). */
export const ADC_BITS = 10;

/** The fields that every sensor has. */
const { fields } = sensors.bayerGrbg;
/** Without a sensor its dialog still says where the picture is sampled (P10). */
const gridFields = fields.filter(({ key }) => ['rows', 'cols', 'pixel_size'].includes(key));

type Sensor = (typeof sensors)[keyof typeof sensors];

/** The fields of the sensor's dialog that a run reads: all of a sensor, the grid alone without one. */
export const sensorFieldsRead = (sensor: Sensor | undefined): readonly Field[] =>
  sensor ? fields : gridFields;

/** Keys of the sensor's parameters that no sensor has. */
export const unknownSensorParameters = (given: GivenParameters | undefined, path?: string) =>
  unknownParameters(fields, given, path);

const toEngineSensor = (sensor: Sensor, parameters: SensorPlan['parameters']): SensorPlan => ({
  label: sensor.label,
  order: sensor.order,
  parameters,
  bits: ADC_BITS,
});

/**
 * The chosen sensor, and the grid on which the picture is sampled with or without one.
 *
 * @param largestPixels of the grid; more is a problem.
 */
export function planSensor(
  sensor: Sensor | undefined,
  given: GivenParameters | undefined,
  largestPixels: number,
  { notes, problems }: Findings,
): Pick<SimulationPlan, 'sensor' | 'grid'> {
  const parameters = completeParameters(fields, given, 'sensorParams', sensor ? notes : []);
  if (sensor) problems.push(...sensorProblems(parameters));
  const { rows, cols, pixel_size: pitch } = parameters;
  if (rows * cols > largestPixels)
    problems.push({
      field: 'sensorParams.rows',
      message: `Rows x Cols must be at most ${largestPixels / 1e6} megapixels, not ${((rows * cols) / 1e6).toPrecision(3)}.`,
    });
  return {
    sensor: sensor && toEngineSensor(sensor, parameters),
    grid: { rows, columns: cols, pitch },
  };
}

/** The seed of a sensor's own pattern: light and recipe do not change it (P8). */
export const fixedPatternSeed = (
  label: string | undefined,
  rows: number,
  columns: number,
): number => hashToSeed([label, rows, columns]);

/** A sensor on its own, from its name and its parameter object; for tools that bring their own irradiance. */
export function toSensorPlan(
  label: string,
  parameters: unknown,
): Decoded<{
  readonly sensor: SensorPlan;
  readonly notes: readonly string[];
  readonly unknownKeys: readonly string[];
}> {
  const request = simulationRequestSchema
    .pick({ sensor: true, sensorParams: true })
    .safeParse({ sensor: label, sensorParams: parameters });
  if (!request.success) return { ok: false, problems: problemsOf(request.error) };
  const [, sensor] = member(sensors, request.data.sensor) ?? [];
  if (!sensor)
    return {
      ok: false,
      problems: [{ field: 'sensor', message: `Name a sensor: ${labels(sensors).join(', ')}.` }],
    };
  const given: GivenParameters | undefined = request.data.sensorParams;
  const notes: string[] = [];
  const plan = toEngineSensor(sensor, completeParameters(fields, given, 'sensorParams', notes));
  const problems = sensorProblems(plan.parameters);
  if (problems.length > 0) return { ok: false, problems };
  return {
    ok: true,
    value: { sensor: plan, notes, unknownKeys: unknownSensorParameters(given) },
  };
}

/** What two fields of a sensor can get wrong together. */
function sensorProblems({
  analog_offset: offset,
  analog_gain: gain,
  voltage_swing: swing,
}: SensorPlan['parameters']): Problem[] {
  const limit = 0.95 * swing * Math.min(1, gain);
  if (offset < limit) return [];
  return [
    {
      field: 'sensorParams.analog_offset',
      message: `Analog Offset must be less than 95 % of Voltage Swing${gain < 1 ? ' x Analog Gain' : ''} (${limit.toPrecision(4)} V): with ${offset} V the picture is white without any light.`,
    },
  ];
}
