import type { IlluminantPlan, LensFile } from '@lumenloom/engine';

/** What a person brings in files of their own, each in place of the recipe's choice. They belong to the plan, and to the seed of its noise. */
export interface OwnParts {
  readonly optics?: LensFile;
  readonly illuminant?: IlluminantPlan;
}
