import { algorithmOf, isWeighted, sourceName, variableKey } from '@lumenloom/contract';
import { WEIGHTED_SUM } from '@lumenloom/study';
import { labelOfPath } from '../path-labels.ts';
import { thumbnailsOf } from '../report-page.ts';
import { figureColumns, type StudyResults } from './study-results.ts';

/**
 * The results of a study as one page that needs no other file.
 *
 * @param folder with the pictures of the runs, where they were kept.
 */
export async function studyReport(folder: string, results: StudyResults): Promise<string> {
  const { document, version, node, runs, baseline } = results;
  const { objectives, constraints, constants, definitions, derive, vary, keep } = document;
  // React for Node is loaded where a page is written.
  const { studyPageText } = await import('@lumenloom/report/page-text');
  const limitsOf = ({ min, max }: (typeof constraints)[number]): string =>
    [...(min === undefined ? [] : [`≥ ${min}`]), ...(max === undefined ? [] : [`≤ ${max}`])].join(
      ' and ',
    );
  return studyPageText({
    ...{ name: document.name, madeBy: `Lumenloom ${version}, Node ${node}` },
    ...{ stopped: results.stopped, algorithm: algorithmOf(document) },
    labels: Object.fromEntries(
      vary.map((variable) => [variableKey(variable), variable.name ?? labelOfPath(variable.path!)]),
    ),
    objectives: isWeighted(document)
      ? [{ name: WEIGHTED_SUM, goal: 'minimise' as const }]
      : objectives.map((one, at) => ({
          ...{ name: sourceName('objective', one, at), goal: one.goal, value: one.value },
        })),
    constraints: constraints.map((one, at) => ({
      name: sourceName('constraint', one, at),
      limits: limitsOf(one),
    })),
    measure: figureColumns(document),
    formulas: [
      ...Object.entries(constants).map(([name, value]) => [name, String(value)] as const),
      ...Object.entries(definitions),
      ...derive.map(({ path, expression }) => [path, expression] as const),
      ...objectives.flatMap((one, at) =>
        one.expression === undefined
          ? []
          : [[sourceName('objective', one, at), one.expression] as const],
      ),
    ],
    runs,
    hasStart: results.hasStart,
    best: results.best?.run,
    ...{ front: results.front, hypervolume: results.hypervolume, importance: results.importance },
    ...{ restarts: results.restarts, notes: results.notes, validation: results.validation },
    baseline: baseline?.trail ?? [],
    thumbnails: keep === 'figures' ? {} : await thumbnailsOf(folder, runs),
    pictures: keep === 'figures' ? undefined : 'pictures/',
  });
}
