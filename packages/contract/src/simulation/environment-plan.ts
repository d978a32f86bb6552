import type { LensChoice, OpticsPlan, SensorFile } from '@lumenloom/engine';
import { isUsual, readEnvironment, sensorAtCelsius } from '@lumenloom/engine/catalogue';
import type { Findings } from './decoded.ts';
import { readOr } from './read-or.ts';

/** A lens without what heat does to its glasses, which no picture at 20 degrees depends on. */
function withoutThermal(lens: LensChoice): LensChoice {
  if (typeof lens !== 'object' || 'kind' in lens || !lens.glasses) return lens;
  const glasses = Object.entries(lens.glasses);
  if (glasses.every(([, { thermal }]) => thermal === undefined)) return lens;
  return {
    ...lens,
    glasses: Object.fromEntries(glasses.map(([name, { thermal: _, ...glass }]) => [name, glass])),
  };
}

const isAdjusted = (
  optics: OpticsPlan,
): optics is Extract<OpticsPlan, { readonly lens: unknown }> =>
  typeof optics === 'object' && 'lens' in optics;

/** A lens alone, or with how it is adjusted. */
const adjusted = (optics: OpticsPlan, lens: LensChoice): OpticsPlan =>
  isAdjusted(optics) ? { ...optics, lens } : lens;

/**
 * The lens of a recipe at its temperature and pressure.
 *
 * @param sent the object `environment` of the recipe.
 */
export function planEnvironment(optics: OpticsPlan, sent: unknown, findings: Findings): OpticsPlan {
  const environment = readOr(sent, readEnvironment, findings.problems)?.lens;
  const lens = isAdjusted(optics) ? optics.lens : optics;
  if (!environment) return adjusted(optics, withoutThermal(lens));
  if (lens === undefined) {
    findings.notes.push('The ideal lens has no temperature.');
    return optics;
  }
  if (typeof lens === 'object' && 'kind' in lens) {
    if (!isUsual(environment))
      findings.problems.push({
        field: 'environment',
        message: 'a measured lens has no glasses; heat needs a prescription.',
      });
    return optics;
  }
  return { ...(isAdjusted(optics) ? optics : { lens }), environment };
}

/** A lens at 20 degrees and usual pressure stands in the seed as if nothing were said of them. */
export function hashedOptics(optics: OpticsPlan): OpticsPlan {
  if (!isAdjusted(optics) || !optics.environment || !isUsual(optics.environment)) return optics;
  const { environment: _, lens, ...others } = optics;
  const cold = withoutThermal(lens);
  return Object.keys(others).length > 0 ? { lens: cold, ...others } : cold;
}

/** The sensor at the temperature of the camera; as it is where the recipe does not say one. */
export function heatedSensor(
  file: SensorFile | undefined,
  sent: unknown,
  { notes, problems }: Findings,
): SensorFile | undefined {
  if (!file) return undefined;
  // What is wrong with it is told where the lens is planned.
  const { sensorCelsius } = readOr(sent, readEnvironment, []) ?? {};
  if (sensorCelsius === undefined) return file;
  const heated = readOr(file, (one) => sensorAtCelsius(one as SensorFile, sensorCelsius), problems);
  notes.push(...(heated?.notes ?? []));
  return heated?.sensor ?? file;
}
