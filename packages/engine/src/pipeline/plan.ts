import type { AlgorithmId } from '../algorithms/list.ts';
import type { ParametersOf } from '../field-descriptor.ts';
import type { IspParameters } from '../isp/order.ts';
import type { ImageQuality } from '../optics/lens.ts';
import type { OpticsId } from '../optics/list.ts';
import type { PixelGrid } from '../optics/pixel-grid.ts';
import type { Spectrum } from '../quantities/wavelengths.ts';
import type { SceneId, scenes } from '../scenes/list.ts';
import type { BayerOrder, sensorFields } from '../sensors/bayer/descriptor.ts';

/** The scene's id with its own parameters, in engine units. */
export type ScenePlan = {
  [Id in SceneId]: {
    readonly id: Id;
    readonly parameters: ParametersOf<(typeof scenes)[Id]['fields']>;
  };
}[SceneId];

/** The light on the scene. Blank means the scene's native light. */
export interface IlluminantPlan {
  readonly label: string;
  /** Energy per band on the scale of the spectrum table: S(560 nm) = 100 for named ones, W/(sr·m²·nm) for Custom; undefined = native. */
  readonly energy: Spectrum | undefined;
  /** True for a custom table: without a luminance its photons are taken as they are. */
  readonly absolute: boolean;
}

/** What fixes the brightness (ruling F3), cd/m². */
export type LuminancePlan =
  | { readonly of: 'white'; readonly value: number }
  | { readonly of: 'scene mean'; readonly value: number }
  | { readonly of: 'as given' };

export interface SensorPlan {
  readonly label: string;
  readonly order: BayerOrder;
  /** SI units and fractions. */
  readonly parameters: ParametersOf<typeof sensorFields>;
  /** Bits of the converter. */
  readonly bits: number;
}

/** A run, fully decoded: no strings, no blanks, no display units, nothing left to default. */
export interface SimulationPlan {
  readonly scene: ScenePlan;
  readonly illuminant: IlluminantPlan;
  readonly luminance: LuminancePlan;
  /** Photons per band of the light an image file was taken under; undefined = the display's white. */
  readonly imageWhite: Spectrum | undefined;
  /** Undefined is the ideal lens. */
  readonly optics: OpticsId | undefined;
  /** How carefully a real lens forms the picture. */
  readonly quality: ImageQuality;
  /** Where the picture is sampled, also when no sensor is chosen. */
  readonly grid: PixelGrid;
  /** Undefined shows the optical image itself. */
  readonly sensor: SensorPlan | undefined;
  /** Undefined shows the raw mosaic. */
  readonly isp: { readonly label: string; readonly parameters: IspParameters } | undefined;
  /** Undefined runs none; it never changes the picture itself. */
  readonly algorithm: AlgorithmId | undefined;
  /** Seconds; undefined meters the light. */
  readonly exposureSeconds: number | undefined;
  /** False keeps every mean (the dark signal too) and draws nothing. */
  readonly noise: boolean;
  /** Unsigned 32-bit: `temporal` is drawn anew per shot, `fixedPattern` belongs to the sensor (P8). */
  readonly seeds: { readonly temporal: number; readonly fixedPattern: number };
  /** Largest scene raster, samples. */
  readonly maximumSceneSamples: number;
}
