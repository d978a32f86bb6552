import { ispProblems, isps, type IspParameters } from '@lumenloom/engine/catalogue';
import { z } from 'zod';
import { parametersSchema } from './field-schema.ts';
import { completeParameters, problemsOf, type Decoded } from './request.ts';

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
