import { VERSION, medianOf } from '@lumenloom/engine';
import { figureRange } from '@lumenloom/engine/catalogue';
import {
  IOU_THRESHOLDS,
  imagesToShow,
  spreadDifferences,
  spreadIntervals,
  type Bootstrap,
  type Interval,
} from '@lumenloom/scoring';
import type {
  CameraResults,
  ConditionFigures,
  Figures,
  Rung,
  Share,
} from '@lumenloom/report/page-text';
import {
  CLASS_FIGURES,
  FIELD_PARTS,
  SIZES,
  SUBSET_FIGURES,
  classKey,
  detailKey,
  type Column,
  type Ground,
} from './columns.ts';
import { columnOf } from './column-of.ts';
import {
  groupsOf,
  ladderOfGroups,
  meanOfGroups,
  pooledGroup,
  type Group,
  type Mean,
} from './groups.ts';
import { lossOf } from './ladder.ts';
import { outsideOf } from './outside.ts';
import type { DoneLine, KeptLine } from './picture-lines.ts';
import type { DatasetNotes, EvaluationResults } from './evaluation-results.ts';
import { FRAMING, WHOLE } from './rungs.ts';
import { figureNames, headlineOf } from './headline.ts';
import { lossSentences, verdictsOf } from './verdicts.ts';
import { warningsOf } from './warnings.ts';

/** What every interval covers: pictures are drawn with all their noise. */
const COVERS = 'pictures and noise';

/** The columns of an evaluation, for its results and for its page. */
export interface EvaluationColumns {
  readonly ground: Ground;
  readonly source: CameraColumns;
  /** By the name of the camera. */
  readonly cameras: ReadonlyMap<string, CameraColumns>;
  readonly failed: EvaluationResults['failed'];
  readonly data: DatasetNotes;
}

interface CameraColumns {
  readonly lines: readonly DoneLine[];
  /** All lines together, for curves and galleries. */
  readonly whole: Column;
  /** Absent without a ladder, and of the source. */
  readonly framing?: Column;
  readonly groups: readonly Group[];
  /** Those that its figures are the mean of. */
  readonly counted: readonly Group[];
  readonly mean: Mean;
}

const PREFIX = 'dataset.';
export const named = <Value>(values: Readonly<Record<string, Value>>): Record<string, Value> =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [`${PREFIX}${name}`, value]));

/** Makes the columns of all lines; pictures of which a line failed are left out everywhere. */
export function columnsOf(
  about: Omit<Ground, 'images'>,
  order: readonly string[],
  lines: readonly KeptLine[],
  data: DatasetNotes,
): EvaluationColumns {
  const failed = lines.flatMap((line) => (line.status === 'failed' ? [line] : []));
  const bad = new Set(failed.map(({ image }) => image));
  const done = lines.filter(
    (line): line is DoneLine => line.status === 'done' && !bad.has(line.image),
  );
  const ground = { ...about, images: order.filter((name) => !bad.has(name)) };
  const names = Object.keys(about.document.cameras);
  const unread = failed.filter(({ camera, isUnread }) => camera === null && isUnread);
  return {
    ground,
    source: columnsThrough(ground, done, null),
    cameras: new Map(names.map((name) => [name, columnsThrough(ground, done, name)])),
    failed: failed
      .filter(({ isUnread }) => !isUnread)
      .map(({ image, camera, condition, message }) => ({ image, camera, condition, message })),
    data: {
      ...data,
      skipped: [
        ...data.skipped,
        ...unread.map(({ image, message }) => ({ place: image, reason: message })),
      ],
    },
  };
}

function columnsThrough(
  ground: Ground,
  done: readonly DoneLine[],
  camera: string | null,
): CameraColumns {
  const lines = done.filter((line) => line.camera === camera);
  const isCamera = camera !== null;
  const groups = groupsOf(ground, lines, isCamera);
  const counted =
    ground.document.pool === 'detections' ? [pooledGroup(ground, lines, isCamera)] : groups;
  const [only] = counted;
  const whole = counted.length === 1 ? only!.whole : columnOf(ground, lines, WHOLE);
  const framing =
    counted.length === 1 || !only!.framing ? only!.framing : columnOf(ground, lines, FRAMING);
  return {
    lines,
    whole,
    groups,
    counted,
    ...(framing && { framing }),
    mean: meanOfGroups(counted),
  };
}

/** All figures of an evaluation. */
export function resultsOf(columns: EvaluationColumns): EvaluationResults {
  const { ground, source, cameras, failed, data } = columns;
  const { document } = ground;
  const shown = [...cameras].map(([name, camera]) => cameraResults(ground, source, name, camera));
  const results = {
    version: VERSION,
    name: document.name,
    document,
    source: {
      ...columnResults(ground, source),
      ...byPicture(ground, source, source),
    },
    cameras: shown,
    differences: shown.flatMap((from, at) =>
      shown.slice(at + 1).map((to) => differenceOf(columns, from, to)),
    ),
    labelIou: labelIouOf(cameras),
    images: ground.images.length,
    ...(data.split !== undefined && { split: data.split }),
    failed,
    skipped: data.skipped,
  };
  const limits = new Map(
    [...cameras].map(([name, { lines }]) => [name, lines.map(({ warnings }) => warnings)]),
  );
  const [lead] = figureNames(results);
  return {
    ...results,
    warnings: warningsOf(results, { ...ground, limits, notes: data.notes }),
    answer:
      shown.length > 1
        ? verdictsOf(results, headlineOf(results))
        : lead
          ? lossSentences(results, lead)
          : [],
  };
}

function cameraResults(
  ground: Ground,
  source: CameraColumns,
  name: string,
  camera: CameraColumns,
): CameraResults {
  const { document } = ground;
  const outside = outsideOf(ground, source.lines, camera.lines);
  return {
    name,
    ...columnResults(ground, camera),
    ...(outside && { outside: { ...outside, source: named(outside.source) } }),
    ...(document.ladder !== false && {
      ladder: namedLadder(ladderOfGroups(camera.counted, source.counted)),
    }),
    ...partsOfObjects(camera.mean),
    ...(document.conditions.length > 0 && {
      byCondition: document.conditions.map(({ name: condition }) =>
        conditionResults(
          condition,
          camera.groups.filter((group) => group.condition === condition),
          source.groups,
        ),
      ),
    }),
    ...byPicture(ground, camera, source),
  };
}

const namedLadder = (ladder: readonly Rung[]): readonly Rung[] =>
  ladder.map(({ stage, figures, loss }) => ({
    stage,
    figures: named(figures),
    loss: named(loss),
  }));

/** Figures of a column with their intervals, and those of its classes and overlaps. */
function columnResults(ground: Ground, { mean }: CameraColumns) {
  const { figures, details, found, floor } = mean;
  const all = spreadIntervals(mean.drawn(), figureRange);
  return {
    figures: named(figures),
    intervals: intervalsFor(figures, all),
    covers: COVERS,
    ...(found && { found }),
    ...(floor !== undefined && { floor }),
    ...(found && {
      perClass: byClass(ground, all).map(({ category, id, ...intervals }) => ({
        category,
        ap: details[classKey(id, 'ap')] ?? null,
        ap50: details[classKey(id, 'ap50')] ?? null,
        ap75: details[detailKey(id, 'ap75')] ?? null,
        ar100: details[detailKey(id, 'ar100')] ?? null,
        intervals,
      })),
    }),
    ...(found &&
      !ground.isAgreement && {
        byOverlap: IOU_THRESHOLDS.map((overlap) => ({
          overlap,
          ap: details[detailKey(overlap, 'ap')] ?? null,
        })),
      }),
  };
}

const intervalsFor = (
  figures: Figures,
  all: Readonly<Record<string, Interval | null>>,
): Record<string, Interval | null> =>
  named(Object.fromEntries(Object.keys(figures).map((name) => [name, all[name] ?? null])));

/** Values by the names of class figures, for each category. */
const byClass = <Value>({ categories }: Ground, values: Readonly<Record<string, Value>>) =>
  categories
    .toSorted((one, other) => one.id - other.id)
    .map(({ id, name: category }) => {
      const [ap, ap50] = CLASS_FIGURES.map((figure) => values[classKey(id, figure)]!);
      return { category, id, ap: ap!, ap50: ap50! };
    });

/** What each part makes of the difference of two cameras; the parts add up to the difference. */
const sharesOf = (from: readonly Rung[], to: readonly Rung[]): readonly Share[] =>
  from
    .map(({ stage, loss }, at) => ({ stage, figures: lossOf(loss, to[at]!.loss) }))
    .filter(({ stage }) => stage !== 'source');

const bothLadders = (
  one: { readonly ladder?: readonly Rung[] },
  other: { readonly ladder?: readonly Rung[] },
) => (one.ladder && other.ladder ? { ladder: sharesOf(one.ladder, other.ladder) } : {});

function differenceOf(
  { ground, cameras }: EvaluationColumns,
  from: CameraResults,
  to: CameraResults,
): EvaluationResults['differences'][number] {
  const [one, other] = [from, to].map(({ name }) => cameras.get(name)!) as [
    CameraColumns,
    CameraColumns,
  ];
  const pair = [one.mean.drawn(), other.mean.drawn()] as const;
  const about = { from: from.name, to: to.name, covers: COVERS };
  const names = Object.keys(one.mean.figures);
  if (from.floor !== undefined && to.floor !== undefined) {
    const nothing = { value: null, interval: null, imagesToShow: null };
    return {
      ...about,
      figures: named(Object.fromEntries(names.map((name) => [name, nothing]))),
      floor: `${from.name} and ${to.name}: there is no difference to measure, because through both ${from.floor}.`,
    };
  }
  const all = spreadDifferences(...pair, figureRange);
  const enough = imagesToShow(...pair);
  return {
    ...about,
    figures: named(
      Object.fromEntries(
        names.map((name) => [name, { ...all[name]!, imagesToShow: enough[name] ?? null }]),
      ),
    ),
    ...(one.mean.found && { perClass: byClass(ground, all).map(({ id: _, ...own }) => own) }),
    ...bothLadders(from, to),
    ...(ground.document.conditions.length > 1 && {
      byCondition: ground.document.conditions.map(({ name: condition }, at) => {
        const [first, second] = [one, other].map(({ groups }) =>
          drawsOf(groups.filter((group) => group.condition === condition)),
        ) as [Bootstrap, Bootstrap];
        const own = spreadDifferences(first, second, figureRange);
        return {
          condition,
          figures: named(Object.fromEntries(names.map((name) => [name, own[name]!]))),
          ...bothLadders(from.byCondition![at]!, to.byCondition![at]!),
        };
      }),
    }),
  };
}

const drawsOf = (groups: readonly Group[]): Bootstrap => meanOfGroups(groups).drawn();

/** The figures of groups of one condition. */
function conditionResults(
  condition: string,
  groups: readonly Group[],
  sources: readonly Group[],
): ConditionFigures {
  const { figures, images, exposure, drawn } = meanOfGroups(groups);
  return {
    condition,
    images,
    figures: named(figures),
    intervals: intervalsFor(figures, spreadIntervals(drawn(), figureRange)),
    ...(groups[0]?.framing && { ladder: namedLadder(ladderOfGroups(groups, sources)) }),
    ...(exposure && { exposure }),
  };
}

/** Figures of the pictures that were taken under each condition. */
function byPicture(
  { pictureConditions }: Ground,
  { groups }: CameraColumns,
  source: CameraColumns,
): Pick<CameraResults, 'byPicture'> {
  const names = [...new Set(pictureConditions.values())].filter((name) => name !== '').toSorted();
  const known = names.filter((name) => groups.some(({ pictures }) => pictures === name));
  if (known.length === 0) return {};
  return {
    byPicture: known.map((name) =>
      conditionResults(
        name,
        groups.filter(({ pictures }) => pictures === name),
        source.groups,
      ),
    ),
  };
}

/** Figures by the size of objects in the source, and by their place in the camera's picture. */
function partsOfObjects({ found, details, objects }: Mean) {
  if (!found) return undefined;
  const part = (kind: string) => (name: string) => {
    const subset = `${kind} ${name}`;
    const figures = SUBSET_FIGURES.map(
      (figure) => [figure, details[detailKey(subset, figure)] ?? null] as const,
    );
    return { name, count: objects[subset] ?? 0, figures: named(Object.fromEntries(figures)) };
  };
  return {
    bySize: SIZES.map(([name]) => part('size')(name)),
    byField: FIELD_PARTS.map(part('field')),
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
