import { member } from '@lumenloom/contract';
import { scenes } from '@lumenloom/engine/catalogue';
import type { Recipe } from '../../model/recipe/recipe.ts';

/** Whether the chosen scene is a chart that has distances of its own. */
export const isChartWithDepth = ({ scene }: Recipe): boolean => {
  const [, chart] = member(scenes, scene) ?? [];
  return chart !== undefined && 'hasDepth' in chart;
};
