import { ispProblems, isps, type IspParameters } from '@lumenloom/engine/catalogue';
import type { SimulationPlan } from '@lumenloom/engine';
import { z } from 'zod';
import { problemsOf, type Decoded, type Findings } from './decoded.ts';
import { parametersSchema } from './field-schema.ts';
import { completeParameters, type GivenParameters } from './given-parameters.ts';
import { ADC_BITS } from './sensor-plan.ts';

/**
 * The chosen ISP with its parameters in engine units.
 *
 * @param largestPixels that a picture may have once the ISP has cropped or scaled it.
 */
export function planIsp(
  isp: (typeof isps)['fastOpenIsp'],
  given: GivenParameters | undefined,
  largestPixels: number,
  { notes, problems }: Findings,
): SimulationPlan['isp'] {
  const parameters = completeParameters(isp.fields, given, isp.wireKey, notes);
  problems.push(...ispProblems(parameters, ADC_BITS, largestPixels));
  return { label: isp.label, parameters };
}

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
  const { wireKey, fields } = isps.fastOpenIsp;
  const request = z
    .object({ [wireKey]: parametersSchema(wireKey, fields) })
    .safeParse({ [wireKey]: parameters });
  if (!request.success) return { ok: false, problems: problemsOf(request.error) };
  const given = request.data[wireKey] as Readonly<Record<string, unknown>> | undefined;
  const notes: string[] = [];
  const complete = completeParameters(fields, given, wireKey, notes);
  const problems = ispProblems(complete, bits);
  if (problems.length > 0) return { ok: false, problems };
  return {
    ok: true,
    value: {
      parameters: complete,
      notes,
      unknownKeys: Object.keys(given ?? {}).filter(
        (key) => !fields.some((field) => field.key === key),
      ),
    },
  };
}
