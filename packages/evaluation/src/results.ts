import { CAMERA_PARTS, VERSION, meanOf, medianOf } from '@lumenloom/engine';
import {
  IOU_THRESHOLDS,
  bootstrap,
  differencesOf,
  imagesToShow,
  intervalWarning,
  intervalsOf,
  precisionRecall,
  type Bootstrap,
  type Interval,
} from '@lumenloom/scoring';
import type {
  CameraResults,
  Difference,
  Figures,
  PartFigures,
  Rung,
} from '@lumenloom/report/page-text';
import {
  CLASS_FIGURES,
  FIELD_PARTS,
  SIZES,
  classKey,
  type Column,
  type Ground,
} from './columns.ts';
import { columnOf } from './column-of.ts';
import type { DoneLine, KeptLine } from './picture-lines.ts';
import { FRAMING, STAGES, SUBSET_OF_STAGE, WHOLE, shapleyLosses, type Subset } from './rungs.ts';

/** results.json. */
export interface EvaluationResults {
  readonly version: string;
  readonly name: string;
  readonly document: Ground['document'];
  readonly source: Omit<CameraResults, 'name'>;
  readonly cameras: readonly CameraResults[];
  /** `to` minus `from`, over the same pictures. */
  readonly differences: readonly {
    readonly from: string;
    readonly to: string;
    readonly figures: Readonly<
      Record<
        string,
        {
          readonly value: number | null;
          readonly interval: Interval | null;
          /** Pictures that would show a difference of .02. */
          readonly imagesToShow: number | null;
        }
      >
    >;
    readonly perClass?: NonNullable<Difference['perClass']>;
    readonly ladder?: NonNullable<Difference['ladder']>;
  }[];
  /** How sure boxes are whose objects' shapes are unknown; null where all shapes are known. */
  readonly labelIou: {
    readonly median: number;
    readonly p5: number;
    /** IoU thresholds above the fifth percentile: figures there are about labels, not cameras. */
    readonly beyondLabels: readonly number[];
  } | null;
  /** Pictures that count. */
  readonly images: number;
  readonly failed: readonly {
    readonly image: string;
    readonly camera: string | null;
    readonly condition: string;
    readonly message: string;
  }[];
  readonly warnings: readonly string[];
}

/** The columns of an evaluation, for its results and for its page. */
export interface EvaluationColumns {
  readonly ground: Ground;
  readonly source: Column;
  readonly sourceLines: readonly DoneLine[];
  /** By the name of the camera. */
  readonly cameras: ReadonlyMap<string, CameraColumns>;
  readonly failed: EvaluationResults['failed'];
}

interface CameraColumns {
  readonly lines: readonly DoneLine[];
  readonly whole: Column;
  /** Absent without a ladder. */
  readonly framing?: Column;
}

const PREFIX = 'dataset.';
const named = <Value>(values: Readonly<Record<string, Value>>): Record<string, Value> =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [`${PREFIX}${name}`, value]));

/** Makes the columns of all lines; pictures of which a line failed are left out everywhere. */
export function columnsOf(
  about: Omit<Ground, 'images'>,
  order: readonly string[],
  lines: readonly KeptLine[],
): EvaluationColumns {
  const failed = lines.flatMap((line) => (line.status === 'failed' ? [line] : []));
  const bad = new Set(failed.map(({ image }) => image));
  const done = lines.filter(
    (line): line is DoneLine => line.status === 'done' && !bad.has(line.image),
  );
  const ground = { ...about, images: order.filter((name) => !bad.has(name)) };
  const names = Object.keys(about.document.cameras);
  const sourceLines = done.filter(({ camera }) => camera === null);
  return {
    ...{ ground, sourceLines },
    source: columnOf(ground, sourceLines, WHOLE),
    cameras: new Map(
      names.map((name) => {
        const own = done.filter(({ camera }) => camera === name);
        return [
          name,
          {
            lines: own,
            whole: columnOf(ground, own, WHOLE),
            ...(about.document.ladder !== false && {
              framing: columnOf(ground, own, FRAMING),
            }),
          },
        ];
      }),
    ),
    failed: failed.map(({ image, camera, condition, message }) => ({
      ...{ image, camera, condition, message },
    })),
  };
}

/** All figures of an evaluation. */
export function resultsOf(columns: EvaluationColumns): EvaluationResults {
  const { ground, source, cameras, failed } = columns;
  const { document } = ground;
  const drawsOf = ({ figures, classes, drawn }: Column): Bootstrap => {
    let isFirst = true;
    return bootstrap({
      images: ground.images.length,
      ...document.bootstrap,
      // The first call is for the pictures as they are.
      figuresOf: (multiplicities) => {
        const now = isFirst ? { ...figures, ...classes } : drawn(multiplicities);
        isFirst = false;
        return named(now);
      },
    });
  };
  const sourceDraws = drawsOf(source);
  const draws = new Map([...cameras].map(([name, { whole }]) => [name, drawsOf(whole)]));
  const names = [...cameras.keys()];
  const ladders = new Map(
    document.ladder === false
      ? []
      : [...cameras].map(([name, camera]) => [name, ladderOf(ground, source, camera)]),
  );
  return {
    version: VERSION,
    name: document.name,
    document,
    source: {
      figures: named(source.figures),
      ...withIntervals(ground, source, sourceDraws),
      ...byOverlap(ground, source),
      ...byPicture(ground, columns.sourceLines),
    },
    cameras: [...cameras].map(([name, camera]) => ({
      name,
      figures: named(camera.whole.figures),
      ...withIntervals(ground, camera.whole, draws.get(name)!),
      ...(ladders.has(name) && { ladder: ladders.get(name)! }),
      ...byOverlap(ground, camera.whole),
      ...partsOfObjects(camera.whole),
      ...(document.conditions.length > 0 && { byCondition: conditionsOf(ground, camera) }),
      ...byPicture(ground, camera.lines),
    })),
    differences: names.flatMap((from, at) =>
      names.slice(at + 1).map((to) => {
        const pair = [draws.get(from)!, draws.get(to)!] as const;
        const enough = imagesToShow(...pair);
        const all = differencesOf(...pair);
        const { whole } = cameras.get(from)!;
        return {
          ...{ from, to },
          figures: Object.fromEntries(
            Object.keys(named(whole.figures)).map((name) => [
              name,
              { ...all[name]!, imagesToShow: enough[name] ?? null },
            ]),
          ),
          ...(whole.detection && { perClass: byClass(ground, all) }),
          ...(ladders.has(from) && { ladder: sharesOf(ladders.get(from)!, ladders.get(to)!) }),
        };
      }),
    ),
    labelIou: labelIouOf(cameras),
    images: ground.images.length,
    failed,
    warnings: warningsOf(columns),
  };
}

/** Intervals of the figures of a column, and the figures of its classes with theirs. */
function withIntervals(
  ground: Ground,
  { figures, detection }: Column,
  draws: Bootstrap,
): Pick<CameraResults, 'intervals' | 'perClass'> {
  const all = intervalsOf(draws);
  const intervals = Object.fromEntries(
    Object.keys(named(figures)).map((name) => [name, all[name] ?? null]),
  );
  if (!detection) return { intervals };
  const { perClass } = detection.figures;
  return {
    intervals,
    perClass: byClass(ground, all).map(({ category, ...own }, at) => {
      const { category: _, ...values } = perClass[at]!;
      return { category, ...values, intervals: own };
    }),
  };
}

/** Values by the names of class figures, for each category. */
const byClass = <Value>(
  { categories }: Ground,
  values: Readonly<Record<string, Value>>,
): readonly ({ readonly category: string } & Readonly<
  Record<(typeof CLASS_FIGURES)[number], Value>
>)[] =>
  categories
    .toSorted((one, other) => one.id - other.id)
    .map(({ id, name: category }) => {
      const [ap, ap50] = CLASS_FIGURES.map((figure) => values[PREFIX + classKey(id, figure)]!);
      return { category, ap: ap!, ap50: ap50! };
    });

/** Figures of `before` minus those of `after`; null where one of them is. */
const lossOf = (before: Figures, after: Figures): Figures =>
  Object.fromEntries(
    Object.entries(after).map(([name, value]) => {
      const from = before[name] ?? null;
      return [name, from === null || value === null ? null : from - value];
    }),
  );

/** What each part makes of the difference of two cameras; the parts add up to the difference. */
const sharesOf = (from: readonly Rung[], to: readonly Rung[]): NonNullable<Difference['ladder']> =>
  from
    .map(({ stage, loss }, at) => ({ stage, figures: lossOf(loss, to[at]!.loss) }))
    .filter(({ stage }) => stage !== 'source');

/** Average precision at each overlap, mean of the classes that have objects. */
function byOverlap(
  { categories, isAgreement }: Ground,
  { detection }: Column,
): Pick<CameraResults, 'byOverlap'> {
  if (!detection || isAgreement) return {};
  return {
    byOverlap: IOU_THRESHOLDS.map((overlap) => {
      const precisions = categories.flatMap(({ id }) => {
        const curve = precisionRecall(detection.matches, id, overlap);
        return curve ? [meanOf(curve.precision)] : [];
      });
      return { overlap, ap: precisions.length > 0 ? meanOf(precisions) : null };
    }),
  };
}

/**
 * What each part of a camera costs. In order each part is switched on after those before it; by
 * Shapley the loss of a part is its mean over all orders, and the figures are what is left after
 * it.
 */
function ladderOf(
  ground: Ground,
  source: Column,
  { lines, whole, framing }: CameraColumns,
): readonly Rung[] {
  const known = new Map<Subset, Figures>([
    [WHOLE, named(whole.figures)],
    ...(framing ? [[FRAMING, named(framing.figures)] as const] : []),
  ]);
  const figuresOf = (subset: Subset): Figures => {
    const figures = known.get(subset) ?? named(columnOf(ground, lines, subset).figures);
    known.set(subset, figures);
    return figures;
  };
  const first = named(source.figures);
  const rungs: Rung[] = [
    { stage: 'source', figures: first, loss: lossOf(first, first) },
    { stage: 'framing', figures: figuresOf(FRAMING), loss: lossOf(first, figuresOf(FRAMING)) },
  ];
  if (ground.document.ladder !== 'shapley') {
    for (const stage of STAGES.slice(1)) {
      const figures = figuresOf(SUBSET_OF_STAGE[stage]);
      rungs.push({ stage, figures, loss: lossOf(rungs.at(-1)!.figures, figures) });
    }
    return rungs;
  }
  const losses = Object.fromEntries(
    Object.keys(first).map((name) => [
      name,
      shapleyLosses((subset) => figuresOf(subset)[name] ?? NaN),
    ]),
  );
  for (const [at, part] of CAMERA_PARTS.entries()) {
    const loss = Object.fromEntries(
      Object.entries(losses).map(([name, shares]) => [
        name,
        Number.isFinite(shares[part]) ? shares[part] : null,
      ]),
    );
    rungs.push({
      stage: STAGES[at + 1]!,
      figures: lossOf(rungs.at(-1)!.figures, loss),
      loss,
    });
  }
  return rungs.map((rung) => ({
    ...rung,
    figures: Object.fromEntries(
      Object.keys(first).map((name) => [name, rung.figures[name] ?? null]),
    ),
  }));
}

/** Figures by the size of objects in the source, and by their place in the camera's picture. */
function partsOfObjects({ detection }: Column) {
  if (!detection) return undefined;
  const { subsets } = detection.figures;
  const part = (kind: string) => (name: string) => {
    const { objects, ...figures } = subsets[`${kind} ${name}`]!;
    return { name, count: objects, figures: named(figures) };
  };
  return {
    bySize: SIZES.map(([name]) => part('size')(name)),
    byField: FIELD_PARTS.map(part('field')),
  };
}

const conditionsOf = (ground: Ground, { lines }: CameraColumns): readonly PartFigures[] =>
  ground.document.conditions.map(({ name }) => {
    const own = lines.filter(({ condition }) => condition === name);
    return { name, count: own.length, figures: named(columnOf(ground, own, WHOLE).figures) };
  });

/** Figures of the pictures that were taken under each condition. */
function byPicture(
  ground: Ground,
  lines: readonly DoneLine[],
): { readonly byPicture?: readonly PartFigures[] } {
  const { pictureConditions } = ground;
  const names = [...new Set(pictureConditions.values())].filter((name) => name !== '').toSorted();
  if (names.length === 0) return {};
  return {
    byPicture: names.map((name) => {
      const own = lines.filter(({ image }) => pictureConditions.get(image) === name);
      const count = new Set(own.map(({ image }) => image)).size;
      return { name, count, figures: named(columnOf(ground, own, WHOLE).figures) };
    }),
  };
}

/** How sure the boxes of the cameras' pictures are. */
function labelIouOf(cameras: EvaluationColumns['cameras']): EvaluationResults['labelIou'] {
  const values = [...cameras.values()]
    .flatMap(({ lines }) => lines)
    .flatMap(({ content }) =>
      (content().truth.objects ?? []).flatMap(({ labelIou }) =>
        labelIou === undefined ? [] : [labelIou],
      ),
    )
    .toSorted((one, other) => one - other);
  if (values.length === 0) return null;
  const p5 = values[Math.floor(0.05 * (values.length - 1))]!;
  return {
    median: medianOf(values),
    p5,
    beyondLabels: IOU_THRESHOLDS.filter((threshold) => threshold > p5),
  };
}

/** How the pictures themselves limit what a camera can show, by the warnings of lines. */
const SOURCE_LIMITS: readonly (readonly [string, (share: string) => string])[] = [
  [
    'sampling',
    (share) =>
      `${share} of the source pictures have under two pixels per pixel of the sensor, so their own sharpness limits what the camera shows.`,
  ],
  [
    'rim',
    (share) =>
      `the sensor sees beyond the rim of ${share} of the source pictures, where there is nothing, and a network may find things at that rim: set a larger scene.hfov, or take fewer or smaller pixels.`,
  ],
  [
    'noise',
    (share) =>
      `${share} of the source pictures have noise of their own over a tenth of the noise of the camera's picture.`,
  ],
];

/** What has to be said beside the figures. */
function warningsOf({ ground, cameras, failed }: EvaluationColumns): readonly string[] {
  const few = ground.document.bootstrap.draws > 0 && intervalWarning(ground.images.length);
  const limiting = [...cameras].flatMap(([name, { lines }]) =>
    SOURCE_LIMITS.flatMap(([warning, sentence]) => {
      const share = meanOf(lines.map(({ warnings }) => Number(warnings.includes(warning))));
      return share > 0 ? [`${name}: ${sentence(`${Math.round(100 * share)} %`)}`] : [];
    }),
  );
  return [
    ...(few ? [`${few}.`] : []),
    ...(failed.length > 0
      ? [
          `${new Set(failed.map(({ image }) => image)).size} pictures failed and count for no camera.`,
        ]
      : []),
    ...(cameras.size > 0
      ? [
          'The pictures were taken by cameras: their own blur, noise and clipping are in every column, source included.',
        ]
      : []),
    ...limiting,
  ];
}
