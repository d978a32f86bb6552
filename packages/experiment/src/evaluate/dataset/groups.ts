import { medianOf } from '@lumenloom/engine';
import {
  bootstrap,
  meanBootstrap,
  weightedFigures,
  type Bootstrap,
  type Weighted,
} from '@lumenloom/scoring';
import type { Figures, Rung } from '@lumenloom/report/page-text';
import { columnOf } from './column-of.ts';
import type { Column, FoundCounts, Ground } from './columns.ts';
import { ladderOf, lossOf } from './ladder.ts';
import type { DoneLine, Exposure } from './picture-lines.ts';
import { FRAMING, WHOLE } from './rungs.ts';

/** Lines of one condition, of pictures taken under one: their scores are ranked together. */
export interface Group {
  /** Of the plan; '' without conditions. */
  readonly condition: string;
  /** Under which its pictures were taken; '' where nobody says it. */
  readonly pictures: string;
  readonly weight: number;
  /** With the pictures of the group alone. */
  readonly ground: Ground;
  readonly lines: readonly DoneLine[];
  readonly whole: Column;
  /** Absent without a ladder, and of the source. */
  readonly framing?: Column;
  readonly drawn: () => Bootstrap;
}

/**
 * The groups of lines.
 *
 * @param lines of one camera, or of the source.
 * @param isCamera its lines have conditions and a ladder.
 */
export function groupsOf(
  ground: Ground,
  lines: readonly DoneLine[],
  isCamera: boolean,
): readonly Group[] {
  const { conditions, ladder } = ground.document;
  const wanted = isCamera && conditions.length > 0 ? conditions : [{ name: '', weight: 1 }];
  return strataOf(ground).flatMap(({ pictures, own, stratum }) =>
    wanted.map(({ name: condition, weight = 1 }) => {
      const names = new Set(own.images);
      const mine = lines.filter((line) => line.condition === condition && names.has(line.image));
      return groupOf(own, mine, {
        condition,
        pictures,
        stratum,
        weight: weight * own.images.length,
        hasLadder: isCamera && ladder !== false,
      });
    }),
  );
}

/** All lines as one group, whose scores are ranked together. */
export const pooledGroup = (ground: Ground, lines: readonly DoneLine[], isCamera: boolean): Group =>
  groupOf(ground, lines, {
    condition: '',
    pictures: '',
    stratum: 0,
    weight: 1,
    hasLadder: isCamera && ground.document.ladder !== false,
  });

interface GroupAbout extends Pick<Group, 'condition' | 'pictures' | 'weight'> {
  readonly stratum: number;
  readonly hasLadder: boolean;
}

function groupOf(
  ground: Ground,
  lines: readonly DoneLine[],
  { stratum, hasLadder, ...about }: GroupAbout,
): Group {
  const whole = columnOf(ground, lines, WHOLE);
  let draws: Bootstrap | undefined;
  return {
    ...about,
    ground,
    lines,
    whole,
    ...(hasLadder && { framing: columnOf(ground, lines, FRAMING) }),
    drawn: () => (draws ??= drawsOf(ground, whole, stratum)),
  };
}

function drawsOf(
  { document, images }: Ground,
  { figures, classes, drawn }: Column,
  stratum: number,
): Bootstrap {
  let isFirst = true;
  return bootstrap({
    images: images.length,
    ...document.bootstrap,
    stratum,
    // The first call is for the pictures as they are.
    figuresOf: (multiplicities) => {
      const now = isFirst ? { ...figures, ...classes } : drawn(multiplicities);
      isFirst = false;
      return now;
    },
  });
}

/** Pictures that were taken under the same condition, each condition drawn by itself. */
function strataOf(ground: Ground) {
  const { images, pictureConditions } = ground;
  const nameOf = (image: string): string => pictureConditions.get(image) ?? '';
  const names = [...new Set(images.map(nameOf))].toSorted();
  return (names.length > 0 ? names : ['']).map((pictures, stratum) => ({
    pictures,
    stratum,
    own: { ...ground, images: images.filter((image) => nameOf(image) === pictures) },
  }));
}

/** Several groups as one: the weighted mean of their figures. */
export interface Mean {
  readonly figures: Figures;
  /** Of classes, subsets and overlaps, by `classKey` and `detailKey`. */
  readonly details: Figures;
  readonly objects: Readonly<Record<string, number>>;
  readonly drawn: () => Bootstrap;
  readonly found?: FoundCounts;
  readonly floor?: string;
  /** Pictures. */
  readonly images: number;
  /** Medians over the pictures; null without a sensor. */
  readonly exposure: Exposure | null;
}

export function meanOfGroups(groups: readonly Group[]): Mean {
  const mean = (figuresOf: (column: Column) => Figures | undefined): Figures =>
    weightedFigures(
      groups.map(({ weight, whole }) => ({ weight, figures: figuresOf(whole) ?? {} })),
    );
  const images = new Set(groups.flatMap(({ ground }) => ground.images)).size;
  const counts = groups.flatMap(({ whole: { found } }) => (found ? [found] : []));
  const floors = groups.flatMap(({ whole: { floor } }) => floor ?? []);
  const objects: Record<string, number> = {};
  for (const { whole } of groups)
    for (const [name, count] of Object.entries(whole.objects ?? {}))
      objects[name] = (objects[name] ?? 0) + count;
  let draws: Bootstrap | undefined;
  return {
    figures: mean(({ figures }) => figures),
    details: mean(({ classes, details }) => ({ ...classes, ...details?.() })),
    objects,
    images,
    drawn: () =>
      (draws ??= meanBootstrap(
        groups.map(({ weight, drawn }) => ({ weight, bootstrap: drawn() })),
        images,
      )),
    ...(counts.length > 0 && { found: sumOf(counts, images) }),
    ...(floors.length === groups.length && floors.length > 0 && { floor: floors[0]! }),
    exposure: exposureOf(groups.flatMap(({ lines }) => lines)),
  };
}

const sumOf = (counts: readonly FoundCounts[], pictures: number): FoundCounts => {
  const scores = counts.flatMap(({ topScore }) => topScore ?? []);
  return {
    detections: counts.reduce((sum, { detections }) => sum + detections, 0),
    truths: counts.reduce((sum, { truths }) => sum + truths, 0),
    pictures,
    topScore: scores.length > 0 ? Math.max(...scores) : null,
  };
};

function exposureOf(lines: readonly DoneLine[]): Exposure | null {
  const known = lines.flatMap(({ exposure }) => exposure ?? []);
  return known.length === 0
    ? null
    : {
        seconds: medianOf(known.map(({ seconds }) => seconds)),
        stopsFromMeter: medianOf(known.map(({ stopsFromMeter }) => stopsFromMeter)),
      };
}

/**
 * The ladder of several groups: the mean of the figures of each rung, so that losses add up to what
 * the camera loses.
 *
 * @param sources the groups of the source, by the condition of their pictures.
 */
export function ladderOfGroups(
  groups: readonly Group[],
  sources: readonly Group[],
): readonly Rung[] {
  const ladders: readonly Weighted<{ readonly rungs: readonly Rung[] }>[] = groups.map((group) => ({
    weight: group.weight,
    rungs: ladderOf(
      group.ground,
      sources.find(({ pictures }) => pictures === group.pictures)!.whole,
      group,
    ),
  }));
  const means = ladders[0]!.rungs.map(({ stage }, at) => ({
    stage,
    figures: weightedFigures(
      ladders.map(({ weight, rungs }) => ({ weight, figures: rungs[at]!.figures })),
    ),
  }));
  return means.map(({ stage, figures }, at) => ({
    stage,
    figures,
    loss: lossOf(means[Math.max(0, at - 1)]!.figures, figures),
  }));
}
