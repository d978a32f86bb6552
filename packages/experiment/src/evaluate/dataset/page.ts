import { precisionRecall } from '@lumenloom/scoring';
import type { EvaluationPage } from '@lumenloom/report/page-text';
import type { DrawnCrop } from './crops-of-picture.ts';
import type { ChosenGallery } from './galleries.ts';
import type { EvaluationResults } from './evaluation-results.ts';
import type { EvaluationColumns } from './results.ts';
import { figureNames, headlineOf } from './headline.ts';
import { lossSentences, neededSentences, verdictsOf } from './verdicts.ts';

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
    madeBy,
    about,
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
    galleries: galleries.map(({ title, count, beside, entries }) => ({
      title,
      count,
      ...(beside !== undefined && { beside }),
      entries: entries.map(({ caption }) => ({ caption, ...crops[next++]! })),
    })),
  };
}
