import { GLASSES, refractiveIndex, scaledGlass, type Glass } from '../glass/refractive-index.ts';
import { SimulationError } from '../../simulation-error.ts';
import { focalLengthOf } from './first-order.ts';
import { REFERENCE_LINE, scaledSurfaces } from './lens-design.ts';
import { readLensFile, type LensFile, type SurfaceRow } from './lens-file.ts';

/**
 * The properties of a surface that can be changed: its radius, the distance to the next surface,
 * the refractive index of the glass behind it.
 */
export const LENS_CHANGES = ['radius', 'thickness', 'index'] as const;

/** A new value for one property of a surface. */
export interface LensChange {
  /** Index of the surface in the lens file, from 0. */
  readonly surface: number;
  readonly property: (typeof LENS_CHANGES)[number];
  /**
   * Radius and thickness in mm, before the lens is scaled to its focal length, as in the file;
   * index at 587.5618 nm.
   */
  readonly value: number;
}

/**
 * A lens with other radii, thicknesses or glasses, as if it had been made so: it keeps the scale of
 * the unchanged lens and its distance to the sensor, so its focal length and focus change. A new
 * index scales n² − 1 of the glass at all wavelengths.
 *
 * @throws SimulationError 'bad-parameter' naming `surfaces[i]` where the file has no surface with
 *   that property, and `surfaces[i].property` for a value that cannot be used.
 */
export function changeLens(file: LensFile, changes: readonly LensChange[]): LensFile {
  const native = nativeFocalLength(file);
  const scale = (file.focalLengthMm ?? native) / native;
  const glasses: Record<string, Glass> = { ...file.glasses };
  const surfaces = file.surfaces.map((row) => ({ ...row }));
  for (const change of changes) {
    const row = surfaces[change.surface];
    if (!row)
      throw refusal(
        change,
        `${file.name} has surfaces 0 to ${surfaces.length - 1} in its file.`,
        surfaceOf(change),
      );
    const { property, value } = change;
    if (property === 'index') changeIndex(row, change, glasses);
    else if (property === 'radius' && row.radius === null)
      throw refusal(change, 'this surface is plane and has no radius.', surfaceOf(change));
    else surfaces[change.surface] = { ...row, [property]: value };
  }
  // The last thickness is the distance to the sensor where the file does not give that by itself.
  const changed = readLensFile({ ...file, surfaces, glasses, focalLengthMm: undefined });
  return { ...changed, focalLengthMm: nativeFocalLength(changed) * scale };
}

/** Everything that can be changed of a lens, with its value in the file. */
export const changeableOf = ({ surfaces, glasses }: LensFile): readonly LensChange[] =>
  surfaces.flatMap(({ radius, thickness, glass }, surface): LensChange[] => [
    ...(radius === null ? [] : [{ surface, property: 'radius', value: radius } as const]),
    { surface, property: 'thickness', value: thickness },
    ...(glass === null
      ? []
      : [
          {
            surface,
            property: 'index',
            value: refractiveIndex(glasses?.[glass] ?? GLASSES[glass]!, REFERENCE_LINE),
          } as const,
        ]),
  ]);

const surfaceOf = ({ surface }: LensChange): string => `surfaces[${surface}]`;
const propertyOf = (change: LensChange): string => `${surfaceOf(change)}.${change.property}`;

const refusal = (change: LensChange, why: string, field = propertyOf(change)): SimulationError =>
  new SimulationError('bad-parameter', `${propertyOf(change)} cannot be changed: ${why}`, field);

/** Before scaling. */
function nativeFocalLength(file: LensFile): number {
  return focalLengthOf(scaledSurfaces(file.surfaces, file.glasses, 1), REFERENCE_LINE);
}

function changeIndex(
  row: { glass: SurfaceRow['glass'] },
  change: LensChange,
  glasses: Record<string, Glass>,
): void {
  if (row.glass === null)
    throw refusal(change, 'there is air behind this surface.', surfaceOf(change));
  if (!(change.value > 1))
    throw refusal(change, `an index of glass is more than 1, not ${change.value}.`);
  const glass = glasses[row.glass] ?? GLASSES[row.glass]!;
  const power = 'terms' in glass ? glass.power : 2;
  const factor =
    (change.value ** power - 1) / (refractiveIndex(glass, REFERENCE_LINE) ** power - 1);
  // Each surface gets a glass of its own: another one of the same name stays as it is.
  const name = `${row.glass} behind surface ${change.surface}`;
  glasses[name] = scaledGlass(glass, factor);
  row.glass = name;
}
