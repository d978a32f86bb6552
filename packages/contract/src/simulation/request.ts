import {
  BANDS,
  WAVELENGTHS,
  algorithms,
  energyToPhotons,
  illuminants,
  ispProblems,
  isps,
  optics,
  photonsToEnergy,
  scenes,
  sensors,
  toEngineUnits,
  type Field,
  type FieldValue,
  type Matrix,
  type MatrixField,
  type NumberField,
} from '@lumenloom/engine/catalogue';
import type {
  IlluminantPlan,
  LuminancePlan,
  ScenePlan,
  SensorPlan,
  SimulationPlan,
} from '@lumenloom/engine';
import { z } from 'zod';
import {
  choiceSchema,
  isBlank,
  numberSchema,
  parametersSchema,
  tableSchema,
} from './field-schema.ts';
import { hashToSeed } from './seed.ts';

/** Largest pictures that are computed (ruling F13). */
export interface Budget {
  readonly sensorPixels: number;
  readonly sceneSamples: number;
}
export const DEFAULT_BUDGET: Budget = { sensorPixels: 24e6, sceneSamples: 16e6 };

/** Something the person has to change: where, and what, as a sentence. */
export interface Problem {
  readonly field: string;
  readonly message: string;
}

/** A request that can be run. */
export interface AcceptedRequest {
  /** Undefined when there is nothing to compute; `notes` then says what to choose. */
  readonly plan: SimulationPlan | undefined;
  /** What was defaulted, ignored or decided on the person's behalf, one sentence each. */
  readonly notes: readonly string[];
  /** Keys that mean nothing here. */
  readonly unknownKeys: readonly string[];
}
export type Decoded<Value> =
  | { readonly ok: true; readonly value: Value }
  | { readonly ok: false; readonly problems: readonly Problem[] };

/** The unit of the custom table: photons per band are given as multiples of this. */
export const PHOTON_UNIT = 1e20;
/** Bits of every sensor's converter (ruling F1). */
const ADC_BITS = 10;
const LARGEST_SEED = 2 ** 32 - 1;

/** The custom table as it stands until somebody edits it: D65 at S(560 nm) = 100, photons in units of 10^20 (ruling W-186). */
export const DEFAULT_CUSTOM_PHOTONS: readonly number[] = Array.from(
  energyToPhotons(illuminants.d65.energy),
  (photons) => photons / PHOTON_UNIT,
);

const labels = (family: Readonly<Record<string, { readonly label: string }>>): string[] =>
  Object.values(family).map((member) => member.label);
const luminanceField = (key: string, label: string): NumberField => ({
  kind: 'number',
  key,
  label,
  unit: 'cd/m²',
  default: 0,
  above: 0,
  max: 1e9,
});
const seedField = (key: string, label: string): NumberField => ({
  kind: 'number',
  key,
  label,
  unit: '',
  default: 0,
  whole: true,
  min: 0,
  max: LARGEST_SEED,
});
const customPhotonsSchema = tableSchema('Custom illuminant photons', BANDS, 1e12);

const sceneParameters = Object.fromEntries(
  Object.values(scenes).map((scene) => [
    scene.wireKey,
    parametersSchema(scene.wireKey, scene.fields),
  ]),
);
const sensorFields: readonly Field[] = sensors.bayerGrbg.fields;
/** Without a sensor its dialog still says where the picture is sampled (P10). */
const gridFields = sensorFields.filter((field) =>
  ['rows', 'cols', 'pixel_size'].includes(field.key),
);

/** The body of POST /simulate, complete: what is documented, and from which a run picks what its choices need. */
export const simulationRequestSchema = z
  .object({
    illuminant: choiceSchema('Illuminant', labels(illuminants)),
    illuminantLuminance: numberSchema(
      luminanceField('illuminantLuminance', 'Illuminant luminance'),
    ),
    illuminantCustomPhotons: customPhotonsSchema.nullish(),
    scene: choiceSchema('Scene', labels(scenes)),
    sceneFile: z
      .unknown()
      .meta({ type: 'string', description: 'Ignored: built-in scenes are chosen by name.' }),
    sceneLuminance: numberSchema(luminanceField('sceneLuminance', 'Scene luminance')),
    ...sceneParameters,
    sceneFileIlluminantData: z
      .array(
        tableSchema('Scene file illuminant rows', 2, 1e30),
        `Scene file illuminant data must be a list of ${BANDS} rows.`,
      )
      .length(BANDS, `Scene file illuminant data must have exactly ${BANDS} rows.`)
      .nullish(),
    optics: choiceSchema('Optics', labels(optics)),
    sensor: choiceSchema('Sensor', labels(sensors)),
    sensorParams: parametersSchema('sensorParams', sensorFields),
    isp: choiceSchema('ISP', labels(isps)),
    ispParams: parametersSchema('ispParams', isps.fastOpenIsp.fields),
    algorithm: choiceSchema('Algorithm', labels(algorithms)),
    seed: numberSchema(seedField('seed', 'Seed')),
    fpnSeed: numberSchema(seedField('fpnSeed', 'Fixed-pattern seed')),
  })
  .describe(
    'A recipe. Every field is optional; blank, null and missing mean the default. Numbers may be sent as text.',
  );

const choices = simulationRequestSchema.pick({
  illuminant: true,
  illuminantLuminance: true,
  scene: true,
  sceneLuminance: true,
  optics: true,
  sensor: true,
  isp: true,
  algorithm: true,
  seed: true,
  fpnSeed: true,
});

export const problemsOf = (error: z.ZodError): Problem[] =>
  error.issues.map((issue) => ({ field: issue.path.join('.'), message: issue.message }));

export const member = <Family extends Readonly<Record<string, { readonly label: string }>>>(
  family: Family,
  label: string | undefined,
) =>
  (Object.entries(family) as [keyof Family & string, Family[keyof Family]][]).find(
    ([, candidate]) => candidate.label === label,
  );

/** Fills blanks of one parameter object with the defaults, says so, and turns display units into engine units. */
export function completeParameters<Fields extends readonly Field[]>(
  fields: Fields,
  given: Readonly<Record<string, unknown>> | undefined,
  path: string,
  notes: string[],
) {
  const values: Record<string, FieldValue> = {};
  for (const field of fields) {
    const value = given?.[field.key] as FieldValue | undefined;
    values[field.key] =
      field.kind === 'matrix' && value !== undefined
        ? completeCells(field, value as Matrix, path, notes)
        : (value ?? field.default);
    // A missing dialog is the documented default and needs no remark; a field that was sent blank does.
    if (value === undefined && given && field.key in given && !field.hidden)
      notes.push(
        `${field.label} (${path}.${field.key}) was blank: using ${String(field.default)}${field.kind === 'number' && field.unit ? ` ${field.unit}` : ''}.`,
      );
  }
  return toEngineUnits(fields, values);
}

/** Blank cells of a matrix take the default's. */
const completeCells = (field: MatrixField, value: Matrix, path: string, notes: string[]): Matrix =>
  value.map((row, r) =>
    row.map((cell, c) => {
      if (!Number.isNaN(cell)) return cell;
      const fallback = field.default[r]![c]!;
      notes.push(
        `${field.label}, row ${field.rows[r]!}, column ${field.columns[c]!} (${path}.${field.key}.${r}.${c}) was blank: using ${fallback}.`,
      );
      return fallback;
    }),
  );

const unknownKeysOf = (
  body: object,
  known: Readonly<Record<string, unknown>>,
  path = '',
): string[] =>
  Object.keys(body)
    .filter((key) => !Object.hasOwn(known, key))
    .map((key) => path + (key.length > 40 ? `${key.slice(0, 40)}…` : key));

/** What /get_illuminant and a run say about the light: label and energy per band on the scale of the spectrum table. */
export function planIlluminant(
  label: string | undefined,
  photons: readonly (number | undefined)[] | null | undefined,
  notes: string[],
): IlluminantPlan {
  const [id, illuminant] = member(illuminants, label) ?? [];
  if (id === undefined || illuminant === undefined)
    return { label: '', energy: undefined, absolute: false };
  if (id !== 'custom' && 'energy' in illuminant)
    return {
      label: illuminant.label,
      energy: Float64Array.from(illuminant.energy),
      absolute: false,
    };
  if (!photons)
    notes.push('No custom photons were sent (illuminantCustomPhotons): using the D65 table.');
  const table = DEFAULT_CUSTOM_PHOTONS.map((fallback, band) => {
    if (photons && photons[band] === undefined)
      notes.push(
        `Custom photons at ${WAVELENGTHS[band]} nm (illuminantCustomPhotons.${band}) were blank: using ${fallback.toPrecision(6)}.`,
      );
    return photons?.[band] ?? fallback;
  });
  return {
    label: illuminant.label,
    energy: photonsToEnergy(table.map((value) => value * PHOTON_UNIT)),
    absolute: true,
  };
}

function planLuminance(
  white: number | undefined,
  sceneMean: number | undefined,
  illuminant: IlluminantPlan,
  notes: string[],
): LuminancePlan {
  if (sceneMean !== undefined) {
    if (white !== undefined)
      notes.push(
        'Scene luminance and illuminant luminance are both set: the scene luminance wins.',
      );
    return { of: 'scene mean', value: sceneMean };
  }
  if (white !== undefined) return { of: 'white', value: white };
  return illuminant.absolute ? { of: 'as given' } : { of: 'scene mean', value: 100 };
}

/**
 * Turns a request body into the engine's plan: the one place where wire names, strings and display units end.
 * Only the chosen members' parameters are looked at, so a typo in another dialog never blocks a run.
 *
 * @param exposureSeconds instead of what the meter would choose; the request has no field for it.
 */
export function toPlan(
  body: unknown,
  budget: Budget = DEFAULT_BUDGET,
  exposureSeconds?: number,
): Decoded<AcceptedRequest> {
  const chosen = z.looseObject(choices.shape, 'The recipe must be a JSON object.').safeParse(body);
  if (!chosen.success) return { ok: false, problems: problemsOf(chosen.error) };
  const { data } = chosen;
  const notes: string[] = [];
  const unknownKeys = unknownKeysOf(data, simulationRequestSchema.shape);

  const [sceneId, scene] = member(scenes, data.scene) ?? [];
  const [, sensor] = member(sensors, data.sensor) ?? [];
  const [opticsId] = member(optics, data.optics) ?? [];
  const [algorithm] = member(algorithms, data.algorithm) ?? [];
  const [, chosenIsp] = member(isps, data.isp) ?? [];
  const isp = sensor && chosenIsp;
  if (chosenIsp && !sensor)
    notes.push(`No sensor is chosen, so ${chosenIsp.label} has nothing to work on and is skipped.`);
  const isCustom = data.illuminant === illuminants.custom.label;
  const isImageFile = scene?.nativeIlluminant === 'display-white';
  const usedSensorFields = sensor ? sensorFields : gridFields;
  const parameters = z
    .object({
      ...(scene && { [scene.wireKey]: parametersSchema(scene.wireKey, scene.fields) }),
      sensorParams: parametersSchema('sensorParams', usedSensorFields),
      ...(isp && { [isp.wireKey]: parametersSchema(isp.wireKey, isp.fields) }),
      ...(isCustom && {
        illuminantCustomPhotons: simulationRequestSchema.shape.illuminantCustomPhotons,
      }),
      ...(isImageFile && {
        sceneFileIlluminantData: simulationRequestSchema.shape.sceneFileIlluminantData,
      }),
    })
    .safeParse(data);
  if (!parameters.success) return { ok: false, problems: problemsOf(parameters.error) };
  const given = parameters.data as Readonly<
    Record<string, Readonly<Record<string, unknown>> | undefined>
  > & {
    readonly illuminantCustomPhotons?: readonly (number | undefined)[] | null;
    readonly sceneFileIlluminantData?: readonly (readonly (number | undefined)[])[] | null;
  };
  if (scene)
    unknownKeys.push(
      ...unknownKeysOf(
        given[scene.wireKey] ?? {},
        Object.fromEntries(scene.fields.map((field) => [field.key, field])),
        `${scene.wireKey}.`,
      ),
    );
  unknownKeys.push(
    ...unknownKeysOf(
      given['sensorParams'] ?? {},
      Object.fromEntries(sensorFields.map((field) => [field.key, field])),
      'sensorParams.',
    ),
  );
  if (isp)
    unknownKeys.push(
      ...unknownKeysOf(
        given[isp.wireKey] ?? {},
        Object.fromEntries(isp.fields.map((field) => [field.key, field])),
        `${isp.wireKey}.`,
      ),
    );
  if (!isBlank(data['sceneFile']))
    notes.push('sceneFile is ignored: built-in scenes are chosen by name in scene.');

  const illuminant = planIlluminant(data.illuminant, given.illuminantCustomPhotons, notes);
  const luminance = planLuminance(data.illuminantLuminance, data.sceneLuminance, illuminant, notes);
  const sensorParameters = completeParameters(
    sensors.bayerGrbg.fields,
    given['sensorParams'],
    'sensorParams',
    sensor ? notes : [],
  );
  const problems = sensor ? sensorProblems(sensorParameters) : [];
  const { rows, cols, pixel_size: pitch } = sensorParameters;
  if (rows * cols > budget.sensorPixels)
    problems.push({
      field: 'sensorParams.rows',
      message: `Rows x Cols must be at most ${budget.sensorPixels / 1e6} megapixels, not ${((rows * cols) / 1e6).toPrecision(3)}.`,
    });
  const ispPlan = isp && {
    label: isp.label,
    parameters: completeParameters(isp.fields, given[isp.wireKey], isp.wireKey, notes),
  };
  if (ispPlan) problems.push(...ispProblems(ispPlan.parameters, ADC_BITS, budget.sensorPixels));
  const imageWhite = given.sceneFileIlluminantData?.map(([photons]) => photons ?? 0) ?? [];
  const overridesWhite = imageWhite.some((photons) => photons > 0);
  if (overridesWhite && imageWhite.some((photons) => photons === 0))
    problems.push({
      field: 'sceneFileIlluminantData',
      message: 'Scene file illuminant data must have photons in every row, or none at all.',
    });
  if (illuminant.energy?.every((energy) => energy === 0))
    problems.push({
      field: 'illuminantCustomPhotons',
      message: 'Custom illuminant photons are all 0: enter light in at least one row.',
    });

  if (!sceneId || !scene)
    return problems.length > 0
      ? { ok: false, problems }
      : {
          ok: true,
          value: { plan: undefined, notes: [...notes, 'Choose a scene to simulate.'], unknownKeys },
        };
  const scenePlan = {
    id: sceneId,
    parameters: completeParameters(scene.fields, given[scene.wireKey], scene.wireKey, notes),
  } as ScenePlan;
  const size =
    'rasterSize' in scene
      ? (scene.rasterSize as (parameters: object) => { rows: number; columns: number })(
          scenePlan.parameters,
        )
      : undefined;
  if (size && size.rows * size.columns > budget.sceneSamples)
    problems.push({
      field: scene.wireKey,
      message: `${scene.label} would have ${size.columns} x ${size.rows} samples; at most ${budget.sceneSamples / 1e6} million are computed.`,
    });
  if (problems.length > 0) return { ok: false, problems };

  const sensorPlan: SensorPlan | undefined = sensor && {
    label: sensor.label,
    order: sensor.order,
    parameters: sensorParameters,
    bits: ADC_BITS,
  };
  const recipe = {
    scene: scenePlan,
    illuminant,
    luminance,
    imageWhite: overridesWhite ? Float64Array.from(imageWhite) : undefined,
    optics: opticsId,
    grid: { rows, columns: cols, pitch },
    sensor: sensorPlan,
    isp: ispPlan,
    maximumSceneSamples: budget.sceneSamples,
  };
  const seeds = {
    // With the exposure, so that two exposures never share their noise (P16).
    temporal: data.seed ?? hashToSeed({ ...recipe, exposureSeconds }),
    fixedPattern: data.fpnSeed ?? fixedPatternSeed(sensorPlan?.label, rows, cols),
  };
  return {
    ok: true,
    value: {
      plan: {
        ...recipe,
        algorithm,
        quality: 'normal',
        exposureSeconds,
        noise: true,
        seeds,
      },
      notes,
      unknownKeys,
    },
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
  const given = request.data.sensorParams as Readonly<Record<string, unknown>> | undefined;
  const notes: string[] = [];
  const plan = {
    label: sensor.label,
    order: sensor.order,
    parameters: completeParameters(sensor.fields, given, 'sensorParams', notes),
    bits: ADC_BITS,
  };
  const problems = sensorProblems(plan.parameters);
  if (problems.length > 0) return { ok: false, problems };
  return {
    ok: true,
    value: {
      sensor: plan,
      notes,
      unknownKeys: unknownKeysOf(
        given ?? {},
        Object.fromEntries(sensorFields.map((field) => [field.key, field])),
      ),
    },
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
