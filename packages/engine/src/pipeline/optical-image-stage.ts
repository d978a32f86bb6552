import { COLOUR_MATCHING, type Triple } from '../colour/xyz.ts';
import type { Host } from '../host.ts';
import type { LitScene } from '../illuminants/light.ts';
import type { ShownImage } from '../images/shown-image.ts';
import { uniform, type FormingContext, type Lens } from '../optics/lens.ts';
import { renderOpticalImage } from '../optics/render-optical-image.ts';
import { LUMINOUS_EFFICACY } from '../quantities/constants.ts';
import { BAND_WIDTH, photonEnergies, type Spectrum } from '../quantities/wavelengths.ts';
import type { SimulationPlan } from './plan.ts';
import { percentFigure } from './figure.ts';
import type { StageContext } from '../stage.ts';

/** Σ irradiance·response·10 nm on the axis behind the lens, from a surface of that radiance. */
export const onAxis = (lens: Lens, radiance: Spectrum, response: Spectrum): number =>
  lens.irradiancePerRadiance *
  BAND_WIDTH *
  radiance.reduce((sum, photons, band) => sum + photons * response[band]!, 0);

/** The colour-matching functions as responses to photons: what a photon of each band adds to X, Y and Z. */
export function eyeResponses(): readonly Spectrum[] {
  const energies = photonEnergies();
  return COLOUR_MATCHING.map((weights) =>
    weights.map((weight, band) => weight * energies[band]! * LUMINOUS_EFFICACY),
  );
}

/**
 * XYZ planes as a picture; white is a perfect diffuser under the scene's light, on the axis
 * (docs/reference/physics.md#p10).
 */
export const showXyz = (
  planes: readonly Float32Array[],
  lit: LitScene,
  lens: Lens,
  rows: number,
  columns: number,
): ReturnType<typeof renderOpticalImage> =>
  renderOpticalImage(
    planes as unknown as [Float32Array, Float32Array, Float32Array],
    eyeResponses().map((response) => onAxis(lens, lit.white, response)) as unknown as Triple,
    rows,
    columns,
  );

/**
 * Renders the optical image as a noise-free camera with the colour response of the eye would
 * (docs/reference/physics.md#p10).
 */
export async function opticalImageStage(
  plan: SimulationPlan,
  lit: LitScene,
  lens: Lens,
  host: Pick<Host, 'parallel'>,
  stage: StageContext & Required<FormingContext>,
): Promise<ShownImage> {
  const { grid } = plan;
  const planes: Float32Array[] = [];
  for (const [index, response] of eyeResponses().entries()) {
    planes.push(
      await lens.formImage(
        { lit, hfov: plan.scene.parameters.hfov },
        { grid, receptors: uniform(response) },
        host,
        {
          stopped: () => stage.stopped(),
          progress: (fraction) => {
            stage.progress((index + fraction) / 3);
          },
          computed: (facts) => {
            stage.computed(facts);
          },
        },
        plan.quality,
      ),
    );
  }
  const { image, clippedShare } = showXyz(planes, lit, lens, grid.rows, grid.columns);
  if (clippedShare > 0)
    stage.log(
      `${percentFigure(100 * clippedShare)} of the picture is brighter than white and is clipped.`,
      'Clipping',
      true,
    );
  return image;
}
