import type { FieldTable, Recipe } from '../../model/recipe/recipe.ts';
import type { Report } from '../../model/run/run-store.ts';
import { threeDigits } from '../../kit/figures/figures.ts';

export interface InformationProps {
  readonly recipe: Recipe;
  /** Of the run that is measured. */
  readonly report: Report | undefined;
  /** Changes what the recipe asks of information; undefined: nothing. */
  readonly onLab: (labParams: FieldTable | undefined) => void;
}

/** The main figure of the section Information. */
export function informationInOneLine(report: Report | undefined): string {
  const information = report?.information;
  if (!information) return information === null ? 'no figures' : '';
  const { snriDb } = information;
  return snriDb === null ? 'clipped' : `SNRi ${threeDigits(snriDb)} dB`;
}
