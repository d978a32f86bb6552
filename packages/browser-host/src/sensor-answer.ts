import {
  fixedPatternSeed,
  hashToSeed,
  labels,
  toSensorConditions,
  toSensorPlan,
} from '@lumenloom/contract';
import {
  FIGURES_NM,
  characteriseSensor,
  framesTaken,
  meanOf,
  modelSensor,
  monochromaticLight,
  quantumEfficiencyOf,
  readSensorFile,
  writeSensorFile,
  type Host,
  type SensorFile,
  type SensorPlan,
} from '@lumenloom/engine';
import { sensors } from '@lumenloom/engine/catalogue';
import type { EngineProgress, MeasuredSensor, SensorQuestion, SensorTable } from './messages.ts';
import type { namedPartsAt } from './named-parts.ts';
import { answerWith, type PostedAnswer } from './posted-answer.ts';

interface SensorContext {
  readonly namedParts: ReturnType<typeof namedPartsAt>;
  readonly host: Host;
  readonly progress: (progress: EngineProgress) => void;
}

/** Frames of which a mean is taken (EMVA 1288 release 4.0, section 8: at least 16). */
const FRAMES = 16;
/** The sensor whose values stand where a file has none. */
const DEFAULTS = labels(sensors)[0]!;

/**
 * Answers a question about a sensor.
 *
 * @throws SimulationError with the field of the sensor file that is wrong.
 */
export async function sensorAnswer(
  question: SensorQuestion,
  context: SensorContext,
): Promise<PostedAnswer> {
  switch (question.kind) {
    case 'sensor file':
      return namedSensor(question.name, context.namedParts);
    case 'sensor text':
      return answerWith({
        kind: 'sensor file',
        sensor: await tableOfText(question.text, question.name),
      });
    case 'sensor model': {
      const conditions = toSensorConditions(question.conditions);
      if (!conditions.ok) return answerWith({ kind: 'refused', problems: conditions.problems });
      const read = await planOf(question.sensor);
      if (!read.ok) return answerWith({ kind: 'refused', problems: read.problems });
      const { sensor, notes } = read.value;
      const model = modelSensor({ ...conditions.value, sensor });
      return answerWith({
        kind: 'sensor model',
        model,
        notes,
        bare: await bareEfficiency(question.sensor),
      });
    }
    case 'sensor measured': {
      const read = await planOf(question.sensor);
      if (!read.ok) return answerWith({ kind: 'refused', problems: read.problems });
      return answerWith(await measured(read.value.sensor, context));
    }
  }
}

/** The fields of a listed sensor, of a published one or of the user's own. */
async function namedSensor(
  name: string,
  namedParts: SensorContext['namedParts'],
): Promise<PostedAnswer> {
  const listed = (label: string | undefined): SensorFile | undefined => {
    const sensor = Object.values(sensors).find((one) => one.label === label);
    return (
      sensor && {
        name: sensor.label,
        order: sensor.order,
        bits: sensor.bits,
        parameters: Object.fromEntries(sensor.fields.map((field) => [field.key, field.default])),
      }
    );
  };
  const read = await namedParts({ sensor: name });
  if ('problems' in read) return answerWith({ kind: 'refused', ...read });
  const { sensor, quantumEfficiency } = read.own;
  const under = sensor ?? listed((read.recipe as { readonly sensor?: string }).sensor);
  if (!under) return answerWith({ kind: 'nothing' });
  const file = quantumEfficiency ? { ...under, quantumEfficiency } : under;
  return answerWith({ kind: 'sensor file', sensor: writeSensorFile(file) });
}

/** Fields of which each file has one value, and no list to choose from. */
const isPlain = (table: SensorTable): boolean => table['gains'] === undefined;

async function tableOfText(text: string, name: string): Promise<SensorTable> {
  const { sensor } = await readSensorFile(text, name);
  const table = JSON.parse(text) as SensorTable;
  // Temperatures and curves of filters stay only in the fields as they were written.
  return isPlain(table) ? { name, ...table } : writeSensorFile(sensor);
}

/** What a recipe has beside a sensor from a file, all of whose values count. */
export const SENSOR_OF_FILE = {
  sensor: DEFAULTS,
  sensorParams: undefined,
  sensorFile: undefined,
};

const readTable = (table: SensorTable) => readSensorFile(JSON.stringify(table), 'Sensor');

/** @throws SimulationError with the field that is wrong. */
export const sensorOfTable = async (table: SensorTable): Promise<SensorFile> =>
  (await readTable(table)).sensor;

/** The plan of a sensor file, or what is wrong with it. */
export async function planOf(table: SensorTable) {
  const { sensor, notes } = await readTable(table);
  const planned = toSensorPlan(DEFAULTS, undefined, sensor);
  return planned.ok
    ? ({ ok: true, value: { sensor: planned.value.sensor, notes } } as const)
    : planned;
}

/** The quantum efficiency of a sensor without IR cut and coating, one curve per channel. */
async function bareEfficiency(table: SensorTable): Promise<readonly (readonly number[])[]> {
  const { irCut: _, antiReflection: __, ...bare } = table;
  const read = await planOf(bare);
  return read.ok ? quantumEfficiencyOf(read.value.sensor).map((curve) => Array.from(curve)) : [];
}

/** The seeds are those of `lumenloom emva1288`, so that both take the same frames. */
async function measured(
  sensor: SensorPlan,
  { host, progress }: SensorContext,
): Promise<MeasuredSensor> {
  const plan = {
    light: monochromaticLight(FIGURES_NM),
    frames: FRAMES,
    seeds: {
      temporal: hashToSeed([sensor, FIGURES_NM]),
      fixedPattern: fixedPatternSeed(sensor.label, sensor.parameters.rows, sensor.parameters.cols),
    },
  };
  const frames = framesTaken(plan);
  const { first, channels, notes } = await characteriseSensor(sensor, plan, host, (share) => {
    progress({ done: Math.round(share * frames), all: frames });
  });
  const {
    measured: figures,
    standardError,
    model,
    series,
    notes: limits,
  } = channels.find(({ name }) => name === first)!;
  const dark = meanOf(series.dark[0]!.stack.means);
  return {
    kind: 'sensor measured',
    measured: figures,
    standardError,
    model: model!,
    levels: series.bright.map(({ photons, pair }) => ({
      photons,
      signal: pair.mean - dark,
      variance: pair.temporalVariance,
    })),
    notes: [...notes, ...limits],
  };
}
