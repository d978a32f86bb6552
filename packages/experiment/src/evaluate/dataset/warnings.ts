import { meanOf } from '@lumenloom/engine';
import { fewPictures } from '@lumenloom/scoring';
import { figureLabel } from '@lumenloom/contract';
import type { CameraResults } from '@lumenloom/report/page-text';
import type { Ground } from './columns.ts';
import type { EvaluationResults } from './evaluation-results.ts';
import { sameCameraSentences } from './same-cameras.ts';
import { decimals } from './verdicts.ts';

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

interface About extends Ground {
  /** Warnings of the lines of each camera. */
  readonly limits: ReadonlyMap<string, readonly (readonly string[])[]>;
  /** Of the data set. */
  readonly notes: readonly string[];
}

/** What has to be said beside the figures, what makes them worthless first. */
export function warningsOf(
  results: Omit<EvaluationResults, 'warnings' | 'answer'>,
  { document, threshold, limits, notes }: About,
): readonly string[] {
  const { source, cameras, images, failed, skipped } = results;
  const few = document.bootstrap.draws > 0 ? fewPictures(images) : undefined;
  const limiting = [...limits].flatMap(([name, lines]) =>
    SOURCE_LIMITS.flatMap(([warning, sentence]) => {
      const share = meanOf(lines.map((warnings) => Number(warnings.includes(warning))));
      return share > 0 ? [`${name}: ${sentence(`${Math.round(100 * share)} %`)}`] : [];
    }),
  );
  return [
    ...floorSentences(source, cameras, threshold),
    ...notes,
    ...skippedSentence(skipped, 'as skipped in results.json'),
    ...sameCameraSentences(document),
    ...cameras.flatMap((camera) => outsideSentence(camera, source)),
    ...meanSentence(document),
    ...(few === undefined ? [] : [few]),
    ...(failed.length > 0
      ? [
          `${new Set(failed.map(({ image }) => image)).size} pictures failed and count for no camera.`,
        ]
      : []),
    ...(cameras.length > 0
      ? [
          'The pictures were taken by cameras: their own blur, noise and clipping are in every column, source included.',
        ]
      : []),
    ...limiting,
  ];
}

/** A score or threshold with two decimals, without the zero before the point. */
const short = (value: number): string => value.toFixed(2).replace(/^0\./, '.');

/** @see docs/reference/vision.md#found */
function floorSentences(
  source: Pick<CameraResults, 'found' | 'floor'>,
  cameras: readonly CameraResults[],
  threshold: number,
): readonly string[] {
  const { found, floor } = source;
  const ownFloors = cameras.flatMap(({ name, floor: own, found: count }) => {
    if (own === undefined) return [];
    return count?.detections === 0
      ? [
          `${name}: the network finds nothing (0 of ${count.truths}; ${found?.detections ?? 0} at the source).`,
        ]
      : [`${name}: ${own}.`];
  });
  if (floor === undefined) return ownFloors;
  const first =
    found?.detections === 0
      ? `The network finds nothing in the source pictures (0 of ${found.truths} objects, ${found.topScore === null ? 'no result at all' : `highest score ${short(found.topScore)}`} for a threshold of ${short(threshold)}): network, classes or threshold do not fit this data.`
      : `In the source pictures ${floor}: network, classes or pictures do not fit this data.`;
  return [`${first} Camera scores say nothing.`, ...ownFloors];
}

/** Places that a sentence names. */
const NAMED = 3;

/**
 * What is left out of a data set or changed, in a sentence; empty where nothing is.
 *
 * @param where all of it is listed.
 */
export function skippedSentence(
  skipped: EvaluationResults['skipped'],
  where: string,
): readonly string[] {
  if (skipped.length === 0) return [];
  const places = skipped.slice(0, NAMED).map(({ place, reason }) => `${place} (${reason})`);
  const more = skipped.length > NAMED ? ', …' : '';
  return [
    `${skipped.length} ${skipped.length === 1 ? 'thing' : 'things'} of the data set ${skipped.length === 1 ? 'is' : 'are'} left out or changed, all listed ${where}: ${places.join(', ')}${more}.`,
  ];
}

function outsideSentence(
  { name, outside, figures }: CameraResults,
  source: Pick<CameraResults, 'figures'>,
): readonly string[] {
  if (!outside) return [];
  const { objects, cut, of: total, source: same } = outside;
  const key = ['dataset.map', 'dataset.agreement50'].find((one) => one in same) ?? '';
  const what = [
    ...(objects > 0
      ? [
          `${objects} of ${total} objects ${objects === 1 ? 'is' : 'are'} outside the frame of ${name}`,
        ]
      : []),
    ...(cut > 0
      ? [
          `${cut} of ${total} objects ${cut === 1 ? 'is' : 'are'} cut so far by the frame of ${name} that ${cut === 1 ? 'it does' : 'they do'} not count`,
        ]
      : []),
  ].join(', ');
  return [
    `${what}: over the objects that are left the source pictures have ${decimals(same[key])} in ${figureLabel(key)} (${decimals(source.figures[key])} over all), and ${name} ${decimals(figures[key])}.`,
  ];
}

/** What the figures of several conditions are. */
function meanSentence({ conditions, pool }: Ground['document']): readonly string[] {
  if (conditions.length < 2) return [];
  const names = conditions.map(({ name }) => name).join(', ');
  if (pool === 'detections')
    return [
      `The figures rank the detections of all conditions (${names}) in one list, so a condition with weaker scores counts for less.`,
    ];
  const weights = conditions.map(({ weight = 1 }) => weight);
  return [
    `The figures of a camera are the mean over the conditions ${names}${
      new Set(weights).size > 1 ? `, weighted ${weights.join(', ')}` : ''
    }.`,
  ];
}
