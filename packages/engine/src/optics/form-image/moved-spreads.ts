import { fieldPupil } from '../point-spread/field-pupil.ts';
import { turnedTowards, type LensDesign } from '../ray-trace/lens-design.ts';
import type { FieldSpread } from './field-spread.ts';
import { REFERENCE_NM, type LensTable } from './lens-table.ts';

const EDGE = { azimuths: 32, tolerance: 1e-6 };

/**
 * Where the chief ray of the axis meets the sensor of a lens with moved surfaces at 550 nm, along
 * the picture's rows and columns, mm.
 *
 * @throws SimulationError when no ray gets through.
 */
export function axisShiftMm(design: LensDesign): readonly [across: number, down: number] {
  const { uneven, chiefHeightMm } = fieldPupil(design, REFERENCE_NM, 0, EDGE);
  return [uneven!.chiefXMm, chiefHeightMm];
}

/** Directions in which the light of a lens with moved surfaces is traced. */
const DIRECTIONS = [
  [0, 1],
  [1, 0],
  [0, -1],
  [-1, 0],
] as const;

/**
 * The spreads of a straight lens with what the moves of its surfaces add to them.
 *
 * @param shift of the axis, see `axisShiftMm`.
 */
export function movedSpreads(
  design: LensDesign,
  { wavelengths, reference, heightsMm, angles }: LensTable,
  [shiftX, shiftY]: readonly [number, number],
  straight: readonly FieldSpread[],
): FieldSpread[] {
  const bands = [0, reference, wavelengths.length - 1];
  return straight.map((spread) => {
    const heightMm = heightsMm[reference]![angles.indexOf(spread.angle)]!;
    const moved = DIRECTIONS.flatMap((towards) => {
      const [ex, ey] = towards;
      const turned = turnedTowards(design, towards);
      const axis = [shiftX * ey - shiftY * ex, shiftX * ex + shiftY * ey] as const;
      return bands.map((band) => {
        const wavelength = wavelengths[band]!;
        const pupil = fieldPupil(turned, wavelength, spread.angle, EDGE);
        const { uneven, chiefHeightMm, extentMm, scale, edge, wavelengthMm } = pupil;
        const widest = Math.max(...edge, ...uneven!.edge);
        return {
          shiftMm: Math.hypot(uneven!.chiefXMm - axis[0], chiefHeightMm - heightMm - axis[1]),
          blurMm: extentMm + (3 * wavelengthMm) / (scale * widest),
          cutoff: (2 * scale * widest) / wavelengthMm,
        };
      });
    });
    const shiftMm = Math.max(...moved.map((one) => one.shiftMm));
    return {
      ...spread,
      shiftMm,
      reachMm: Math.max(spread.reachMm, shiftMm + Math.max(...moved.map((one) => one.blurMm))),
      cutoff: Math.max(spread.cutoff, ...moved.map((one) => one.cutoff)),
    };
  });
}
