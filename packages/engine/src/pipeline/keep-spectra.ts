import type { Host } from '../host.ts';
import { uniform } from '../optics/lens.ts';
import { BANDS, BAND_WIDTH } from '../quantities/wavelengths.ts';
import type { Shot } from './shot.ts';
import { checkStopped, type StageContext } from '../stage.ts';
import type { StageSink } from './stage-sink.ts';

/**
 * Writes the radiance at the scene's samples, photons/(s·sr·m²·nm), and the irradiance at the
 * pixels, photons/(s·m²·nm), band by band.
 */
export async function keepSpectra(
  { plan, lit, lens }: Shot,
  host: Pick<Host, 'parallel'>,
  context: Pick<StageContext, 'stopped'>,
  sink: StageSink,
): Promise<void> {
  const { scene } = lit;
  await sink.write(
    'scene',
    'float32',
    [BANDS, scene.rows, scene.columns],
    bands((band) => {
      checkStopped(context);
      const radiance = new Float32Array(scene.rows * scene.columns);
      for (const [k, spectrum] of lit.radiance.entries()) {
        const plane = scene.raster(k);
        for (let sample = 0; sample < radiance.length; sample += 1)
          radiance[sample]! += plane[sample]! * spectrum[band]!;
      }
      return radiance;
    }),
  );
  await sink.write(
    'irradiance',
    'float32',
    [BANDS, plan.grid.rows, plan.grid.columns],
    bands((band) => {
      const response = Float64Array.from({ length: BANDS }, (_, index) =>
        index === band ? 1 / BAND_WIDTH : 0,
      );
      return lens.formImage(
        { lit, hfov: plan.scene.parameters.hfov },
        { grid: plan.grid, receptors: uniform(response) },
        host,
        { stopped: () => context.stopped(), progress: () => undefined },
        plan.quality,
      );
    }),
  );
}

async function* bands<Piece>(
  make: (band: number) => Piece | Promise<Piece>,
): AsyncGenerator<Piece> {
  for (let band = 0; band < BANDS; band += 1) yield await make(band);
}
