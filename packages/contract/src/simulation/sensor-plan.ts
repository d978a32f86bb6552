import {
  blankSensor,
  captureProblem,
  mapsProblem,
  readSensorOverlay,
  sensorOfFile,
  sensors,
  toEngineUnits,
} from '@lumenloom/engine/catalogue';
import type { SensorFile, SensorPlan, SimulationPlan } from '@lumenloom/engine';
import { isBlank } from './blank.ts';
import { problemsOf, type Decoded, type Findings, type Problem } from './decoded.ts';
import { labels, member } from './family.ts';
import {
  filledFrom,
  problemsIn,
  readParameters,
  remarkBlanks,
  unknownParameters,
  type GivenParameters,
} from './given-parameters.ts';
import { readOr } from './read-or.ts';
import { simulationRequestSchema } from './request-schema.ts';
import { hashToSeed } from './seed.ts';

type Sensor = (typeof sensors)[keyof typeof sensors];
type Grid = SimulationPlan['grid'];

/** Where the picture is sampled, from the fields of the request. */
const gridOf = ({
  rows,
  cols,
  pixel_size,
}: Readonly<Record<'rows' | 'cols' | 'pixel_size', number>>): Grid => ({
  rows,
  columns: cols,
  pitch: pixel_size,
});

/** The grid of a sensor, whose pixels may count light unevenly. */
function gridOfSensor({ parameters, chip }: SensorPlan): Grid {
  const { aperture, diffusionMicrometres } = chip ?? {};
  const grid = gridOf(parameters);
  return aperture || diffusionMicrometres
    ? {
        ...grid,
        shape: {
          ...(aperture && { aperture }),
          ...(diffusionMicrometres && { diffusion: diffusionMicrometres * 1e-6 }),
        },
      }
    : grid;
}

/** Where the picture is sampled when the request says nothing about it. */
export const DEFAULT_GRID: Grid = gridOf(toEngineUnits(blankSensor.fields, {}));

/**
 * The chosen sensor, and the grid on which the picture is sampled with or without one.
 *
 * @param largestPixels of the grid; more is a problem.
 * @param file of the user's own sensor, in place of the chosen one.
 */
export function planSensor(
  sensor: Sensor | undefined,
  requested: GivenParameters | undefined,
  largestPixels: number,
  { notes, problems }: Findings,
  file?: SensorFile,
): { readonly sensor: SensorPlan | undefined; readonly grid: Grid } {
  const { wireKey } = sensor ?? blankSensor;
  const plan = sensor && toEngineSensor(sensor, requested, notes, file);
  if (plan) problems.push(...sensorProblems(sensor, plan));
  // Without a sensor the person has set nothing that a note could be about.
  const grid = plan
    ? gridOfSensor(plan)
    : gridOf(toEngineUnits(blankSensor.fields, requested ?? {}));
  const pixels = grid.rows * grid.columns;
  if (pixels > largestPixels)
    problems.push({
      field: `${wireKey}.rows`,
      message: `Rows x Cols must be at most ${largestPixels / 1e6} megapixels, not ${(pixels / 1e6).toPrecision(3)}.`,
    });
  return { sensor: plan, grid };
}

/** Values of a sensor that are valid one by one, but not together. */
function sensorProblems(sensor: Sensor, plan: SensorPlan): Problem[] {
  const order = plan.chip?.captures && captureProblem(plan);
  const { rows, cols: columns } = plan.parameters;
  const maps = mapsProblem(plan.chip ?? {}, { rows, columns });
  return [
    ...(maps ? [maps] : []),
    ...problemsIn(sensor.wireKey, sensor.problems(plan.parameters)),
    ...(order === undefined ? [] : [{ field: 'captures', message: order }]),
  ];
}

/**
 * The sensor file of a run: the user's own, or the chosen sensor as one, with the fields of the
 * recipe's `sensorFile` laid over it; undefined where the chosen sensor is as it is.
 */
export function sensorWithFields(
  sensor: Sensor | undefined,
  own: SensorFile | undefined,
  fields: unknown,
  { notes, problems }: Findings,
): SensorFile | undefined {
  if (isBlank(fields)) return own;
  if (!sensor) {
    notes.push('No sensor is chosen, so sensorFile is not used.');
    return own;
  }
  const { label, order, bits } = sensor;
  const under = own ?? { name: label, order, bits, parameters: {} };
  const laid = readOr(fields, (sent) => readSensorOverlay(sent, under), problems);
  notes.push(...(laid?.notes ?? []));
  return laid?.sensor ?? own;
}

function toEngineSensor(
  { label, order, bits, fields, wireKey }: Sensor,
  requested: GivenParameters | undefined,
  notes: string[],
  file?: SensorFile,
): SensorPlan {
  const parameters = toEngineUnits(fields, requested ?? {}, remarkBlanks(wireKey, notes));
  // In this order, because seeds are made from the text of the plan.
  return file ? sensorOfFile(file, parameters) : { label, order, parameters, bits };
}

/**
 * The seed of a sensor's own pattern: light and recipe do not change it
 * (docs/reference/physics.md#p8).
 */
export const fixedPatternSeed = (
  label: string | undefined,
  rows: number,
  columns: number,
): number => hashToSeed([label, rows, columns]);

/**
 * A sensor on its own, from its name and its parameter object; for tools that bring their own
 * irradiance.
 *
 * @param file of the user's own sensor, in place of the name.
 */
export function toSensorPlan(
  label: string,
  parameters: unknown,
  file?: SensorFile,
): Decoded<{
  readonly sensor: SensorPlan;
  readonly notes: readonly string[];
  readonly unknownKeys: readonly string[];
}> {
  const chosen = simulationRequestSchema.pick({ sensor: true }).safeParse({ sensor: label });
  if (!chosen.success) return { ok: false, problems: problemsOf(chosen.error) };
  const [, sensor] = member(sensors, chosen.data.sensor) ?? [];
  if (!sensor)
    return {
      ok: false,
      problems: [{ field: 'sensor', message: `Name a sensor: ${labels(sensors).join(', ')}.` }],
    };
  const { wireKey, fields } = sensor;
  const read = readParameters(wireKey, fields, parameters);
  if (!read.ok) return read;
  const notes: string[] = [];
  const filled = file ? filledFrom(file.parameters, read.value) : read.value;
  const plan = toEngineSensor(sensor, filled, notes, file);
  const problems = sensorProblems(sensor, plan);
  if (problems.length > 0) return { ok: false, problems };
  return {
    ok: true,
    value: { sensor: plan, notes, unknownKeys: unknownParameters(fields, read.value) },
  };
}
