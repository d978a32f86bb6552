import {
  WAVELENGTHS,
  energyToPhotons,
  illuminants,
  photonsToEnergy,
} from '@lumenloom/engine/catalogue';
import type { IlluminantPlan, LuminancePlan } from '@lumenloom/engine';
import { fieldPath, type Findings, type Problem } from './decoded.ts';
import { member } from './family.ts';

/** The custom table gives photons per band in multiples of this. */
export const PHOTON_UNIT = 1e20;

/**
 * The custom table as it stands until somebody edits it: D65 at S(560 nm) = 100, photons in that
 * unit (docs/reference/protocol.md#custom-table).
 */
export const DEFAULT_CUSTOM_PHOTONS: readonly number[] = Array.from(
  energyToPhotons(illuminants.d65.energy),
  (photons) => photons / PHOTON_UNIT,
);

/**
 * The light that a request chooses, for a run and for /get_illuminant: label, and energy per band
 * on the scale of the spectrum table.
 */
export function planIlluminant(
  label: string | undefined,
  photons: readonly (number | undefined)[] | null | undefined,
  notes: string[],
): IlluminantPlan {
  const [id, illuminant] = member(illuminants, label) ?? [];
  if (id === undefined || illuminant === undefined)
    return { label: '', energy: undefined, absolute: false };
  if (id !== 'custom' && 'energy' in illuminant)
    return {
      label: illuminant.label,
      energy: Float64Array.from(illuminant.energy),
      absolute: false,
    };
  if (!photons)
    notes.push('No custom photons were sent (illuminantCustomPhotons): using the D65 table.');
  const table = DEFAULT_CUSTOM_PHOTONS.map((fallback, band) => {
    if (photons && photons[band] === undefined)
      notes.push(
        `Custom photons at ${WAVELENGTHS[band]} nm (${fieldPath(['illuminantCustomPhotons', band])}) were blank: using ${fallback.toPrecision(6)}.`,
      );
    return photons?.[band] ?? fallback;
  });
  return {
    label: illuminant.label,
    energy: photonsToEnergy(table.map((value) => value * PHOTON_UNIT)),
    absolute: true,
  };
}

/**
 * How bright the scene is.
 *
 * @param luminance as the request gives them: cd/m² of a white diffuser under the illuminant and of
 *   the scene's mean, which wins over it, or lux on the object, which stand alone.
 */
export function planLuminance(
  luminance: Partial<
    Record<'illuminantLuminance' | 'sceneLuminance' | 'illuminantLux', number | undefined>
  >,
  illuminant: IlluminantPlan,
  { notes, problems }: Findings,
): LuminancePlan {
  const { illuminantLuminance: white, sceneLuminance: sceneMean, illuminantLux: lux } = luminance;
  if (lux !== undefined) {
    if ((white ?? sceneMean) !== undefined)
      problems.push({
        field: 'illuminantLux',
        message:
          'illuminantLux, illuminantLuminance and sceneLuminance all say how bright it is: give one of them.',
      });
    return { of: 'white', value: lux / Math.PI };
  }
  if (sceneMean !== undefined) {
    if (white !== undefined)
      notes.push(
        'Scene luminance and illuminant luminance are both set: the scene luminance wins.',
      );
    return { of: 'scene mean', value: sceneMean };
  }
  if (white !== undefined) return { of: 'white', value: white };
  return illuminant.absolute ? { of: 'as given' } : { of: 'scene mean', value: 100 };
}

/**
 * A problem when the table of the custom light is all zeros, at the field in which the person can
 * change that.
 */
export const darknessProblems = (
  { energy }: Pick<IlluminantPlan, 'energy'>,
  field: string,
): Problem[] =>
  energy?.every((value) => value === 0)
    ? [{ field, message: 'Custom illuminant photons are all 0: enter light in at least one row.' }]
    : [];

/**
 * The light that a picture file is taken to show.
 *
 * @param rows of the request: photons, and a second column that is not used.
 * @returns photons per band; undefined when no row has any, which leaves the picture its own white.
 */
export function planImageWhite(
  rows: readonly (readonly (number | undefined)[])[] | null | undefined,
  { problems }: Findings,
): Float64Array | undefined {
  const photons = Float64Array.from(rows ?? [], ([value]) => value ?? 0);
  if (!photons.some((value) => value > 0)) return undefined;
  if (photons.some((value) => value === 0))
    problems.push({
      field: 'sceneFileIlluminantData',
      message: 'Scene file illuminant data must have photons in every row, or none at all.',
    });
  return photons;
}
