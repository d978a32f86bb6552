import {
  DRAWN,
  candidatesIn,
  strongest,
  type Candidate,
  type CandidateList,
} from './candidates.ts';
import { resultsIn } from './columns.ts';
import type { Box } from './objects.ts';
import type { DoneLine } from './picture-lines.ts';
import type { EvaluationColumns } from './results.ts';
import { FRAMING, WHOLE } from './rungs.ts';
import { objectsIn, type Found } from './tasks/list.ts';

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
  const looked = [...cameras].flatMap(([name, { lines, whole, framing }]) =>
    whole.detection
      ? [
          {
            ...{ name, lines, ...whole.detection.candidates },
            ideal: framing?.detection?.candidates,
          },
        ]
      : [],
  );
  type Looked = (typeof looked)[number];
  const entryOf = (one: DoneLine, isAlarm: boolean, { id, weight }: Candidate) => {
    const { truth, found } = one.content();
    const { bbox, category_id: category } = isAlarm
      ? resultsIn(ground, objectsIn(found[WHOLE]))[id]!
      : truth.objects!.find((object) => object.id === id)!;
    const name = ground.categories.find((known) => known.id === category)?.name ?? category;
    const words = isAlarm ? ` at ${weight.toFixed(2)}` : '';
    return {
      caption: `${name}${words}, ${one.image}${one.condition && `, ${one.condition}`}`,
      crop: cropOf(one, bbox),
    };
  };
  const galleryOf = (title: string, { lines }: Looked, list: CandidateList, isAlarm = false) => ({
    title,
    count: list.line.length,
    entries: strongest(list, MOST_ENTRIES).map((one) => entryOf(lines[one.line]!, isAlarm, one)),
  });
  return [
    ...looked.flatMap((one) => [
      galleryOf(`Missed by ${one.name}`, one, one.missed),
      galleryOf(`False alarms of ${one.name}`, one, one.falseAlarms, true),
      ...(one.ideal
        ? [
            galleryOf(
              `Found on the ideal picture only, not by ${one.name}`,
              one,
              candidatesIn(one.missed, one.ideal.found),
            ),
          ]
        : []),
    ]),
    ...looked.flatMap((one) =>
      looked
        .filter((other) => other !== one)
        .map((other) =>
          galleryOf(
            `Found by ${one.name}, not by ${other.name}`,
            one,
            // Lines of all cameras are of the same pictures and conditions.
            candidatesIn(one.found, other.missed),
          ),
        ),
    ),
  ];
}

const boxesOf = (found: Found | undefined): readonly Box[] =>
  objectsIn(found)
    .filter(({ score }) => score >= DRAWN)
    .map(({ bbox }) => bbox);

function cropOf({ image, camera, condition, content }: DoneLine, box: Box): Crop {
  const { truth, found } = content();
  return {
    ...{ image, condition, box },
    camera: camera!,
    truth: (truth.objects ?? []).map(({ bbox }) => bbox),
    found: boxesOf(found[WHOLE]),
    ideal: boxesOf(found[FRAMING]),
  };
}
