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

/** A part of a camera's picture that is shown. */
interface CameraCrop {
  readonly camera: string;
  /** What it is about, pixels of the camera's picture. */
  readonly box: Box;
  readonly truth: readonly Box[];
  readonly found: readonly Box[];
}

/** A part of a camera's picture, beside the same part of another picture. */
export interface Crop extends CameraCrop {
  readonly image: string;
  readonly condition: string;
  /** Found on the ideal picture. */
  readonly ideal: readonly Box[];
  /** The same object through another camera, which is shown in place of the ideal picture. */
  readonly beside?: CameraCrop;
}

export interface ChosenGallery {
  readonly title: string;
  /** How many there are, of which some are shown. */
  readonly count: number;
  /** The camera that is shown at the right in place of the ideal picture. */
  readonly beside?: string;
  readonly entries: readonly { readonly caption: string; readonly crop: Crop }[];
}

const MOST_ENTRIES = 6;

/**
 * What one camera finds and another does not, the pair with most of it first; what only the ideal
 * picture shows, and what each camera misses and invents.
 */
export function chosenGalleries({ ground, cameras }: EvaluationColumns): readonly ChosenGallery[] {
  const looked = [...cameras].flatMap(([name, { lines, whole, framing }]) =>
    whole.detection
      ? [
          {
            name,
            lines,
            ...whole.detection.candidates,
            ideal: framing?.detection?.candidates,
          },
        ]
      : [],
  );
  type Looked = (typeof looked)[number];
  const objectIn = (one: DoneLine, id: number) =>
    one.content().truth.objects!.find((object) => object.id === id)!;
  const entryOf = (
    one: DoneLine,
    isAlarm: boolean,
    { id, weight }: Candidate,
    other: DoneLine | undefined,
  ) => {
    const { found } = one.content();
    const { bbox, category_id: category } = isAlarm
      ? resultsIn(ground, objectsIn(found[WHOLE]))[id]!
      : objectIn(one, id);
    const name = ground.categories.find((known) => known.id === category)?.name ?? category;
    const words = isAlarm ? ` at ${weight.toFixed(2)}` : '';
    return {
      caption: `${name}${words}, ${one.image}${one.condition && `, ${one.condition}`}`,
      crop: {
        ...cropOf(one, bbox),
        ...(other && { beside: cameraCrop(other, objectIn(other, id).bbox) }),
      },
    };
  };
  const galleryOf = (
    title: string,
    { lines }: Looked,
    list: CandidateList,
    { isAlarm = false, other }: { readonly isAlarm?: boolean; readonly other?: Looked } = {},
  ) => ({
    title,
    count: list.line.length,
    ...(other && { beside: other.name }),
    entries: strongest(list, MOST_ENTRIES).map((one) =>
      entryOf(lines[one.line]!, isAlarm, one, other?.lines[one.line]),
    ),
  });
  const pairs = looked.flatMap((one) =>
    looked
      .filter((other) => other !== one)
      .map((other) =>
        galleryOf(
          `Found by ${one.name}, not by ${other.name}`,
          one,
          // Lines of all cameras are of the same pictures and conditions.
          candidatesIn(one.found, other.missed),
          { other },
        ),
      ),
  );
  return [
    ...pairs.toSorted((one, other) => other.count - one.count),
    ...looked.flatMap((one) => [
      ...(one.ideal
        ? [
            galleryOf(
              `Found on the ideal picture only, not by ${one.name}`,
              one,
              candidatesIn(one.missed, one.ideal.found),
            ),
          ]
        : []),
      galleryOf(`Missed by ${one.name}`, one, one.missed),
      galleryOf(`False alarms of ${one.name}`, one, one.falseAlarms, { isAlarm: true }),
    ]),
  ];
}

const boxesOf = (found: Found | undefined): readonly Box[] =>
  objectsIn(found)
    .filter(({ score }) => score >= DRAWN)
    .map(({ bbox }) => bbox);

function cameraCrop({ camera, content }: DoneLine, box: Box): CameraCrop {
  const { truth, found } = content();
  return {
    camera: camera!,
    box,
    truth: (truth.objects ?? []).map(({ bbox }) => bbox),
    found: boxesOf(found[WHOLE]),
  };
}

function cropOf(line: DoneLine, box: Box): Crop {
  const { image, condition, content } = line;
  return {
    image,
    condition,
    ...cameraCrop(line, box),
    ideal: boxesOf(content().found[FRAMING]),
  };
}
