import type { RealLensModel } from '../../src/optics/form-image/lens-model.ts';
import { angleAt, heightAt } from '../../src/optics/form-image/lens-table.ts';
import { millimetresOf } from '../../src/optics/millimetres.ts';
import {
  opticalTransfer,
  type Transfer,
} from '../../src/optics/point-spread/modulation-transfer.ts';
import { pupilFunction, type PupilFunction } from '../../src/optics/point-spread/pupil-function.ts';
import { beamOf } from '../../src/optics/ray-trace/field-beam.ts';
import type { Spectrum } from '../../src/quantities/wavelengths.ts';
import { sinc } from './edge-sfr.ts';

/** An edge on a sensor, and the light by which it is seen. */
export interface ImagedEdge {
  /** Metres. */
  readonly pitch: number;
  /** Distance from the axis. */
  readonly placeMm: number;
  /**
   * Angles of the edge's normal, radians: from the direction away from the axis, and from the rows
   * of pixels.
   */
  readonly normal: number;
  readonly pixelNormal: number;
  /** Contrast that the pixel passes, by its cycles along rows and columns; absent: a square box. */
  readonly pixel?: (across: number, down: number) => number;
  /** Photons times response per band. */
  readonly weights: Spectrum;
}

const squareBox = (across: number, down: number): number => sinc(across) * sinc(down);

/**
 * Samples across a pupil such that the phase of its blur changes by less than a radian from one to
 * the next.
 */
const samplesOf = ({ scale, edge, extentMm, wavelengthMm }: PupilFunction): number =>
  Math.max(48, Math.ceil((4 * Math.PI * scale * Math.max(...edge) * extentMm) / wavelengthMm));

/** Frequencies per mm along a direction. */
interface Waves {
  readonly perMm: readonly number[];
  readonly normal: number;
}

interface BandTransfers {
  /** Area of the pupil. */
  readonly area: number;
  readonly transfers: readonly Transfer[];
}

/** By lens, band, place and direction: edges that differ in their light alone share them. */
const known = new Map<string, BandTransfers>();

/** What a lens passes of a band at a field angle. */
function transfersOf(
  { design, digest }: RealLensModel,
  wavelength: number,
  angle: number,
  { perMm, normal }: Waves,
): BandTransfers {
  const key = JSON.stringify([digest, wavelength, angle, perMm, normal]);
  const before = known.get(key);
  if (before) return before;
  const pupil = pupilFunction(
    beamOf(design, wavelength, angle, { azimuths: 48, tolerance: 1e-8 }),
    wavelength,
  );
  const transfers = opticalTransfer(pupil, perMm, normal, samplesOf(pupil));
  const band = { area: pupil.area, transfers };
  known.set(key, band);
  return band;
}

/**
 * Contrast that a lens and its pixels pass (docs/reference/measuring.md#true-sfr): the pupil's
 * own correlation, which image formation does not use, summed over the bands with the phase of
 * their chief rays, times the transfer of the pixel.
 *
 * @param frequencies cycles per pixel along the edge's normal.
 */
export function trueSfr(
  model: RealLensModel,
  frequencies: readonly number[],
  { pitch, placeMm, normal, pixelNormal, pixel = squareBox, weights }: ImagedEdge,
): readonly number[] {
  const { table } = model;
  const pixelMm = millimetresOf(pitch);
  const angle = angleAt(table, table.reference, placeMm);
  const sums = frequencies.map(() => [0, 0] as [number, number]);
  let total = 0;
  for (const [band, wavelength] of table.wavelengths.entries()) {
    if (weights[band] === 0) continue;
    const { area, transfers } = transfersOf(model, wavelength, angle, {
      perMm: frequencies.map((frequency) => frequency / pixelMm),
      normal,
    });
    const weight = weights[band]! * area;
    const shift = ((heightAt(table, band, angle).heightMm - placeMm) / pixelMm) * Math.cos(normal);
    total += weight;
    for (const [i, [real, imaginary]] of transfers.entries()) {
      const phase = -2 * Math.PI * frequencies[i]! * shift;
      const [cosine, sine] = [weight * Math.cos(phase), weight * Math.sin(phase)];
      sums[i]![0] += real * cosine - imaginary * sine;
      sums[i]![1] += real * sine + imaginary * cosine;
    }
  }
  return frequencies.map((frequency, i) => {
    const box = pixel(frequency * Math.cos(pixelNormal), frequency * Math.sin(pixelNormal));
    return (Math.hypot(...sums[i]!) / total) * Math.abs(box);
  });
}
