import type { IlluminantPlan, ShownIlluminant } from '@lumenloom/engine';
import { z } from 'zod';
import { strictSentences } from '../text-fields.ts';
import { problemsOf, type Decoded } from './decoded.ts';
import { darknessProblems, planIlluminant } from './light-plan.ts';
import { simulationRequestSchema } from './request-schema.ts';

const { illuminant, illuminantLuminance, illuminantCustomPhotons } = simulationRequestSchema.shape;

/** The body of POST /get_illuminant. */
export const getIlluminantRequestSchema = z.strictObject(
  { illuminant, illuminantLuminance, photonValues: illuminantCustomPhotons },
  strictSentences('The request must be a JSON object.'),
);

/**
 * Its answer: nm, and energy per band, W/(sr·m²·nm) when a luminance was given, else on the scale
 * S(560 nm) = 100.
 */
export const getIlluminantResponseSchema = z.object({
  wave: z.array(z.number()),
  energy: z.array(z.number()),
});

/** Which light, how bright (cd/m² of a white diffuser; undefined = the scale of the table). */
export interface IlluminantQuery {
  readonly illuminant: ShownIlluminant;
  readonly luminance: number | undefined;
}

/**
 * Turns the body of POST /get_illuminant into engine terms.
 *
 * @param own light from a file, in place of the one that the body chooses.
 */
export function toIlluminantQuery(body: unknown, own?: IlluminantPlan): Decoded<IlluminantQuery> {
  const request = getIlluminantRequestSchema.safeParse(body);
  if (!request.success) return { ok: false, problems: problemsOf(request.error) };
  const plan = own ?? planIlluminant(request.data.illuminant, request.data.photonValues, []);
  const { energy } = plan;
  if (!energy)
    return {
      ok: false,
      problems: [{ field: 'illuminant', message: 'Choose an illuminant to see its spectrum.' }],
    };
  const problems = darknessProblems(plan, 'photonValues');
  if (problems.length > 0) return { ok: false, problems };
  return {
    ok: true,
    value: { illuminant: { ...plan, energy }, luminance: request.data.illuminantLuminance },
  };
}
