import type { FocusSettings } from '../focus/focus-settings.ts';
import { pointPicture, type PointLight, type PointPicture } from '../point-spread/point-picture.ts';
import { fail } from '../../text/json-fields.ts';
import type { MeasuredLensFile, PointSamples } from './measured-file.ts';

/** The light of pictures of points at a height, mm, and a wavelength, nm. */
export type PointsAt = (heightMm: number, nm: number) => PointLight;

/**
 * Pictures of points as functions: between heights, and between wavelengths, shares of both
 * neighbours; beyond the last the last one.
 *
 * @returns undefined where the file has none.
 */
export function measuredPoints({ blur }: MeasuredLensFile): PointsAt | undefined {
  if (!blur?.psf) return undefined;
  const heights = sorted(blur.psf.map(({ height }) => height));
  const rows = heights.map((height) => atHeight(blur.psf!.filter((one) => one.height === height)));
  return (heightMm, nm) =>
    neighbours(heights, heightMm).flatMap(([at, weight]) =>
      rows[at]!(nm).map((part) => ({ ...part, weight: weight * part.weight })),
    );
}

const sorted = (values: readonly number[]): readonly number[] =>
  [...new Set(values)].sort((a, b) => a - b);

function atHeight(points: readonly PointSamples[]): (nm: number) => PointLight {
  const wavelengths = sorted(points.map(({ wavelengthNm }) => wavelengthNm));
  const pictures = wavelengths.map((nm): PointPicture => {
    const { samples, micrometresPerSample } = points.find((one) => one.wavelengthNm === nm)!;
    return pointPicture(samples, 1e-3 * micrometresPerSample);
  });
  return (nm) =>
    neighbours(wavelengths, nm).map(([at, weight]) => ({ weight, picture: pictures[at]! }));
}

/** The places beside a value, and their shares. */
function neighbours(
  places: readonly number[],
  value: number,
): readonly (readonly [at: number, weight: number])[] {
  const next = places.findIndex((place) => place >= value);
  if (next < 0) return [[places.length - 1, 1]];
  if (next === 0 || places[next] === value) return [[next, 1]];
  const share = (value - places[next - 1]!) / (places[next]! - places[next - 1]!);
  return [
    [next - 1, 1 - share],
    [next, share],
  ];
}

/** Settings that move the light of points in ways that their pictures do not tell. */
const MOVES = ['focusShift', 'objectDistance', 'focusDistance', 'fNumber'] as const;

/** @throws SimulationError for another focus or stop than the one of the pictures. */
export function refuseMovedPoints(file: MeasuredLensFile, settings: FocusSettings): void {
  if (!file.blur?.psf) return;
  const asIs: FocusSettings = {
    focusShift: 0,
    fNumber: file.fNumber,
    ...(file.focusDistanceM !== undefined && {
      objectDistance: file.focusDistanceM,
      focusDistance: file.focusDistanceM,
    }),
  };
  if (MOVES.some((key) => settings[key] !== undefined && settings[key] !== asIs[key]))
    refuseWithoutWavefront(file);
}

/** @throws SimulationError where the blur is known by pictures of points. */
export function refuseWithoutWavefront({ blur }: MeasuredLensFile): void {
  if (blur?.psf)
    fail(
      'blur.psf',
      'blur.psf: measured points have no wavefront: focusShift, objectDistance and fNumber must be blank.',
    );
}
