import {
  ispNamed,
  isps,
  planOfIsp,
  toEngineUnits,
  type IspId,
  type IspParameters,
  type IspPlan,
} from '@lumenloom/engine/catalogue';
import type { SensorPlan } from '@lumenloom/engine';
import type { Decoded, Findings } from './decoded.ts';
import {
  problemsIn,
  readParameters,
  remarkBlanks,
  unknownParameters,
  type GivenParameters,
} from './given-parameters.ts';

/**
 * The chosen ISP with its parameters in engine units.
 *
 * @param bits of the sensor that it works on.
 * @param largestPixels that a picture may have once the ISP has cropped or scaled it.
 */
export function planIsp(
  id: IspId,
  requested: GivenParameters | undefined,
  { bits }: Pick<SensorPlan, 'bits'>,
  largestPixels: number,
  findings: Findings,
): IspPlan {
  const isp = ispNamed(id);
  const { wireKey, fields } = isp;
  const parameters = toEngineUnits(fields, requested ?? {}, remarkBlanks(wireKey, findings.notes));
  const problems = isp.problems?.(parameters, bits, largestPixels) ?? [];
  findings.problems.push(...problemsIn(wireKey, problems));
  return planOfIsp(id, parameters);
}

/** An ISP on its own with its parameters in engine units. */
interface ReadIsp<Parameters> {
  readonly parameters: Parameters;
  readonly notes: readonly string[];
  readonly unknownKeys: readonly string[];
}

/**
 * Parameters of an ISP on its own, from its parameter object.
 *
 * @param bits of the raw codes: the black levels must leave some of them.
 */
export function parametersOfIsp(
  id: IspId,
  parameters: unknown,
  bits: number,
): Decoded<ReadIsp<IspPlan['parameters']>> {
  const isp = ispNamed(id);
  const { wireKey, fields } = isp;
  const read = readParameters(wireKey, fields, parameters);
  if (!read.ok) return read;
  const notes: string[] = [];
  const complete = toEngineUnits(fields, read.value ?? {}, remarkBlanks(wireKey, notes));
  const found = problemsIn(wireKey, isp.problems?.(complete, bits) ?? []);
  if (found.length > 0) return { ok: false, problems: found };
  return {
    ok: true,
    value: {
      parameters: planOfIsp(id, complete).parameters,
      notes,
      unknownKeys: unknownParameters(fields, read.value),
    },
  };
}

/** Parameters of the ISP for tools that bring their own raw: they name no ISP. */
export const toIspParameters = (parameters: unknown, bits: number) =>
  parametersOfIsp(ownIsp, parameters, bits) as Decoded<ReadIsp<IspParameters>>;

const ownIsp = 'fastOpenIsp' satisfies keyof typeof isps;
