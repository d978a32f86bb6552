import type {
  AnyLensFile,
  DepthPlan,
  IlluminantPlan,
  OwnNetwork,
  OwnScene,
  SensorFile,
  SensorPlan,
  ShadingFile,
} from '@lumenloom/engine';

/**
 * The parts that come from the user's own files, each in place of the recipe's choice. They belong
 * to the plan and, except the algorithm, to the seed of its noise.
 */
export interface OwnParts {
  readonly optics?: AnyLensFile;
  readonly illuminant?: IlluminantPlan;
  /**
   * In place of the recipe's `sensor`. Its fields stand where the recipe's `sensorParams` are
   * blank.
   */
  readonly sensor?: SensorFile;
  readonly quantumEfficiency?: SensorPlan['quantumEfficiency'];
  /** Without the parameters, which the recipe gives in `sceneFileParams`. */
  readonly scene?: Omit<OwnScene, 'id' | 'parameters'>;
  /** Scenes that follow each other in time; the first of them is `scene`, with `depth`. */
  readonly sceneFrames?: {
    readonly hertz: number;
    readonly scenes: readonly {
      readonly scene: NonNullable<OwnParts['scene']>;
      readonly depth?: DepthPlan;
    }[];
  };
  /** Beside the scene. */
  readonly depth?: DepthPlan;
  /** Where the files of the recipe's world lie, for the host that reads them. */
  readonly worldFolder?: string;
  readonly algorithm?: OwnNetwork;
  /** Gains of a lens shading correction, in place of `lensShading.from`. */
  readonly lensShading?: ShadingFile;
}
