import type { CorrectionPlan, ShadingFile } from '@lumenloom/engine';
import { toEngineUnits } from '@lumenloom/engine/catalogue';
import { messages } from '../messages.ts';
import { LENS_SHADING_FIELDS, TONE_MAP_FIELDS } from './correction-fields.ts';
import type { Decoded, Findings } from './decoded.ts';
import {
  readParameters,
  remarkBlanks,
  unknownParameters,
  type GivenParameters,
} from './given-parameters.ts';

/** The parts of a request about corrections, checked. */
export interface RequestedCorrections {
  readonly toneMap?: GivenParameters | undefined;
  readonly lensShading?: GivenParameters | undefined;
  readonly whiteBalance?: string | undefined;
  readonly colourMatrix?: string | undefined;
}

const asks = (requested: GivenParameters | undefined): requested is GivenParameters =>
  Object.values(requested ?? {}).some((value) => value !== undefined);

/**
 * The corrections of a request; what has no effect is absent, so that the plan is the same as
 * without it.
 *
 * @param file gains of the user's own, in place of `lensShading.from`.
 * @param hasSensor without one nothing is corrected.
 */
export function planCorrections(
  { toneMap, lensShading, whiteBalance, colourMatrix }: RequestedCorrections,
  file: ShadingFile | undefined,
  findings: Findings,
  hasSensor: boolean,
): CorrectionPlan {
  const shading = planShading(lensShading, file, findings);
  const planned: CorrectionPlan = {
    ...(asks(toneMap) && {
      toneMap: toEngineUnits(TONE_MAP_FIELDS, toneMap, remarkBlanks('toneMap', findings.notes)),
    }),
    ...(shading && { lensShading: shading }),
    ...(whiteBalance !== undefined &&
      whiteBalance !== 'fixed' && {
        whiteBalance: whiteBalance as NonNullable<CorrectionPlan['whiteBalance']>,
      }),
    ...(colourMatrix !== undefined &&
      colourMatrix !== 'fixed' && {
        colourMatrix: colourMatrix as NonNullable<CorrectionPlan['colourMatrix']>,
      }),
  };
  if (hasSensor) return planned;
  for (const key of Object.keys(planned))
    findings.notes.push(`No sensor is chosen, so ${key} is not used.`);
  return {};
}

function planShading(
  requested: GivenParameters | undefined,
  file: ShadingFile | undefined,
  { notes, problems }: Findings,
): CorrectionPlan['lensShading'] {
  if (!asks(requested) && !file) return undefined;
  const { from, strength, grid, most } = toEngineUnits(
    LENS_SHADING_FIELDS,
    requested ?? {},
    remarkBlanks('lensShading', notes),
  );
  if (file && requested?.['from'] !== undefined && from !== 'file')
    problems.push({ field: 'lensShading.from', message: messages.shadingFromFile });
  if (!file && from === 'file')
    problems.push({ field: 'lensShading.from', message: messages.shadingNeedsFile });
  if (strength === 0) return undefined;
  const limits = { strength, grid, most };
  if (file) return { from: 'file', ...limits, ...file };
  return from === 'file' ? undefined : { from, ...limits };
}

/** A tone map on its own, from the object of a recipe; for tools that bring their own raw. */
export function toToneMap(sent: unknown): Decoded<{
  readonly toneMap: NonNullable<CorrectionPlan['toneMap']>;
  readonly notes: readonly string[];
  readonly unknownKeys: readonly string[];
}> {
  const read = readParameters('toneMap', TONE_MAP_FIELDS, sent);
  if (!read.ok) return read;
  const notes: string[] = [];
  return {
    ok: true,
    value: {
      toneMap: toEngineUnits(TONE_MAP_FIELDS, read.value ?? {}, remarkBlanks('toneMap', notes)),
      notes,
      unknownKeys: unknownParameters(TONE_MAP_FIELDS, read.value),
    },
  };
}
