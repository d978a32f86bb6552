import { isps, toEngineUnits, type IspParameters } from '@lumenloom/engine/catalogue';
import type { SensorPlan, SimulationPlan } from '@lumenloom/engine';
import type { Decoded, Findings } from './decoded.ts';
import {
  problemsIn,
  readParameters,
  remarkBlanks,
  unknownParameters,
  type GivenParameters,
} from './given-parameters.ts';

type Isp = typeof isps.fastOpenIsp;

/**
 * The chosen ISP with its parameters in engine units.
 *
 * @param bits of the sensor that it works on.
 * @param largestPixels that a picture may have once the ISP has cropped or scaled it.
 */
export function planIsp(
  { label, wireKey, fields, problems }: Isp,
  requested: GivenParameters | undefined,
  { bits }: Pick<SensorPlan, 'bits'>,
  largestPixels: number,
  findings: Findings,
): NonNullable<SimulationPlan['isp']> {
  const parameters = toEngineUnits(fields, requested ?? {}, remarkBlanks(wireKey, findings.notes));
  findings.problems.push(...problemsIn(wireKey, problems(parameters, bits, largestPixels)));
  return { label, parameters };
}

/** The reference ISP with its parameters in engine units. */
export const planReferenceIsp = (
  requested: GivenParameters | undefined,
  { notes }: Findings,
): NonNullable<SimulationPlan['referenceIsp']> => {
  const { label, wireKey, fields } = isps.referenceIsp;
  return {
    label,
    parameters: toEngineUnits(fields, requested ?? {}, remarkBlanks(wireKey, notes)),
  };
};

/** Tools that bring their own raw name no ISP: the first of the choice list. */
const ownIsp = isps.fastOpenIsp;

/**
 * An ISP on its own, from its parameter object; for tools that bring their own raw.
 *
 * @param bits of the raw codes: the black levels must leave some of them.
 */
export function toIspParameters(
  parameters: unknown,
  bits: number,
): Decoded<{
  readonly parameters: IspParameters;
  readonly notes: readonly string[];
  readonly unknownKeys: readonly string[];
}> {
  const { wireKey, fields, problems } = ownIsp;
  const read = readParameters(wireKey, fields, parameters);
  if (!read.ok) return read;
  const notes: string[] = [];
  const complete = toEngineUnits(fields, read.value ?? {}, remarkBlanks(wireKey, notes));
  const found = problemsIn(wireKey, problems(complete, bits));
  if (found.length > 0) return { ok: false, problems: found };
  return {
    ok: true,
    value: { parameters: complete, notes, unknownKeys: unknownParameters(fields, read.value) },
  };
}
