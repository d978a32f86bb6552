import { basename, posix } from 'node:path';
import type { DataImage } from '@lumenloom/datasets';
import { SimulationError } from '@lumenloom/engine';
import { endTogether } from '@lumenloom/node-host';
import { piecesOf } from '../pieces.ts';
import { taskNamed } from '@lumenloom/engine/catalogue';
import type { Bench } from './bench.ts';
import { openEvaluationFolder } from '../../folder/evaluation-folder.ts';
import { jsonText, ownPrograms, programsInWords, type Resume } from '../../folder/journal.ts';
import { chosenGalleries, type ChosenGallery } from './galleries.ts';
import { openGround } from './open-ground.ts';
import { pageOf, type PageAbout } from './page.ts';
import type { KeptLine, PictureLine } from './picture-lines.ts';
import type { PlannedEvaluation } from '../../plan/plan-evaluation.ts';
import { isListedNetwork } from '../../plan/read-plan.ts';
import type { EvaluationResults } from './evaluation-results.ts';
import { columnsOf, resultsOf } from './results.ts';
import { evaluationThreads, type EvaluationThreads } from './run-evaluation.ts';

/** A picture with all its cameras; `message` says why the first camera failed. */
interface EndedPicture {
  readonly run: string;
  readonly status: 'done' | 'failed';
  readonly message: string;
}

/** From so many on it is worth a second to start the threads again for the crops. */
const MANY_PICTURES = 100;

/** Evaluates pictures somewhere else. */
export interface PicturesElsewhere {
  /**
   * The lines of each picture, in their order.
   * @throws SimulationError 'cancelled' where nobody has begun them.
   */
  readonly evaluate: (images: readonly DataImage[]) => Promise<readonly (readonly PictureLine[])[]>;
  /** Pieces that are asked for at once. */
  readonly most: number;
  /** Gives up those that nobody has begun. */
  readonly withdraw: () => void;
}

export interface EvaluateOptions {
  /** Evaluates the pictures in place of threads of this process, which draw crops alone. */
  readonly elsewhere?: PicturesElsewhere;
  readonly folder: string;
  /** Threads. */
  readonly jobs: number;
  /** Goes on with what the folder has. */
  readonly resume: Resume;
  /** Refuses a data set in which anything is wrong. */
  readonly strict?: boolean;
  readonly signal: AbortSignal;
  /** Stops it after the pictures that are being computed. */
  readonly pause?: AbortSignal;
  /** Takes a sentence about what was found before the start. */
  readonly say: (sentence: string) => void;
  /** Given the number of pictures that are left, what takes each as it ends. */
  readonly progressOf: (pictures: number) => (ended: EndedPicture) => void;
}

/**
 * Evaluates a network on a data set through cameras, and writes images.ndjson, results.json and
 * report.html.
 *
 * @returns undefined when it was stopped: the folder can be resumed.
 * @throws SimulationError naming the place in the evaluation that cannot be computed.
 */
export async function evaluate(
  evaluation: PlannedEvaluation,
  options: EvaluateOptions,
): Promise<EvaluationResults | undefined> {
  const { folder, jobs, resume, strict = false, signal, pause, say, progressOf } = options;
  const { document } = evaluation;
  const opened = await openGround(evaluation, document, strict, () => signal.aborted);
  if (!opened.ok) throw new SimulationError('bad-parameter', ...firstOf(opened.problems));
  const { bench, data, images, ground } = opened.value;
  const { dataset, network } = bench;
  for (const problem of network.problems) say(`Network: ${problem}`);
  const kept = await openEvaluationFolder(folder, evaluation, resume);
  const lines = [...kept.before];
  const done = new Set(lines.map(({ image }) => image));
  const left = images.filter(({ name }) => !done.has(name));
  if (done.size > 0) say(`${done.size} pictures are there already, ${left.length} are left.`);
  const tell = progressOf(left.length);
  const threadsOf = (): EvaluationThreads =>
    evaluationThreads(evaluation, Math.min(jobs, images.length), signal, pause);
  let threads = threadsOf();
  try {
    const { elsewhere } = options;
    const run: typeof threads.evaluate = elsewhere
      ? (_, __, take) =>
          evaluateElsewhere(
            elsewhere,
            // The same pieces whenever it goes on.
            piecesOf(images.length).map(([first, end]) =>
              images.slice(first, end).filter(({ name }) => !done.has(name)),
            ),
            pause,
            take,
          )
      : threads.evaluate;
    await run(left, evaluation.setups, async (ended) => {
      lines.push(...(await kept.add(ended)));
      done.add(ended[0]!.image);
      const failure = ended.find((line) => line.status === 'failed');
      if (strict && failure?.status === 'failed' && failure.isUnread)
        throw new SimulationError('bad-parameter', failure.message, 'dataset');
      tell({
        run: ended[0]!.image,
        ...(failure?.status === 'failed'
          ? { status: 'failed', message: failure.message }
          : { status: 'done', message: '' }),
      });
    });
    if (done.size < images.length) return undefined;
    // Scores of many pictures take the memory that the threads give back.
    const isLarge = left.length > MANY_PICTURES;
    if (isLarge) await threads.end();
    const ordered = inOrder(lines, images, evaluation);
    const columns = columnsOf(
      { ...ground, pictureConditions: conditionsOf(document, dataset) },
      images.map(({ name }) => name),
      ordered,
      data,
    );
    const plain = resultsOf(columns);
    const results = { ...plain, warnings: [...overruledIn(evaluation), ...plain.warnings] };
    const galleries = chosenGalleries(columns);
    if (isLarge) threads = threadsOf();
    const page = pageOf(columns, results, galleries, {
      madeBy: programsInWords({ ...ownPrograms(), device: evaluation.device }),
      about: aboutOf(bench, results),
      crops: await cropsFor(galleries, images, threads),
    });
    // React for Node is loaded where a page is written.
    const { evaluationPageText } = await import('@lumenloom/report/page-text');
    await kept.finish(ordered, {
      'results.json': jsonText(results),
      'report.html': evaluationPageText(page),
      'galleries.json': `${JSON.stringify(page.galleries)}\n`,
    });
    return results;
  } finally {
    await Promise.all([threads.end(), dataset.close(), kept.close()]);
  }
}

/** Has pictures evaluated piece by piece; those that are given up are left for the next time. */
async function evaluateElsewhere(
  { evaluate: evaluatePieces, most, withdraw }: PicturesElsewhere,
  pieces: readonly (readonly DataImage[])[],
  pause: AbortSignal | undefined,
  ended: (lines: readonly PictureLine[]) => Promise<void>,
): Promise<void> {
  pause?.addEventListener('abort', withdraw, { once: true });
  const left = pieces.filter(({ length }) => length > 0);
  const work = async (): Promise<void> => {
    for (let piece = left.shift(); piece && !pause?.aborted; piece = left.shift()) {
      const lines = await evaluatePieces(piece).catch((error: unknown) => {
        if (error instanceof SimulationError && error.code === 'cancelled') return [];
        throw error;
      });
      for (const own of lines) await ended(own);
    }
  };
  await endTogether(Array.from({ length: most }, work), withdraw);
}

/** Says which numbers of cameras do not count, because their sensors bring others. */
const overruledIn = ({
  document: { cameras },
  setups,
}: PlannedEvaluation): EvaluationResults['warnings'] =>
  Object.keys(cameras).flatMap((name) => {
    const overruled = setups.find(({ camera }) => camera === name)?.overruled;
    return overruled
      ? [
          `The sensor of ${name} brings its own numbers; these of sensorParams do not count: ${overruled.join(', ')}.`,
        ]
      : [];
  });

const firstOf = ([first]: readonly { readonly field: string; readonly message: string }[]) =>
  [first!.message, first!.field] as const;

/** Under which conditions pictures were taken: as a file says, or by their folders. */
const conditionsOf = (
  { pictureConditions }: PlannedEvaluation['document'],
  { conditions, images }: Bench['dataset'],
): ReadonlyMap<string, string> =>
  new Map(
    pictureConditions === 'folders'
      ? images.map(({ name }) => [name, posix.basename(posix.dirname(name))])
      : [...conditions].map(([name, { condition }]) => [name, condition]),
  );

/** Lines by picture, the source first, then the setups in their order. */
function inOrder(
  lines: readonly KeptLine[],
  images: readonly DataImage[],
  { setups }: PlannedEvaluation,
): readonly KeptLine[] {
  const picture = new Map(images.map(({ name }, at) => [name, at]));
  const setupAt = ({ camera, condition }: KeptLine): number =>
    setups.findIndex((setup) => setup.camera === camera && setup.condition === condition);
  return lines.toSorted(
    (one, other) =>
      picture.get(one.image)! - picture.get(other.image)! || setupAt(one) - setupAt(other),
  );
}

function aboutOf(
  { evaluation: { document, network, names }, dataset, network: { descriptor } }: Bench,
  { images, failed }: EvaluationResults,
): PageAbout['about'] {
  const { input, output, thresholds } = descriptor;
  const side = (value: number | null): string => (value === null ? 'any' : String(value));
  return [
    [
      'Pictures',
      `${images}${failed.length > 0 ? `, ${new Set(failed.map((one) => one.image)).size} failed` : ''} of ${names?.dataset ?? dataset.name} (${dataset.format})`,
    ],
    ...(dataset.origin.source ? [['Source', dataset.origin.source] as const] : []),
    ...(dataset.origin.licence ? [['Licence', dataset.origin.licence] as const] : []),
    ['Network', `${names?.network ?? nameOf(network, document)}, ${output.kind}`],
    [
      'Input',
      `${side(input.width)} × ${side(input.height)}, ${input.resize === 'none' ? 'not resized' : `${input.resize}, ${input.interpolation}${input.antialias ? ' with antialias (as Pillow)' : ' without antialias (as OpenCV)'}`}, ${input.colour}, ${input.range.join(' to ')}`,
    ],
    ...(taskNamed(descriptor.task).settings.includes('thresholds')
      ? [
          [
            'Suppression',
            `overlap above ${thresholds.overlap} in a class, score above .001, at most ${thresholds.most}`,
          ] as const,
        ]
      : []),
    [
      'Intervals',
      `95 %: estimate ± Student's t × deviation of ${document.bootstrap.draws} draws of the pictures with their noise, paired for differences`,
    ],
    ['Seed', String(document.seed)],
  ];
}

/** A network of the choice list by its name, another one by its file. */
const nameOf = (path: string, { network }: { readonly network: string }): string =>
  isListedNetwork('network', network) ? network : basename(path);

async function cropsFor(
  galleries: readonly ChosenGallery[],
  images: readonly DataImage[],
  { crop }: EvaluationThreads,
): Promise<PageAbout['crops']> {
  const wanted = galleries.flatMap(({ entries }) => entries.map((entry) => entry.crop));
  const out: PageAbout['crops'][number][] = [];
  await Promise.all(
    [...new Set(wanted.map(({ image }) => image))].map(async (name) => {
      const places = [...wanted.keys()].filter((at) => wanted[at]!.image === name);
      const drawn = await crop(
        images.find((image) => image.name === name)!,
        places.map((at) => wanted[at]!),
      );
      for (const [i, at] of places.entries()) out[at] = drawn[i]!;
    }),
  );
  return out;
}
