import { LUMINANCE, type MeasuredPicture } from '../../analysis/measured-picture.ts';
import { toEngineUnits, type FieldValue } from '../../field-descriptor.ts';
import type { Host } from '../../host.ts';
import { loadLens } from '../../optics/load-lens.ts';
import { uniform } from '../../optics/lens.ts';
import { brightnessChannel, mosaicOf } from '../../sensors/colour-filters.ts';
import { pixelOf, quantumEfficiencyOf } from '../../sensors/pixel.ts';
import type { Spectrum } from '../../quantities/wavelengths.ts';
import { scenes, type SceneId } from '../../scenes/list.ts';
import type { ScenePlan } from '../../scenes/paint-scene.ts';
import { recall } from '../../stage-memory.ts';
import { UNWATCHED } from '../../stage.ts';
import { autofocused } from '../focused-plan.ts';
import { formLight, scaled } from '../form-light.ts';
import { developStage, meteredShot, plannedIsp } from '../isp-stage.ts';
import { lightEnergy, lightSceneStage } from '../light-scene-stage.ts';
import { onAxis } from '../optical-image-stage.ts';
import { mosaicToMeasure, toMeasuredPicture } from '../measurements/measure-edge.ts';
import type { MeasuredShot } from '../measurements/measured-shot.ts';
import { sensorStage, type SensedPlan } from '../sensor-stage.ts';
import type { Shot } from '../shot.ts';

/** Frames of a chart. */
export interface TakenFrames {
  readonly shot: MeasuredShot & Shot<SensedPlan>;
  readonly exposureSeconds: number;
  /** Raw codes of each frame. */
  readonly raw: readonly MeasuredPicture[];
  /** Undefined without an ISP. */
  readonly developed: readonly MeasuredPicture[] | undefined;
}

/** The one frame that a run has taken of its scene; undefined without a sensor. */
export function framesOfRun(shot: MeasuredShot): TakenFrames | undefined {
  const { plan, mosaic, developed, exposureSeconds } = shot;
  const { sensor } = plan;
  if (!sensor || !mosaic || exposureSeconds === undefined) return undefined;
  return {
    shot: { ...shot, plan: { ...plan, sensor } },
    exposureSeconds,
    raw: [mosaic],
    developed: developed && [developed],
  };
}

/** Frames of a chart as a camera takes them. */
export interface ChartFrames extends TakenFrames {
  /**
   * Light behind one filter at every pixel, electrons/(s·m²), without noise.
   *
   * @param efficiency of the pixels, electrons per photon and band.
   */
  readonly behind: (efficiency: Spectrum) => Promise<Float32Array>;
}

/** A chart of the list with the fields that are wanted, in the units of the recipe. */
export function chartPlan(
  id: SceneId,
  hfov: number,
  values: Readonly<Record<string, FieldValue>>,
): ScenePlan {
  const { fields } = scenes[id];
  const parameters = toEngineUnits(fields, values);
  return { id, parameters: { ...parameters, hfov } };
}

/** Horizontal field of view that a square of so many pixels about the axis covers, radians. */
export async function fieldOfPixels(plan: SensedPlan, pixels: number): Promise<number> {
  const lens = await loadLens(plan.optics);
  return 2 * lens.fieldAngle((pixels / 2) * plan.grid.pitch);
}

/**
 * Takes frames of a chart with the camera of a plan, in its light: their seeds follow on the plan's
 * seed, and all have the exposure of the first.
 */
export async function takeChart(
  asked: SensedPlan,
  scene: ScenePlan,
  frames: number,
  host: Host,
): Promise<ChartFrames> {
  const { depth: _, ...camera } = asked;
  const illuminant = { ...asked.illuminant, energy: lightEnergy(asked) };
  const plan: SensedPlan = await autofocused<SensedPlan>({ ...camera, scene, illuminant }, host);
  const { result: lit, toForm } = await lightSceneStage(plan, host);
  const lens = await loadLens(plan.optics);
  const shot = { plan, lit, lens };
  const { result, key } = await formLight(shot, toForm, host, UNWATCHED);
  const planned = await plannedIsp(shot, host);
  let { exposureSeconds } = plan;
  const raw: MeasuredPicture[] = [];
  const developed: MeasuredPicture[] = [];
  for (let frame = 0; frame < frames; frame += 1) {
    const { seeds } = plan;
    const own = {
      ...shot,
      plan: {
        ...plan,
        ...(exposureSeconds !== undefined && { exposureSeconds }),
        seeds: { ...seeds, temporal: (seeds.temporal + frame) >>> 0 },
      },
    };
    const light = { light: result.light, key };
    const output = await sensorStage(meteredShot(own, planned), light, host, UNWATCHED, undefined);
    ({ exposureSeconds } = output.report);
    raw.push(mosaicToMeasure(plan, output.raw, plan.sensor));
    if (planned) {
      const { image } = await developStage(
        planned,
        own,
        { ...output, exposureSeconds },
        { host, stage: UNWATCHED },
      );
      developed.push(toMeasuredPicture(image));
    }
  }
  return {
    shot: {
      ...shot,
      shown: planned?.shown,
      exposureSeconds,
      mosaic: raw[0],
      developed: developed[0],
    },
    exposureSeconds: exposureSeconds!,
    raw,
    developed: planned ? developed : undefined,
    behind: async (efficiency) => {
      const { lit: scene, key: sceneKey, scale } = toForm;
      const formed = await recall(
        host.memory,
        ['behind', sceneKey, plan.optics, plan.quality, plan.grid, efficiency],
        async () => ({
          light: await lens.formImage(
            { lit: scene, hfov: plan.scene.parameters.hfov },
            { grid: plan.grid, receptors: uniform(efficiency) },
            host,
            UNWATCHED,
            plan.quality,
          ),
        }),
        ({ light }) => light.byteLength,
      );
      return scale === 1 ? formed.result.light : scaled(formed.result.light, scale);
    },
  };
}

/** Quantum efficiency of the channel by which sharpness is told: green of a Bayer sensor. */
export const greenOf = ({ sensor }: Pick<SensedPlan, 'sensor'>): Spectrum =>
  quantumEfficiencyOf(sensor)[brightnessChannel(mosaicOf(sensor).channels)]!;

/** Electrons of white on the axis, in the colour by which sharpness is told. */
export const whiteElectrons = (
  { plan, lit, lens }: Shot<SensedPlan>,
  exposureSeconds: number,
): number => onAxis(lens, lit.white, greenOf(plan)) * pixelOf(plan.sensor).area * exposureSeconds;

/** Photons of a shot's white times a response, per band. */
export const weightsOf = ({ lit, plan }: Shot<SensedPlan>, channel: 'green' | 'luminance') => {
  const responses = quantumEfficiencyOf(plan.sensor);
  const response =
    channel === 'green' || responses.length < 3
      ? greenOf(plan)
      : responses[0]!.map((_, band) =>
          LUMINANCE.reduce((sum, share, colour) => sum + share * responses[colour]![band]!, 0),
        );
  return lit.white.map((photons, band) => photons * response[band]!);
};
