import { sfrLimits } from '../optics/measured/curve-targets.ts';
import type { MeasuredBlur } from '../optics/measured/measured-file.ts';
import { measuredOptics } from '../optics/measured/measured-optics.ts';
import { readMeasuredLens } from '../optics/measured/read-measured.ts';
import type { Table } from '../text/json-fields.ts';

/** A response that is more above the limit of its f-number is no noise. */
const NOISE = 0.03;

/**
 * The lens file of a twin without what noise adds to its responses beyond the diffraction limit,
 * which a reader of lens files would refuse.
 *
 * @returns the file, and a sentence where noise does not explain it.
 */
export function withinLimits(document: Table): {
  readonly document: Table;
  readonly notes: readonly string[];
} {
  const { blur: measured, ...rest } = document;
  if (measured === undefined) return { document, notes: [] };
  const blur = measured as MeasuredBlur & Required<Pick<MeasuredBlur, 'sfr'>>;
  const bare = readMeasuredLens(rest);
  const limits = sfrLimits({ ...bare, blur }, measuredOptics(bare));
  const above = Math.max(
    ...blur.sfr.flatMap(({ values }, i) => values.map((value, k) => value - limits[i]![k]!)),
  );
  const sfr = blur.sfr.map((curve, i) => ({
    ...curve,
    values: curve.values.map((value, k) => Math.min(value, limits[i]![k]!)),
  }));
  return {
    document: { ...document, blur: { ...blur, sfr } },
    notes:
      above > NOISE
        ? [
            `Edges are up to ${above.toFixed(2)} sharper than diffraction allows at f/${bare.fNumber}: the f-number or the pixel pitch of the manifest is wrong, or the frames are sharpened.`,
          ]
        : [],
  };
}
