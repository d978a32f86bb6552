import type { IlluminantPlan, LensFile, OwnScene } from '@lumenloom/engine';

/** What a person brings in files of their own, each in place of the recipe's choice. They belong to the plan, and to the seed of its noise. */
export interface OwnParts {
  readonly optics?: LensFile;
  readonly illuminant?: IlluminantPlan;
  /** Without the parameters, which the recipe gives in `sceneFileParams`. */
  readonly scene?: Omit<OwnScene, 'id' | 'parameters'>;
}
