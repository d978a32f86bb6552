import { figureKey } from '@lumenloom/contract';
import { DATASET_FIGURES } from '@lumenloom/engine/catalogue';
import type { EvaluationPage } from '@lumenloom/report/page-text';
import type { EvaluationResults } from './evaluation-results.ts';

/** Figures as people read them, those that a page leads with first. */
const FIGURE_NAMES: readonly EvaluationPage['figureNames'][number][] = [...DATASET_FIGURES].map(
  ([key, { label, isError = false }]) => ({ key, label, more: !isError }),
);

/** Where boxes are unsure, AP50 is about the camera and mAP in part about the labels. */
export function figureNames({
  source,
  labelIou,
}: Pick<EvaluationResults, 'source' | 'labelIou'>): EvaluationPage['figureNames'] {
  const known = FIGURE_NAMES.filter(({ key }) => typeof source.figures[key] === 'number');
  if (labelIou === null || labelIou.beyondLabels.length === 0) return known;
  const lead = known.filter(({ key }) => key === 'dataset.map50');
  return [...lead, ...known.filter((one) => !lead.includes(one))];
}

/** Figures that the answer compares where the plan names none, besides the first. */
const HEADLINE: readonly string[] = [
  ...['map', 'map50', 'mar100', 'top1', 'miou', 'pixelAccuracy', 'aurocImage', 'aurocPixel'],
  ...['pro30', 'absRel', 'delta1'],
].map(figureKey);

/** The figures that the answer compares, the one that decides first. */
export function headlineOf(
  results: Pick<EvaluationResults, 'source' | 'labelIou' | 'document'>,
): EvaluationPage['figureNames'] {
  const names = figureNames(results);
  const chosen = results.document.figures?.map(figureKey);
  if (chosen) return chosen.flatMap((key) => names.find((name) => name.key === key) ?? []);
  return names.filter(({ key }, at) => at === 0 || HEADLINE.includes(key));
}
