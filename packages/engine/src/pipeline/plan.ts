import type { AlgorithmId } from '../algorithms/list.ts';
import type { CorrectionPlan } from '../corrections/correction-plan.ts';
import type { FlickerPlan } from '../illuminants/flicker.ts';
import type { IlluminantPlan, LuminancePlan } from '../illuminants/light.ts';
import type { IspPlan } from '../isps/list.ts';
import type { OwnNetwork } from '../networks/own-network.ts';
import type { ImageQuality } from '../optics/lens.ts';
import type { OpticsPlan } from '../optics/load-lens.ts';
import type { MotionPlan, ObjectMotion } from '../optics/motion.ts';
import type { PixelGrid } from '../optics/pixel-grid.ts';
import type { Spectrum } from '../quantities/wavelengths.ts';
import type { OwnScene } from '../scenes/own-scene.ts';
import type { ScenePlan } from '../scenes/paint-scene.ts';
import type { DepthPlan } from '../scenes/scene-depth.ts';
import type { ExposurePlan } from '../sensors/exposure.ts';
import type { SensorPlan } from '../sensors/pixel.ts';
import type { LabPlan } from './lab/lab-plan.ts';
import type { TaskPlan } from './read-task.ts';
import type { WorldPlan } from '../worlds.ts';
import type { NoisePlan } from '../sensors/read-out/noise-plan.ts';

/** A frame begins at index/hertz seconds. */
export interface FramePlan {
  readonly index: number;
  readonly hertz: number;
}

/** Scenes that follow each other in time, each for 1/hertz seconds, the first from time 0 on. */
export interface SceneFrames {
  readonly hertz: number;
  /** At least two, all of one size; the first is the scene of the plan. */
  readonly scenes: readonly { readonly scene: OwnScene; readonly depth?: DepthPlan }[];
}

/** What a run keeps as another one has it, so that both can be compared. */
export interface HeldPlan {
  /** The run before anything varies. */
  readonly base: SimulationPlan;
  /** The seconds that its meter chooses, or has chosen, or the longest exposure of a blur. */
  readonly exposure?: 'first' | { readonly seconds: number } | { readonly blurPixels: number };
  /** The distance moves, so that the field on the object stays. */
  readonly field?: 'distance';
  /** The scene's level moves, so that the light of white on the sensor stays. */
  readonly light?: 'sensor';
}

/**
 * Everything that a run depends on, in engine units. All defaults are filled in; an undefined field
 * is a blank choice.
 */
export interface SimulationPlan extends NoisePlan, CorrectionPlan {
  readonly scene: ScenePlan;
  /** What is rendered in place of the scene, its depth and its light; absent: nothing. */
  readonly world?: WorldPlan;
  /** How far the samples of the scene are; absent: as the optics say, or as the scene brings. */
  readonly depth?: DepthPlan;
  readonly illuminant: IlluminantPlan;
  readonly luminance: LuminancePlan;
  /** Lux on the object, where the recipe has said the luminance so. */
  readonly illuminantLux?: number;
  /**
   * Photons per band of the light an image file was taken under; undefined = the display's white.
   */
  readonly imageWhite: Spectrum | undefined;
  readonly optics: OpticsPlan;
  /** How carefully a real lens forms the picture. */
  readonly quality: ImageQuality;
  /** The pixels of the picture, also when no sensor is chosen. */
  readonly grid: PixelGrid;
  /** Undefined: the picture is the optical image. */
  readonly sensor: SensorPlan | undefined;
  /** Undefined: the picture is the raw mosaic. */
  readonly isp: IspPlan | undefined;
  /**
   * Undefined: none. Another algorithm draws something else, but changes neither picture nor noise.
   */
  readonly algorithm: AlgorithmId | OwnNetwork | undefined;
  /** Seconds, in place of the recipe's exposure; undefined: that one, or the meter's. */
  readonly exposureSeconds: number | undefined;
  /** What the recipe asks of the exposure; absent: the meter decides. */
  readonly exposure?: ExposurePlan;
  /** How the light changes around its mean; absent: not at all. */
  readonly flicker?: FlickerPlan;
  /** The meter chooses whole periods of this frequency; absent: any exposure. */
  readonly antiFlickerHertz?: number;
  /** How scene or camera move; absent: not at all. */
  readonly motion?: MotionPlan | ObjectMotion;
  /** How far objects of a scene at infinity are, for lengths in the report alone, metres. */
  readonly objectAt?: number;
  /** What the picture is for; it changes nothing but what the report says. */
  readonly task?: TaskPlan;
  /** What the sensor sees one after the other, in place of motion; absent: one scene. */
  readonly sceneFrames?: SceneFrames;
  /** The object whose information is computed; absent: none. It changes no picture. */
  readonly lab?: LabPlan;
  /** Which picture of a series it is; absent: a series has one, at time 0. */
  readonly frame?: FramePlan;
  /** What is kept as another run has it; absent: nothing. */
  readonly held?: HeldPlan;
  /** Largest scene raster, samples. */
  readonly maximumSceneSamples: number;
}
