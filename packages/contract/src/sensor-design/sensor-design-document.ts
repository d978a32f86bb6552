import type { SensorDesign, SensorFile } from '@lumenloom/engine';
import { z } from 'zod';
import { problemsOf, type Decoded } from '../simulation/decoded.ts';
import { toIlluminantQuery } from '../simulation/get-illuminant.ts';
import { simulationRequestSchema } from '../simulation/request-schema.ts';
import { toSensorPlan } from '../simulation/sensor-plan.ts';
import { strictSentences } from '../text-fields.ts';

/** Longest list of illuminances. */
const MOST_LEVELS = 1000;
/** The illuminances of a document that lists none: moonlight to a lit office. */
const STANDARD_LUX = [0.1, 1, 10, 100, 1000];
const GREY = 0.18;
/** m, s, lux and mm that no camera exceeds; they keep the arithmetic finite. */
const MOST = { fNumber: 1000, seconds: 1e6, lux: 1e9, mm: 1000 };

const { sensor, illuminant, illuminantCustomPhotons } = simulationRequestSchema.shape;
const above = (key: string, most: number) => {
  const sentence = `${key} must be a number above 0, at most ${most}.`;
  return z.number(sentence).positive(sentence).max(most, sentence);
};
const REFLECTANCE = 'reflectance must be a number above 0, at most 1.';
const BITS = 'bits must be a whole number from 1 to 24.';
const LUX = `lux must be a list of 1 to ${MOST_LEVELS} numbers above 0, at most ${MOST.lux}.`;
const DIE = `dieMm must be a list of two numbers above 0, at most ${MOST.mm}: width and height in mm.`;

/** A sensor in a light, as its author writes it (docs/reference/sensor-design.md). */
export const sensorDesignSchema = z
  .strictObject(
    {
      sensor,
      sensorParams: z
        .record(z.string(), z.unknown(), 'sensorParams must be an object of fields.')
        .optional(),
      bits: z.number(BITS).int(BITS).min(1, BITS).max(24, BITS).optional(),
      illuminant,
      illuminantCustomPhotons,
      fNumber: above('fNumber', MOST.fNumber),
      exposureSeconds: above('exposureSeconds', MOST.seconds),
      reflectance: z.number(REFLECTANCE).positive(REFLECTANCE).max(1, REFLECTANCE).default(GREY),
      lux: z
        .array(z.number(LUX).positive(LUX).max(MOST.lux, LUX), LUX)
        .min(1, LUX)
        .max(MOST_LEVELS, LUX)
        .default(STANDARD_LUX),
      dieMm: z.tuple([above('dieMm', MOST.mm), above('dieMm', MOST.mm)], DIE).optional(),
    },
    strictSentences('A sensor design must be a JSON object.', 'a sensor design'),
  )
  .describe('A sensor, a light and an exposure: what the sensor does there, by formula.');

/** Light, exposure and lens of a sensor that is designed: those keys of the document. */
export interface SensorConditions {
  readonly illuminant: string;
  readonly fNumber: number;
  readonly exposureSeconds: number;
  readonly lux: readonly number[];
}

/** Reads the conditions alone: the design without its sensor. */
export function toSensorConditions(content: unknown): Decoded<Omit<SensorDesign, 'sensor'>> {
  const decoded = toSensorDesign(content);
  if (!decoded.ok) return decoded;
  const { sensor: _, ...conditions } = decoded.value.design;
  return { ok: true, value: conditions };
}

/**
 * Reads the document of a sensor design.
 *
 * @param file of the user's own sensor, in place of the named one.
 */
export function toSensorDesign(
  content: unknown,
  file?: SensorFile,
): Decoded<{ readonly design: SensorDesign; readonly notes: readonly string[] }> {
  const read = sensorDesignSchema.safeParse(content);
  if (!read.success) return { ok: false, problems: problemsOf(read.error) };
  const { sensor: name, sensorParams, bits, illuminant: light, lux, dieMm, ...rest } = read.data;
  const planned = toSensorPlan(name || 'Bayer-grbg', sensorParams, file);
  if (!planned.ok) return planned;
  const { unknownKeys, notes, sensor: plan } = planned.value;
  if (unknownKeys.length > 0)
    return {
      ok: false,
      problems: unknownKeys.map((key) => ({
        field: `sensorParams.${key}`,
        message: `There is no field ${key.slice(0, 40)} in sensorParams.`,
      })),
    };
  const query = toIlluminantQuery({
    illuminant: light || 'D65',
    photonValues: rest.illuminantCustomPhotons,
  });
  if (!query.ok) return query;
  return {
    ok: true,
    value: {
      notes,
      design: {
        sensor: bits === undefined ? plan : { ...plan, bits },
        energy: query.value.illuminant.energy,
        fNumber: rest.fNumber,
        exposureSeconds: rest.exposureSeconds,
        reflectance: rest.reflectance,
        lux,
        dieMm,
      },
    },
  };
}
