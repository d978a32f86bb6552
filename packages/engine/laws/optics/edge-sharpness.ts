/** Sharpness of pictures through a lens, measured on an edge and computed from its rays. */
import type { Host } from '../../src/host.ts';
import type { LitScene } from '../../src/illuminants/light.ts';
import { formImage, METHODS } from '../../src/optics/form-image/form-image.ts';
import type { RealLensModel } from '../../src/optics/form-image/lens-model.ts';
import { angleAt, heightAt } from '../../src/optics/form-image/lens-table.ts';
import { uniform } from '../../src/optics/lens.ts';
import type { OpticsId } from '../../src/optics/list.ts';
import { metresOf, millimetresOf } from '../../src/optics/millimetres.ts';
import type { PixelGrid } from '../../src/optics/pixel-grid.ts';
import { QUANTUM_EFFICIENCY } from '../../src/sensors/bayer/quantum-efficiency.ts';
import { edgeSfr, sinc, transposed, type EdgeRegion } from './edge-sfr.ts';
import { trueSfr } from './true-sfr.ts';
import { litPattern, modelOf, SLOPED, whiteCard } from './lens-scenes.ts';

export const watch = { stopped: () => false, progress: () => undefined };
/**
 * Every pixel is green: the green pixels of a mosaic get the same light, and an edge needs fewer of
 * them.
 */
const GREEN = QUANTUM_EFFICIENCY[1]!;
export const receptors = uniform(GREEN);
const REFERENCE = 15;
export const TILT = (5 * Math.PI) / 180;
export const FREQUENCIES = [0.05, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 1];

/**
 * Distance from the rim of the image circle, metres, that measurements keep: the rim is a sharp
 * edge itself.
 */
const RIM = 20e-6;

/**
 * Pixels along an edge. Longer ones bend through the lens until they run along the pixels, where
 * nothing can be measured.
 */
export const ALONG = 132;

type Direction = 'across the radius' | 'along the radius';

/**
 * A straight edge of the scene that is imaged through the middle of a window on the +x axis, 5
 * degrees off its rows or columns.
 */
function edgeAt(
  model: RealLensModel,
  pitch: number,
  share: number,
  direction: Direction,
  across: number,
) {
  const pitchMm = millimetresOf(pitch);
  const { heightMm } = heightAt(model.table, REFERENCE, share * model.design.halfField);
  const offset = Math.round(heightMm / pitchMm);
  const placeMm = offset * pitchMm;
  const tangent = (at: number): number => Math.tan(angleAt(model.table, REFERENCE, at));
  // Scale of the scene along and across the radius, per mm on the sensor.
  const stepMm = 1e-3;
  const radial = (tangent(placeMm + stepMm) - tangent(placeMm - stepMm)) / (2 * stepMm);
  const tangential = placeMm === 0 ? radial : tangent(placeMm) / placeMm;
  const [dx, dy] =
    direction === 'across the radius'
      ? [Math.sin(TILT), Math.cos(TILT)]
      : [Math.cos(TILT), Math.sin(TILT)];
  const farthestAngle = angleAt(model.table, REFERENCE, placeMm + 0.7 * across * pitchMm);
  const half = Math.tan(Math.min((88 * Math.PI) / 180, 1.2 * farthestAngle));
  return {
    placeMm,
    grid: {
      rows: direction === 'across the radius' ? ALONG : across,
      columns: direction === 'across the radius' ? across : ALONG,
      pitch,
      offset: [offset, 0],
    } as PixelGrid,
    hfov: 2 * Math.atan(half),
    lit: litPattern({
      kind: 'edge',
      slope: (dy * tangential) / (dx * radial),
      dark: 0.05,
      through: [0.5 + tangent(placeMm) / (2 * half), 0.5],
    }),
  };
}

/** A picture divided by the picture of a white card, which removes the falloff. */
export const regionOf = (
  picture: Float32Array,
  flat: Float32Array,
  { rows, columns }: PixelGrid,
): EdgeRegion => ({
  rows,
  columns,
  at: (row, column) => picture[row * columns + column]! / flat[row * columns + column]!,
  has: () => true,
});

/** Pixels as large as their pitch, or those of a box and a diffusion. */
export interface Shape {
  readonly aperture: readonly [number, number];
  readonly diffusion: number;
}

export const transferOf =
  ({ aperture: [width, height], diffusion }: Shape, pitch: number) =>
  (across: number, down: number): number =>
    sinc(width * across) *
    sinc(height * down) *
    Math.exp(-2 * (Math.PI * (diffusion / pitch) * Math.hypot(across, down)) ** 2);

/** An edge in a picture through a lens, at a share of the half field. */
interface MeasuredEdge {
  readonly id: OpticsId;
  readonly pitch: number;
  readonly share: number;
  readonly direction: Direction;
  readonly shape?: Shape | undefined;
}

/** The largest errors of the SFR on an edge, up to half a cycle per pixel and beyond. */
export async function worst(
  host: Pick<Host, 'parallel' | 'device'>,
  { id, pitch, share, direction, shape }: MeasuredEdge,
) {
  const model = modelOf(id);
  const { heightMm } = heightAt(model.table, REFERENCE, share * model.design.halfField);
  const inCircle =
    metresOf(model.table.heightsMm[REFERENCE]!.at(-1)! - heightMm) / pitch - RIM / pitch;
  const across = 2 * Math.floor(Math.min(Math.max(104, 110e-6 / pitch), inCircle));
  const { placeMm, grid: whole, hfov, lit } = edgeAt(model, pitch, share, direction, across);
  const grid = shape ? { ...whole, shape } : whole;
  const form = (scene: LitScene): Promise<Float32Array> =>
    formImage(model, { lit: scene, hfov, grid, receptors, method: METHODS.normal }, host, watch);
  const region = regionOf(await form(lit), await form(whiteCard()), grid);
  const measured = edgeSfr(
    direction === 'across the radius' ? region : transposed(region),
    FREQUENCIES,
    Math.floor(across / 2 - 10),
  );
  const normal = direction === 'across the radius' ? TILT : Math.PI / 2 - TILT;
  const expected = trueSfr(model, FREQUENCIES, {
    pitch,
    placeMm,
    normal,
    pixelNormal: normal,
    ...(shape && { pixel: transferOf(shape, pitch) }),
    weights: SLOPED.map((photons, band) => photons * GREEN[band]!),
  });
  const errors = expected.map((value, i) => Math.abs(measured[i]! - value));
  const upTo = errors.filter((_, i) => FREQUENCIES[i]! <= 0.5);
  return { toNyquist: Math.max(...upTo), beyond: Math.max(...errors.slice(upTo.length)) };
}
