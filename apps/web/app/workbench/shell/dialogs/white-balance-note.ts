import { illuminants } from '@lumenloom/engine/catalogue';
import type { LightOfCamera } from '@lumenloom/browser-host';
import { whyNoLight, type CameraLightAnswer } from '../../kit/no-light.ts';
import type { TypedValues } from './parameter-form.ts';

/** The note of a section about the typed values, and values that would correct it. */
export interface SectionNote {
  readonly sentence: string;
  readonly remedy?: TypedValues;
}

/** The light as sentences name it. */
export const lightInWords = ({ label }: Pick<LightOfCamera, 'label'>): string =>
  label === illuminants.custom.label ? 'the custom spectrum' : label;

/**
 * Gains of red and blue that make white neutral beside the typed ones of green, as they are typed.
 *
 * @returns undefined where a colour gets nothing of the light, or the sensor has no colours.
 */
export function neutralAwb(
  { neutral }: Pick<LightOfCamera, 'neutral'>,
  typed: TypedValues,
): { readonly awbR: number; readonly awbB: number } | undefined {
  const green = (Number(typed['awbGr']) + Number(typed['awbGb'])) / 2;
  const [awbR, awbB] = [neutral.red * green, neutral.blue * green].map(Math.round) as [
    number,
    number,
  ];
  return [awbR, awbB].every((gain) => Number.isFinite(gain) && gain > 0)
    ? { awbR, awbB }
    : undefined;
}

/** Differences from neutral below this, in per cent, are not visible. */
const LEAST_PERCENT = 0.5;

/**
 * The white balance in the units of the dialog: how far a white surface in the light of the recipe
 * is from neutral, and the gains that would make it neutral; or why the light is not known.
 *
 * @returns undefined without a light, or where a colour gets nothing of it.
 */
export function whiteBalanceNote(
  light: CameraLightAnswer,
  typed: TypedValues,
): SectionNote | undefined {
  if (light.kind === 'nothing') return undefined;
  if (light.kind !== 'camera light') return { sentence: whyNoLight(light) };
  const wanted = neutralAwb(light, typed);
  if (!wanted) return undefined;
  const name = lightInWords(light);
  const would = `neutral would be r_gain ${wanted.awbR}, b_gain ${wanted.awbB}.`;
  if (typed['awbEnabled'] === false) return { sentence: `AWB is off. For ${name}, ${would}` };
  const [byRed, byBlue] = (['awbR', 'awbB'] as const).map(
    (key) => 100 * (Number(typed[key]) / wanted[key] - 1),
  ) as [number, number];
  const isBlue = Math.abs(byBlue) >= Math.abs(byRed);
  const most = isBlue ? byBlue : byRed;
  if (!Number.isFinite(byRed + byBlue)) return undefined;
  if (Math.abs(most) < LEAST_PERCENT) return { sentence: `Neutral for ${name}.` };
  return {
    sentence: `${isBlue ? 'Blue' : 'Red'} ${Math.max(1, Math.round(Math.abs(most)))}\u00a0% ${most > 0 ? 'above' : 'below'} neutral for ${name}; ${would}`,
    remedy: { awbR: String(wanted.awbR), awbB: String(wanted.awbB) },
  };
}
