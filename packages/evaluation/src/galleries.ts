import { matchedPairs, type ImagePairs } from '@lumenloom/scoring';
import type { Column } from './columns.ts';
import type { Box, DoneLine, Found } from './picture-lines.ts';
import type { EvaluationColumns } from './results.ts';
import { FRAMING, WHOLE } from './rungs.ts';

/** A part of a camera's picture that is shown, beside the same part of the ideal picture. */
export interface Crop {
  readonly image: string;
  readonly camera: string;
  readonly condition: string;
  /** What it is about, pixels of the camera's picture. */
  readonly box: Box;
  readonly truth: readonly Box[];
  /** Found through the camera, and on the ideal picture. */
  readonly found: readonly Box[];
  readonly ideal: readonly Box[];
}

export interface ChosenGallery {
  readonly title: string;
  /** How many there are, of which some are shown. */
  readonly count: number;
  readonly entries: readonly { readonly caption: string; readonly crop: Crop }[];
}

/** Findings below it are not worth a look. */
const DRAWN = 0.25;
const OVERLAP = 0.5;
const MOST_ENTRIES = 6;

type Detection = NonNullable<Column['detection']>;

/** An object, or a result, of which there may be a crop. */
interface Candidate {
  readonly line: DoneLine;
  readonly box: Box;
  readonly category: number;
  /** The largest are shown. */
  readonly weight: number;
  readonly words: string;
}

/**
 * What each camera misses and invents, what only the ideal picture shows, and what one camera finds
 * and another does not.
 */
export function chosenGalleries({ ground, cameras }: EvaluationColumns): readonly ChosenGallery[] {
  const nameOf = (id: number): string =>
    ground.categories.find((category) => category.id === id)?.name ?? String(id);
  const galleryOf = (title: string, candidates: readonly Candidate[]): ChosenGallery => ({
    title,
    count: candidates.length,
    entries: candidates
      .toSorted((one, other) => other.weight - one.weight)
      .slice(0, MOST_ENTRIES)
      .map(({ line, box, category, words }) => ({
        caption: `${nameOf(category)}${words}, ${line.image}${line.condition && `, ${line.condition}`}`,
        crop: cropOf(line, box),
      })),
  });
  const looked = [...cameras].flatMap(([name, { whole, framing }]) =>
    whole.detection
      ? [
          {
            name,
            ...lookAt(whole.detection),
            ideal: framing?.detection && lookAt(framing.detection),
          },
        ]
      : [],
  );
  return [
    ...looked.flatMap(({ name, missed, falseAlarms, ideal }) => {
      const known = new Set(ideal?.found.map(keyOf));
      return [
        galleryOf(`Missed by ${name}`, missed),
        galleryOf(`False alarms of ${name}`, falseAlarms),
        ...(ideal
          ? [
              galleryOf(
                `Found on the ideal picture only, not by ${name}`,
                missed.filter((one) => known.has(keyOf(one))),
              ),
            ]
          : []),
      ];
    }),
    ...looked.flatMap((one) =>
      looked
        .filter((other) => other !== one)
        .map((other) => {
          const without = new Set(other.missed.map(keyOf));
          return galleryOf(
            `Found by ${one.name}, not by ${other.name}`,
            one.found.filter((candidate) => without.has(keyOf(candidate))),
          );
        }),
    ),
  ];
}

type Known = Candidate & { readonly id: number };

/** An object by its picture, condition and identifier, which all cameras share. */
const keyOf = ({ line, id }: Known): string => JSON.stringify([line.image, line.condition, id]);

function lookAt({ matches, lines, objects, results }: Detection) {
  const pairs = matchedPairs(matches, OVERLAP, DRAWN);
  const objectsIn = (places: (pair: ImagePairs) => readonly number[]): readonly Known[] =>
    pairs.flatMap((pair) =>
      places(pair).map((at) => {
        const { id, bbox, category_id: category, sourceArea } = objects[at]!;
        return {
          id,
          line: lines[pair.image - 1]!,
          box: bbox,
          category,
          weight: sourceArea,
          words: '',
        };
      }),
    );
  return {
    missed: objectsIn(({ missed }) => missed),
    found: objectsIn(({ found }) => found.map(({ annotation }) => annotation)),
    falseAlarms: pairs.flatMap((pair) =>
      pair.falseAlarms.map((at): Candidate => {
        const { bbox, category_id: category, score } = results[at]!;
        const words = ` at ${score.toFixed(2)}`;
        return { line: lines[pair.image - 1]!, box: bbox, category, weight: score, words };
      }),
    ),
  };
}

const boxesOf = (found: Found | undefined): readonly Box[] =>
  found?.task === 'detection'
    ? found.objects.filter(({ score }) => score >= DRAWN).map(({ bbox }) => bbox)
    : [];

const cropOf = ({ image, camera, condition, truth, found }: DoneLine, box: Box): Crop => ({
  ...{ image, condition, box },
  camera: camera!,
  truth: truth.task === 'detection' ? truth.objects.map(({ bbox }) => bbox) : [],
  found: boxesOf(found[WHOLE]),
  ideal: boxesOf(found[FRAMING]),
});
