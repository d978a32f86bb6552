import { COLOUR_MATCHING, eachOf } from '../colour/xyz.ts';
import type { Host } from '../host.ts';
import type { LitScene } from '../illuminants/light.ts';
import type { ShownImage } from '../images/shown-image.ts';
import type { FormingFacts } from '../optics/forming-facts.ts';
import { uniform, type Lens } from '../optics/lens.ts';
import { renderOpticalImage } from '../optics/render-optical-image.ts';
import { LUMINOUS_EFFICACY } from '../quantities/constants.ts';
import { BAND_WIDTH, photonEnergies, type Spectrum } from '../quantities/wavelengths.ts';
import { recall, type RememberedResult } from '../stage-memory.ts';
import type { StageContext } from '../stage.ts';
import { percentFigure } from '../text/figure.ts';
import type { SceneToForm, Shot } from './shot.ts';

/** Σ irradiance·response·10 nm on the axis behind the lens, from a surface of that radiance. */
export const onAxis = (lens: Lens, radiance: Spectrum, response: Spectrum): number =>
  lens.irradiancePerRadiance *
  BAND_WIDTH *
  radiance.reduce((sum, photons, band) => sum + photons * response[band]!, 0);

/**
 * The colour-matching functions as responses to photons: what a photon of each band adds to X, Y
 * and Z.
 */
export function eyeResponses(): readonly [Spectrum, Spectrum, Spectrum] {
  const energies = photonEnergies();
  return eachOf(COLOUR_MATCHING, (weights) =>
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
    eachOf(eyeResponses(), (response) => onAxis(lens, lit.white, response)),
    rows,
    columns,
  );

/** The optical image, the share of its pixels that are clipped, and how it was formed. */
interface OpticalImage {
  readonly image: ShownImage;
  readonly clippedShare: number;
  readonly facts: FormingFacts | undefined;
}

/**
 * Renders the optical image as a noise-free camera with the colour response of the eye would record
 * it (docs/reference/physics.md#p10).
 *
 * @param toForm its luminance does not matter, because the image is relative to white.
 */
export async function opticalImageStage(
  { plan, lens }: Omit<Shot, 'lit'>,
  { lit, key: sceneKey }: SceneToForm,
  host: Host,
  stage: StageContext,
): Promise<RememberedResult<OpticalImage>> {
  const { optics, quality, grid } = plan;
  const recalled = await recall(
    host.memory,
    ['optical image', sceneKey, optics, quality, grid],
    () => formOpticalImage({ plan, lens, lit }, host, stage),
    ({ image }) => image.data.byteLength,
  );
  const { clippedShare } = recalled.result;
  if (clippedShare > 0)
    stage.log(
      `${percentFigure(100 * clippedShare)} of the picture is brighter than white and is clipped.`,
      'Clipping',
      true,
    );
  return recalled;
}

async function formOpticalImage(
  { plan, lit, lens }: Shot,
  host: Host,
  stage: StageContext,
): Promise<OpticalImage> {
  const { grid } = plan;
  const planes: Float32Array[] = [];
  let facts: FormingFacts | undefined;
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
          computed: (formed) => {
            // Only the first of the three pictures may have to trace kernels.
            facts ??= formed;
          },
        },
        plan.quality,
      ),
    );
  }
  return { ...showXyz(planes, lit, lens, grid.rows, grid.columns), facts };
}
