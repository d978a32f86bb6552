import { nativeLight } from '../illuminants/light.ts';
import type { CurveLight } from '../optics/measured/measured-file.ts';
import { WAVELENGTHS, energyToPhotons, type Spectrum } from '../quantities/wavelengths.ts';
import { QUANTUM_EFFICIENCY } from '../sensors/bayer/quantum-efficiency.ts';
import type { TwinEstimate } from './twin-estimate.ts';

/** Three-point Gauss rule: places in deviations, and weights. */
const GAUSS = [
  [-Math.sqrt(3), 1 / 6],
  [0, 2 / 3],
  [Math.sqrt(3), 1 / 6],
] as const;

/**
 * The light in which the sharpness of edges was measured, as the pixels of the first colour see it:
 * three wavelengths that have its mean and deviation. Without known curves or lights, those of the
 * sensor file and of daylight.
 */
export function edgeLight({ sensor: { layout }, lens, colour }: TwinEstimate): CurveLight {
  const name = lens.edges[0]?.shot.entry.light;
  const chart = colour?.charts.find(({ light }) => light === name);
  const photons = chart?.photons ?? energyToPhotons(nativeLight('d65').energy);
  const curve = colour?.curves[layout.first] ?? assumedCurve(layout.channels.length, layout.first);
  const weights = photons.map((value, band) => value * curve[band]!);
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  const meanOfBands = (valueOf: (nm: number) => number): number =>
    weights.reduce((sum, weight, band) => sum + weight * valueOf(WAVELENGTHS[band]!), 0) / total;
  const middle = meanOfBands((nm) => nm);
  const deviation = Math.sqrt(meanOfBands((nm) => (nm - middle) ** 2));
  return {
    nm: GAUSS.map(([place]) => middle + place * deviation),
    weight: GAUSS.map(([, weight]) => weight),
  };
}

const assumedCurve = (colours: number, first: number): Spectrum =>
  colours === 1 ? new Float64Array(WAVELENGTHS.length).fill(1) : QUANTUM_EFFICIENCY[first]!;
