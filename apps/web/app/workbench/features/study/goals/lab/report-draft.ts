import type { Recipe } from '../../../../model/recipe/recipe.ts';

/** A report as it is typed. */
export interface ReportDraft {
  /** Of the camera; '' for 'camera'. */
  readonly name: string;
  readonly profile: string;
  /** One seed, one field, small charts, few frames. */
  readonly isDraft: boolean;
  /** Readings of each section of a whole report. */
  readonly seeds: string;
  /** A camera that the one of the recipe is held against. */
  readonly first?: Recipe | undefined;
}

export const emptyDraft: ReportDraft = { name: '', profile: 'general', isDraft: true, seeds: '' };
