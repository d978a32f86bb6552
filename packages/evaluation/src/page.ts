import { figureKey } from '@lumenloom/contract';
import { DATASET_FIGURES } from '@lumenloom/engine/catalogue';
import { precisionRecall } from '@lumenloom/scoring';
import type { EvaluationPage } from '@lumenloom/report/page-text';
import type { DrawnCrop } from './crops-of-picture.ts';
import type { ChosenGallery } from './galleries.ts';
import type { EvaluationResults } from './evaluation-results.ts';
import type { EvaluationColumns } from './results.ts';
import { lossSentences, neededSentences, verdictsOf } from './verdicts.ts';

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

/** The curves of each class, the ideal picture of the first camera dashed. */
function curvesOf({ ground, source, cameras }: EvaluationColumns): EvaluationPage['curves'] {
  const columns = [
    { name: 'source', column: source.whole },
    ...[...cameras].map(([name, { whole }]) => ({ name, column: whole })),
  ];
  return ground.categories.flatMap(({ id, name: category }) => {
    const curves = columns.flatMap(({ name, column }) => {
      const curve = column.detection && precisionRecall(column.detection.matches, id, 0.5);
      return curve
        ? [
            {
              name,
              points: curve.recall.map((recall, at) => [recall, curve.precision[at]!] as const),
            },
          ]
        : [];
    });
    return curves.length > 0 ? [{ category, curves }] : [];
  });
}

/** What is evaluated, as the head of the page says it. */
export interface PageAbout {
  readonly madeBy: string;
  readonly about: EvaluationPage['about'];
  /** Data URLs of the crops, in the order of the galleries and their entries. */
  readonly crops: readonly DrawnCrop[];
}

/** What the evaluation asks, in a sentence. */
function questionOf({ cameras, document, images }: EvaluationResults): string {
  const names = cameras.map(({ name }) => name);
  const conditions = document.conditions.map(({ name }) => name);
  const where = conditions.length > 0 ? ` (${conditions.join(', ')})` : '';
  const pictures = `on ${images} ${images === 1 ? 'picture' : 'pictures'}`;
  if (names.length === 0) return `What does this network find ${pictures}?`;
  if (names.length === 1)
    return `What does this network lose through ${names[0]!} ${pictures}${where}, and to which part?`;
  return `Which is better for this network ${pictures}${where}: ${names.slice(0, -1).join(', ')} or ${names.at(-1)!}?`;
}

/** All that report.html shows. */
export function pageOf(
  columns: EvaluationColumns,
  results: EvaluationResults,
  galleries: readonly ChosenGallery[],
  { madeBy, about, crops }: PageAbout,
): EvaluationPage {
  let next = 0;
  const { labelIou } = results;
  const names = figureNames(results);
  const beyond = labelIou?.beyondLabels[0];
  return {
    name: results.name,
    ...{ madeBy, about },
    question: questionOf(results),
    verdicts: verdictsOf(results, headlineOf(results)),
    losses: names[0] ? lossSentences(results, names[0]) : [],
    notes: [
      ...results.warnings,
      ...(names[0] ? neededSentences(results, names[0]) : []),
      ...(labelIou && beyond !== undefined
        ? [
            `Only boxes are labelled: through these lenses a box is sure to an overlap of ${labelIou.median.toFixed(2)} (median; ${labelIou.p5.toFixed(2)} for the least sure twentieth). Precision at overlaps from ${beyond.toFixed(2)} on is about labels, not about the camera; AP50 leads.`,
          ]
        : []),
    ],
    beyondLabels: labelIou?.beyondLabels ?? [],
    figureNames: names,
    source: results.source,
    cameras: results.cameras,
    differences: results.differences,
    curves: curvesOf(columns),
    galleries: galleries.map(({ title, count, entries }) => ({
      ...{ title, count },
      entries: entries.map(({ caption }) => ({ caption, ...crops[next++]! })),
    })),
  };
}
