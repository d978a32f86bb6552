import type { ShadingFile, SimulationPlan } from '@lumenloom/engine';
import { toEngineUnits } from '@lumenloom/engine/catalogue';
import { messages } from '../messages.ts';
import { LENS_SHADING_FIELDS, TONE_MAP_FIELDS } from './correction-fields.ts';
import type { Findings } from './decoded.ts';
import { remarkBlanks, type GivenParameters } from './given-parameters.ts';

type Corrections = Pick<
  SimulationPlan,
  'toneMap' | 'lensShading' | 'whiteBalance' | 'colourMatrix'
>;

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
 * The corrections of a request; what has no effect is absent, so that the plan is that of a request
 * without it.
 *
 * @param file gains of the user's own, in place of `lensShading.from`.
 */
export function planCorrections(
  { toneMap, lensShading, whiteBalance, colourMatrix }: RequestedCorrections,
  file: ShadingFile | undefined,
  findings: Findings,
): Corrections {
  const shading = planShading(lensShading, file, findings);
  return {
    ...(asks(toneMap) && {
      toneMap: toEngineUnits(TONE_MAP_FIELDS, toneMap, remarkBlanks('toneMap', findings.notes)),
    }),
    ...(shading && { lensShading: shading }),
    ...(whiteBalance !== undefined &&
      whiteBalance !== 'fixed' && {
        whiteBalance: whiteBalance as NonNullable<Corrections['whiteBalance']>,
      }),
    ...(colourMatrix !== undefined &&
      colourMatrix !== 'fixed' && {
        colourMatrix: colourMatrix as NonNullable<Corrections['colourMatrix']>,
      }),
  };
}

function planShading(
  requested: GivenParameters | undefined,
  file: ShadingFile | undefined,
  { notes, problems }: Findings,
): Corrections['lensShading'] {
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
