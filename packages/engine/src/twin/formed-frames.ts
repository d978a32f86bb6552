import type { Host } from '../host.ts';
import { sharedFloat32 } from '../images/shared-array.ts';
import { exposeSensor } from '../pipeline/expose-sensor.ts';
import { receptorsOf } from '../pipeline/sensor-stage.ts';
import type { LitScene } from '../illuminants/light.ts';
import type { Lens } from '../optics/lens.ts';
import type { PixelGrid } from '../optics/pixel-grid.ts';
import type { NoisePlan } from '../sensors/read-out/noise-plan.ts';
import type { SensorPlan } from '../sensors/pixel.ts';
import type { Spectrum } from '../quantities/wavelengths.ts';
import { microlensShares } from '../sensors/chip/microlens.ts';
import { UNWATCHED } from '../stage.ts';
import type { FrameView } from './painted-scene.ts';

/** A camera that takes frames of scenes: its lens, its pixels and their noise. */
export interface FrameCamera {
  readonly sensor: SensorPlan;
  readonly lens: Lens;
  readonly grid: PixelGrid;
  readonly seeds: NoisePlan['seeds'];
  readonly host: Pick<Host, 'parallel'> & Partial<Pick<Host, 'cache' | 'now'>>;
}

/** The light of a scene on the pixels, electrons/(s·m²) behind their colour filters. */
export async function formedLight(
  { lens, grid, sensor, host }: FrameCamera,
  view: FrameView,
  lit: LitScene,
): Promise<Float32Array> {
  const light = sharedFloat32(grid.rows * grid.columns);
  light.set(
    await lens.formImage(
      { lit, hfov: view.hfov },
      { grid, receptors: receptorsOf(sensor) },
      host,
      UNWATCHED,
    ),
  );
  return light;
}

/** How frames are taken alike. */
export interface Exposures {
  /** Mean electrons of each pixel. */
  readonly electrons: Float32Array;
  readonly seconds: number;
  readonly count: number;
  /** Dark current over the dark current of the sensor as it stands. */
  readonly growth: number;
  /** Number of frames that were taken before. */
  readonly before: number;
  /** Photons per band of white, for crosstalk by wavelength. */
  readonly whitePhotons?: Spectrum;
}

/** The raw frames of a camera; asked again it takes the same ones. */
export async function* takenFrames(
  { sensor, lens, grid, seeds, host }: FrameCamera,
  { electrons, seconds, count, growth, before, whitePhotons }: Exposures,
): AsyncGenerator<Uint16Array> {
  const { parameters } = sensor;
  const warm = {
    ...sensor,
    parameters: { ...parameters, dark_voltage: parameters.dark_voltage * growth },
  };
  const microlens = sensor.chip?.microlens;
  const path = {
    ...(whitePhotons && { whitePhotons }),
    ...(microlens && { microlensShares: microlensShares(microlens, lens, grid) }),
  };
  for (let i = 0; i < count; i += 1) {
    const temporal = (seeds.temporal + before + i) >>> 0;
    const { raw } = await exposeSensor(
      {
        ...{ sensor: warm, size: grid, light: electrons, lightUnit: 'electrons' },
        ...{ exposureSeconds: seconds, noise: true, seeds: { ...seeds, temporal } },
        ...path,
      },
      host,
    );
    yield raw;
  }
}

/** A sensor whose pixels are all alike: what differs between them is divided out of real frames. */
export function withoutPattern(sensor: SensorPlan): SensorPlan {
  const { rowOffsetElectrons: _, columnOffsetElectrons: __, ...chip } = sensor.chip ?? {};
  return {
    ...withoutDefects({ ...sensor, ...(sensor.chip && { chip }) }),
    parameters: { ...sensor.parameters, prnu: 0, dsnu: 0 },
  };
}

/** A sensor without faulty pixels, which are left out of all figures of real frames. */
export function withoutDefects(sensor: SensorPlan): SensorPlan {
  if (!sensor.chip) return sensor;
  const { defects: _, ...chip } = sensor.chip;
  const { chip: __, ...plain } = sensor;
  return Object.keys(chip).length > 0 ? { ...sensor, chip } : plain;
}
