import { DRAWN, keyOf, type Candidate } from './candidates.ts';
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

const MOST_ENTRIES = 6;

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
            ...whole.detection.candidates,
            ideal: framing?.detection?.candidates,
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

const boxesOf = (found: Found | undefined): readonly Box[] =>
  found?.task === 'detection'
    ? found.objects.filter(({ score }) => score >= DRAWN).map(({ bbox }) => bbox)
    : [];

function cropOf({ image, camera, condition, content }: DoneLine, box: Box): Crop {
  const { truth, found } = content();
  return {
    ...{ image, condition, box },
    camera: camera!,
    truth: truth.task === 'detection' ? truth.objects.map(({ bbox }) => bbox) : [],
    found: boxesOf(found[WHOLE]),
    ideal: boxesOf(found[FRAMING]),
  };
}
