import { luminanceOf } from '../colour/xyz.ts';
import { displayWhite } from '../scenes/image-file/build.ts';
import type { Scene } from '../scenes/scene.ts';
import type { SceneDescriptor } from '../scenes/scene-descriptor.ts';
import {
  BANDS,
  energyToPhotons,
  photonsToEnergy,
  type Spectrum,
} from '../quantities/wavelengths.ts';
import { SimulationError } from '../simulation-error.ts';
import { illuminants } from './list.ts';

/** The illuminant of a run. */
export interface IlluminantPlan {
  readonly label: string;
  /**
   * Energy per band: relative, with S(560 nm) = 100, for a named illuminant; W/(sr·m²·nm) for
   * Custom; undefined for the scene's native light.
   */
  readonly energy: Spectrum | undefined;
  /** True for a custom table, which is used as it is when no luminance is set. */
  readonly absolute: boolean;
}

/** The quantity that fixes the brightness (docs/reference/protocol.md#f3), cd/m². */
export type LuminancePlan =
  | { readonly of: 'white'; readonly value: number }
  | { readonly of: 'scene mean'; readonly value: number }
  | { readonly of: 'as given' };

/** Relative energy per band of a scene's native light, and its name. */
export function nativeLight(kind: SceneDescriptor['nativeIlluminant']): {
  readonly label: string;
  readonly energy: Spectrum;
} {
  switch (kind) {
    case 'd65':
      return { label: 'D65', energy: Float64Array.from(illuminants.d65.energy) };
    case 'equal-photons':
      return { label: 'equal photons', energy: photonsToEnergy(new Float64Array(BANDS).fill(1)) };
    case 'display-white':
      return { label: 'the white of the display', energy: photonsToEnergy(displayWhite()) };
  }
}

/** A scene under a light. */
export interface LitScene {
  readonly scene: Scene;
  /** Radiance per band of each plane, photons/(s·sr·m²·nm). */
  readonly radiance: readonly Spectrum[];
  /** Radiance per band of a perfect white diffuser in the scene, photons/(s·sr·m²·nm). */
  readonly white: Spectrum;
  /** cd/m²: luminance of that white, and mean luminance of the scene's raster. */
  readonly whiteLuminance: number;
  readonly meanLuminance: number;
}

/**
 * Lights a scene and fixes its brightness (docs/reference/protocol.md#f3).
 *
 * @param energy relative energy per band of the light.
 * @param planck J·s; passed only by comparisons with tools that use an older value.
 * @throws SimulationError when the scene has no luminance under this light.
 */
export function lightScene(
  scene: Scene,
  energy: Spectrum,
  luminance: LuminancePlan,
  planck?: number,
): LitScene {
  const photons = energyToPhotons(energy, planck);
  const luminanceOfPhotons = (spectrum: Spectrum): number =>
    luminanceOf(photonsToEnergy(spectrum, planck));
  const reflected = scene.spectra.map((spectrum) =>
    photons.map((value, band) => value * spectrum[band]!),
  );
  const mean = reflected.reduce(
    (sum, spectrum, plane) => sum + luminanceOfPhotons(spectrum) * scene.planeMeans[plane]!,
    0,
  );
  const white = luminanceOfPhotons(photons);
  const scale =
    luminance.of === 'as given' ? 1 : luminance.value / (luminance.of === 'white' ? white : mean);
  if (!Number.isFinite(scale) || !(scale > 0))
    throw new SimulationError(
      'bad-parameter',
      'This light gives the scene no luminance between 400 and 700 nm: choose another illuminant or scene.',
      'illuminant',
    );
  return {
    scene,
    radiance: reflected.map((spectrum) => spectrum.map((value) => value * scale)),
    white: photons.map((value) => value * scale),
    whiteLuminance: white * scale,
    meanLuminance: mean * scale,
  };
}

/** An illuminant with a spectrum of its own. */
export type ShownIlluminant = IlluminantPlan & { readonly energy: Spectrum };

/**
 * The spectrum as the table and the plot show it (docs/reference/protocol.md#f3): at the given
 * luminance, W/(sr·m²·nm); without one, scaled to S(560 nm) = 100. Exceptions: Fluorescent, whose
 * spectrum has a trough at 560 nm, gets the luminance of D65 at this scale, and Custom is not
 * scaled.
 */
export function shownSpectrum(
  { energy, label, absolute }: ShownIlluminant,
  luminance: number | undefined,
): Spectrum {
  if (luminance !== undefined) return scaleTo(energy, luminance);
  return !absolute && label === illuminants.fluorescent.label
    ? scaleTo(energy, luminanceOf(illuminants.d65.energy))
    : energy;
}

const scaleTo = (energy: Spectrum, luminance: number): Spectrum =>
  energy.map((value) => (value * luminance) / luminanceOf(energy));
