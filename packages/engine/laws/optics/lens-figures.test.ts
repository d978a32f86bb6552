import { describe, expect, test } from 'vitest';
import { QUANTUM_EFFICIENCY } from '../../src/sensors/bayer/quantum-efficiency.ts';
import { WAVELENGTHS } from '../../src/quantities/wavelengths.ts';
import { realLens } from '../../src/optics/real-lens.ts';
import { lensFiles } from '../../references/optics/lens-files.ts';
import type { OpticsId } from '../../src/optics/list.ts';
import { cyclesPerMm, millimetresOf } from '../../src/optics/millimetres.ts';
import { opticalTransfer } from '../../src/optics/point-spread/modulation-transfer.ts';
import { pupilFunction } from '../../src/optics/point-spread/pupil-function.ts';
import { edgeDirections } from '../../src/optics/ray-trace/beam.ts';
import { beamOf } from '../../src/optics/ray-trace/field-beam.ts';
import { fieldFigures } from '../../src/optics/ray-trace/field-figures.ts';
import { lensDesign } from '../../src/optics/ray-trace/lens-design.ts';

const PITCH = 2.2e-6;
const CORNER = (Math.hypot(450, 650) * PITCH) / 2;
const EDGE = { azimuths: 64, tolerance: 1e-8 };
/**
 * Groups of three bands against all 31, and half the samples across the pupil (measured: 0.004).
 */
const MODULATION = 0.01;
/** The lens table's interpolation against a ray of its own, relative (measured: 1e-7). */
const GEOMETRY = 1e-5;
const green = QUANTUM_EFFICIENCY[1]!;

describe.each(Object.keys(lensFiles) as OpticsId[])('%s on the default sensor', (id) => {
  const design = lensDesign(lensFiles[id]);
  const figures = realLens(lensFiles[id]).figures!(CORNER, PITCH, green);
  const angle = (figures.fieldDegrees * Math.PI) / 180;

  test('distortion, illumination and lateral colour are those of rays traced at that field', () => {
    const at = (wavelength: number) => fieldFigures(design, wavelength, angle);
    const { distortionPercent, relativeIllumination, chiefHeightMm } = at(550);
    expect(figures.heightMm).toBeCloseTo(CORNER * 1e3, 9);
    expect(figures.isImageCircle).toBe(false);
    expect(Math.abs(chiefHeightMm / figures.heightMm - 1)).toBeLessThan(GEOMETRY);
    expect(figures.distortionPercent).toBeCloseTo(distortionPercent, 3);
    expect(figures.relativeIllumination).toBeCloseTo(relativeIllumination, 3);
    const between = (at(650).chiefHeightMm - at(450).chiefHeightMm) / millimetresOf(PITCH);
    expect(figures.lateralColourPixels).toBeCloseTo(between, 3);
  });

  test('the chief ray lies inside the cone of light that arrives', () => {
    const { M } = edgeDirections(beamOf(design, 550, angle, EDGE));
    const sine = Math.sin((figures.chiefRayDegrees * Math.PI) / 180);
    expect(sine).toBeGreaterThan(Math.min(...M.map(Math.abs)));
    expect(sine).toBeLessThan(Math.max(...M.map(Math.abs)));
  });

  test('modulation in green light is the modulation of all 31 bands, with their chief rays apart', () => {
    const nyquist = cyclesPerMm(2 * PITCH);
    const truth = (field: number, direction: number): number[] =>
      [nyquist / 2, nyquist].map((frequency) => {
        const chief = (band: number) =>
          fieldFigures(design, WAVELENGTHS[band]!, field).chiefHeightMm;
        let [real, imaginary, light] = [0, 0, 0];
        for (const [band, weight] of green.entries()) {
          if (weight < 1e-3 * Math.max(...green)) continue;
          const wavelength = WAVELENGTHS[band]!;
          const pupil = pupilFunction(beamOf(design, wavelength, field, EDGE), wavelength);
          const [[re, im]] = opticalTransfer(pupil, [frequency], direction) as [[number, number]];
          const shift = direction === 0 ? chief(band) : 0;
          const phase = -2 * Math.PI * frequency * shift;
          real += weight * (re * Math.cos(phase) - im * Math.sin(phase));
          imaginary += weight * (re * Math.sin(phase) + im * Math.cos(phase));
          light += weight;
        }
        return Math.hypot(real, imaginary) / light;
      });
    const { onAxis, tangential, sagittal } = figures.modulation;
    for (const [said, field, direction] of [
      [onAxis, 0, 0],
      [tangential, angle, 0],
      [sagittal, angle, Math.PI / 2],
    ] as const)
      for (const [f, value] of truth(field, direction).entries())
        expect(Math.abs(said[f]! - value)).toBeLessThan(MODULATION);
  });
});

test('a sensor larger than the image circle: the figures are those of its rim', () => {
  const figures = realLens(lensFiles['double-gauss']).figures!(5.5e-3, PITCH, green);
  expect(figures.isImageCircle).toBe(true);
  expect(figures.fieldDegrees).toBeCloseTo(14, 9);
});
