import { FIGURE_NAMES } from '@lumenloom/contract';
import { didYouMean } from '@lumenloom/engine/catalogue';

/** Why a name is no figure of a run. */
export const noSuchFigure = (name: string): string =>
  `report.json has no number named ${name.slice(0, 80)}${didYouMean(name, FIGURE_NAMES) || '; lumenloom figures lists them.'}`;
