import { reasonOf, sentenceOf, splitSentence, type DataImage } from '@lumenloom/datasets';
import type { Decoded, EvaluationDocument } from '@lumenloom/contract';
import { SimulationError, type NetworkDescriptor } from '@lumenloom/engine';
import { defaultSigmas } from '@lumenloom/scoring';
import { DRAWN } from './candidates.ts';
import type { Ground } from './columns.ts';
import type { Bench } from './bench.ts';
import type { DatasetNotes, Skipped } from './evaluation-results.ts';
import { openBench, openPlanned } from './open-bench.ts';
import { chosenImages, type PlannedEvaluation } from '../../plan/plan-evaluation.ts';
import { voidClassesOf } from './tasks/void-classes.ts';

/** A bench with its pictures, and what is to be said of its data set. */
export interface OpenedGround {
  readonly bench: Bench;
  readonly data: DatasetNotes;
  readonly images: readonly DataImage[];
  readonly ground: Omit<Ground, 'images' | 'pictureConditions'>;
}

/**
 * Opens data set and network and chooses the pictures.
 *
 * @param document of which figures are made.
 * @param isStrict refuses a data set in which anything is wrong.
 * @returns problems with the place in the evaluation.
 * @throws SimulationError naming the place of what cannot be evaluated.
 */
export async function openGround(
  evaluation: PlannedEvaluation,
  document: EvaluationDocument,
  isStrict: boolean,
  stopped: () => boolean,
): Promise<Decoded<OpenedGround>> {
  const opened = await openBench(evaluation, stopped);
  if (!opened.ok) return opened;
  const { dataset, network, categories, categoryOf } = opened.value;
  try {
    const data = await datasetNotes(dataset, isStrict);
    const images = chosenImages(
      dataset.images.filter(dataset.hasFile),
      document.images,
      document.seed,
    );
    if (images.length === 0)
      throw new SimulationError('bad-parameter', nothingLeft(data.skipped), 'dataset');
    return {
      ok: true,
      value: {
        bench: opened.value,
        data,
        images,
        ground: {
          document,
          categories: categories.filter(({ id }) => categoryOf.includes(id)),
          isAgreement: dataset.task === 'none',
          // Weaker results count in curves, and are no findings.
          threshold: Math.max(DRAWN, network.descriptor.thresholds.score),
          voidClasses: voidClassesOf(opened.value),
          ...sigmasOf(network.descriptor),
        },
      },
    };
  } catch (error) {
    await dataset.close();
    throw error;
  } finally {
    network.close();
  }
}

const sigmasOf = ({ sigmas, output: { points } }: NetworkDescriptor): Pick<Ground, 'sigmas'> =>
  points ? { sigmas: sigmas ?? defaultSigmas(points[0]) } : {};

const nothingLeft = ([first]: readonly Skipped[]): string =>
  first
    ? `No picture of the data set is left: ${first.place} (${first.reason}).`
    : 'The data set has no pictures.';

/**
 * What of a data set is left out or changed, and which part of it is taken.
 *
 * @param isStrict nothing may be.
 * @throws SimulationError for what no evaluation goes on with, and for anything where it is strict.
 */
async function datasetNotes(dataset: Bench['dataset'], isStrict: boolean): Promise<DatasetNotes> {
  const skipped: Skipped[] = [];
  for await (const one of dataset.troubles()) {
    if (isStrict || one.isFatal)
      throw new SimulationError('bad-parameter', sentenceOf(one), 'dataset');
    skipped.push({ place: one.place, reason: reasonOf(one) });
  }
  const { split } = dataset;
  const sentence = splitSentence(split);
  return {
    ...(split && { split: split.split }),
    skipped,
    notes: [...(sentence === undefined ? [] : [sentence]), ...dataset.notes],
  };
}

/** @throws SimulationError as `datasetNotes`, for a data set that is sent elsewhere. */
export async function refuseTroubles(
  planned: Pick<PlannedEvaluation, 'dataset' | 'worldset' | 'document'>,
): Promise<void> {
  const { dataset } = await openPlanned(planned);
  try {
    await datasetNotes(dataset, true);
  } finally {
    await dataset.close();
  }
}
