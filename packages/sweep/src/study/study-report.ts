import { programsInWords } from '../journal.ts';
import { thumbnailsOf } from '../report-page.ts';
import { describeStudy } from './shown-study.ts';
import type { StudyResults } from './study-results.ts';

/**
 * The results of a study as one page that needs no other file.
 *
 * @param folder with the pictures of the runs, where they were kept.
 */
export async function studyReport(folder: string, results: StudyResults): Promise<string> {
  const { document, runs, baseline } = results;
  // React for Node is loaded where a page is written.
  const { studyPageText } = await import('@lumenloom/report/page-text');
  const hasPictures = document.keep !== 'figures';
  return studyPageText({
    ...describeStudy(document),
    ...{ madeBy: programsInWords(results), stopped: results.stopped, runs },
    ...{ hasStart: results.hasStart, best: results.best?.run },
    ...{ front: results.front, hypervolume: results.hypervolume, importance: results.importance },
    ...{ restarts: results.restarts, notes: results.notes, validation: results.validation },
    baseline: baseline?.trail ?? [],
    thumbnails: hasPictures ? await thumbnailsOf(folder, runs) : {},
    pictures: hasPictures ? 'pictures/' : undefined,
  });
}
