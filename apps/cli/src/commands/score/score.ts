import { TASK_NAMES } from '@lumenloom/engine/catalogue';
import { EVALUATED, type Scored } from '@lumenloom/experiment/tasks';
import { numberOption, UsageError } from '@lumenloom/node-host/command-line';
import {
  ALIGNMENTS,
  bootstrap,
  DEFAULT_CAP,
  DEFAULT_DRAWS,
  differencesOf,
  imagesToShow,
  intervalsOf,
  intervalWarning,
  SHOWN_DIFFERENCE,
  type Bootstrap,
  type Difference,
  type Interval,
} from '@lumenloom/scoring';
import { choiceOption, JSON_OUTPUT, seedOption } from '../../arguments.ts';
import { columns } from '../columns.ts';
import { command } from '../command.ts';
import { jsonText } from '../print.ts';
import { refusing, scoreFiles } from './score-files.ts';

const MOST_DRAWS = 100_000;
/** Metres, and codes per metre. */
const LARGEST_SCALE = 1e9;
const LARGEST_SIGMA = 10;

/** `lumenloom score`: what a network says against what is there. */
export const score = command(
  {
    usage: ['<truth> <results> [options]'],
    says: "Compares results of a network with the truth: COCO's twelve numbers for boxes and masks, its ten for key points, mAP of turned boxes (two JSON files), depth, segmentation and anomaly maps (two folders of files with the same names), classes (two JSON files). Intervals are those of a bootstrap over images; with --against the differences are paired.",
    words: { min: 2, max: 2, are: 'a truth and results' },
    options: {
      task: { value: 'TASK', default: 'detection', says: `One of ${TASK_NAMES.join(', ')}.` },
      'iou-type': { value: 'bbox|segm', says: 'Whether boxes or masks overlap (detection).' },
      against: {
        value: 'RESULTS2',
        says: 'Further results of the same truth: second minus first.',
      },
      bootstrap: {
        value: 'N',
        default: String(DEFAULT_DRAWS),
        says: 'Draws of the bootstrap; 0 leaves the intervals out.',
      },
      seed: { value: 'N', default: '1', says: 'Seed of the draws: the same gives the same.' },
      align: {
        value: 'FIT',
        says: `Fitted to the truth per picture (depth): ${ALIGNMENTS.join(', ')}.`,
      },
      cap: {
        value: 'M',
        default: String(DEFAULT_CAP),
        says: 'Truth beyond it does not count (depth), metres.',
      },
      'depth-scale': { value: 'N', says: 'Codes of a 16-bit PNG per metre (depth).' },
      void: {
        value: 'N,...',
        says: 'Classes of the truth that are left out, commas between them (segmentation).',
      },
      sigmas: {
        value: 'A,B,...',
        says: "Deviation of each key point, a share of the object's scale (keypoints; without it COCO's for 17 points, else 1/k).",
      },
      json: JSON_OUTPUT,
    },
    examples: [
      'score annotations.json results.json --against other-camera.json',
      'score depth predicted --task depth --align inverseScaleShift --json',
    ],
    document: 'docs/reference/vision.md#score',
  },
  async ({ values, words }, { stdout }) => {
    const task = choiceOption('task', values.task, TASK_NAMES, 'detection');
    const options = {
      iouType: choiceOption('iou-type', values['iou-type'], ['bbox', 'segm'], 'bbox'),
      align: choiceOption('align', values.align, ALIGNMENTS, 'none'),
      cap: numberOption('cap', values.cap, { above: 0, max: LARGEST_SCALE }),
      voidClass: values.void
        ?.split(',')
        .map((one) => numberOption('void', one, { whole: true, min: 0, max: 65_535 })),
      sigmas: values.sigmas
        ?.split(',')
        .map((one) => numberOption('sigmas', one, { above: 0, max: LARGEST_SIGMA })),
    };
    const depthScale = numberOption('depth-scale', values['depth-scale'], {
      above: 0,
      max: LARGEST_SCALE,
    });
    const draws = numberOption('bootstrap', values.bootstrap, {
      whole: true,
      min: 0,
      max: MOST_DRAWS,
    });
    const seed = seedOption('seed', values.seed)!;
    const [truth, results] = words as readonly [string, string];
    const scoreOf = (found: string): Promise<Scored> =>
      EVALUATED[task].score(scoreFiles(truth, found, depthScale), options);
    const first = await refusing('', () => scoreOf(results));
    const { against } = values;
    const second =
      against === undefined ? undefined : await refusing(`${against}: `, () => scoreOf(against));
    if (first.images === 0) throw new UsageError(`${truth} has no images.`);
    const sampled = [first, second].map(
      (scored) =>
        scored && bootstrap({ images: scored.images, draws, seed, figuresOf: scored.figuresOf }),
    );
    const report = reportOf(first, second, sampled);
    if (values.json) stdout.write(jsonText(report));
    else stdout.write(textOf(report, sampled[0]!));
  },
);

interface Report {
  readonly images: number;
  readonly intervals?: Readonly<Record<string, Interval | null>>;
  readonly imagesToShow?: Readonly<Record<string, number | null>>;
  readonly found?: Scored['found'];
  readonly notes: readonly string[];
  readonly difference?: Readonly<Record<string, Difference>>;
  readonly mcNemarExactP?: number;
}

/** @see docs/reference/vision.md#found */
const nothingFound = ({ found }: Scored): readonly string[] =>
  found && found.detections === 0 && found.truths > 0
    ? [`The network found nothing: 0 detections for ${found.truths} objects.`]
    : [];

function reportOf(
  first: Scored,
  second: Scored | undefined,
  [one, other]: readonly (Bootstrap | undefined)[],
): Report {
  const hasDraws = one!.draws.length > 0;
  const warning = hasDraws ? intervalWarning(first.images) : undefined;
  return {
    ...first.figures,
    images: first.images,
    ...(hasDraws && { intervals: intervalsOf(one!), imagesToShow: imagesToShow(one!, other) }),
    ...(first.found && { found: first.found }),
    notes: [
      ...nothingFound(first),
      ...(first.notes ?? []),
      ...(second ? nothingFound(second) : []),
      ...(warning === undefined ? [] : [warning]),
    ],
    ...(second &&
      other && {
        against: { ...second.figures, ...(hasDraws && { intervals: intervalsOf(other) }) },
        difference: differencesOf(one!, other),
        ...first.comparedTo?.(second),
      }),
  };
}

/** The figures that have intervals as a table, and the sentences. */
function textOf(report: Report, { whole }: Bootstrap): string {
  const { images, intervals, difference, notes, imagesToShow: needed, mcNemarExactP } = report;
  const rows = Object.entries(whole).map(([name, value]) => [
    name,
    numberText(value),
    ...(intervals ? [intervalText(intervals[name])] : []),
    ...(difference
      ? [numberText(difference[name]!.value), intervalText(difference[name]!.interval)]
      : []),
  ]);
  const heading = [
    'figure',
    'value',
    ...(intervals ? ['95 % interval'] : []),
    ...(difference ? ['second - first', '95 % interval'] : []),
  ];
  const leading = Object.entries(needed ?? {}).find(([, count]) => count !== null);
  const sentences = [
    ...notes,
    ...(leading
      ? [
          `A difference of ${SHOWN_DIFFERENCE} in ${leading[0]} would show with about ${leading[1]!} images (80 % power${difference ? '' : ', two cameras, not paired'}).`,
        ]
      : []),
    ...(mcNemarExactP === undefined ? [] : [`McNemar, exact: p = ${numberText(mcNemarExactP)}.`]),
  ];
  return [`${images} images`, ...columns([heading, ...rows]), ...sentences, ''].join('\n');
}

const numberText = (value: number | null): string =>
  value === null ? 'none' : String(Number(value.toPrecision(4)));

const intervalText = (interval: Interval | null | undefined): string =>
  interval ? `${numberText(interval[0])} to ${numberText(interval[1])}` : 'none';
