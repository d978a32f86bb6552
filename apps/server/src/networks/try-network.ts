import type { TriedNetwork } from '@lumenloom/contract';
import { openDataset } from '@lumenloom/datasets';
import {
  SimulationError,
  className,
  drawFinding,
  loadTask,
  type Finding,
  type PartialDescriptor,
  type Port,
  type RgbImage,
} from '@lumenloom/engine';
import { loadImage, openNetwork, type OpenNetwork } from '@lumenloom/node-host';
import { pictureUrl, smallPicture } from '../datasets/small-picture.ts';

/** A trial of a network, for the process that is limited. */
export interface TrialReading {
  /** Where the network lies. */
  readonly path: string;
  readonly descriptor: PartialDescriptor;
  /** Name of a picture: of the product, or of the data set in the zip file; undefined runs none. */
  readonly picture: string | undefined;
  readonly dataset: { readonly path: string; readonly megabytes: number } | undefined;
  /** Memory of the process, bytes. */
  readonly memory: number;
}

/** Longest side of the picture that is shown, px. */
const LARGEST_SIDE = 800;
/** Boxes and classes that are listed. */
const MOST_LISTED = 20;
/** Seconds that opening or one run may take; the process for all has its own limit. */
const NETWORK_SECONDS = 60;
/** Milliseconds after which no further order and scale is tried. */
const LONGEST_TRIES_MS = 20_000;
const COLOURS = ['rgb', 'bgr'] as const;
const RANGES = [
  [0, 1],
  [0, 255],
  [-1, 1],
] as const;
const watch = { stopped: () => false };

/**
 * Opens a network with a descriptor, and runs it on a picture.
 * @throws SimulationError with a sentence, at the key `descriptor` or `picture` where it is theirs.
 */
export async function tryNetwork(reading: TrialReading): Promise<TriedNetwork> {
  const { path, descriptor, memory } = reading;
  const network = await openNetwork(path, {
    descriptor,
    watch,
    limits: { bytes: memory, seconds: NETWORK_SECONDS },
  }).catch((error: unknown) => {
    if (error instanceof SimulationError && error.field !== undefined)
      throw new SimulationError(error.code, `${error.field}: ${error.message}`, 'descriptor');
    throw error;
  });
  try {
    const { file, problems, guessed } = network;
    const picture = await pictureOf(reading);
    return {
      opset: file.opsets.get('ai.onnx') ?? null,
      inputs: file.inputs.map(portOf),
      outputs: file.outputs.map(portOf),
      descriptor: { ...network.descriptor },
      problems: [...problems],
      guessed: [...guessed],
      found: picture ? await foundIn(network, picture) : null,
    };
  } finally {
    network.close();
  }
}

const portOf = ({ name, type, shape }: Port) => ({ name, type, shape: shape ? [...shape] : null });

async function pictureOf({ picture, dataset }: TrialReading): Promise<RgbImage | undefined> {
  if (picture === undefined) return undefined;
  try {
    if (!dataset) return await loadImage(picture);
    const opened = await openDataset(dataset.path, { megabytes: dataset.megabytes });
    try {
      const image = opened.images.find(({ name }) => name === picture);
      if (!image) throw new SimulationError('bad-parameter', `There is no picture ${picture}.`);
      return await opened.readPicture(image);
    } finally {
      await opened.close();
    }
  } catch (error) {
    if (!(error instanceof SimulationError)) throw error;
    throw new SimulationError(error.code, error.message, 'picture');
  }
}

async function foundIn(
  network: OpenNetwork,
  picture: RgbImage,
): Promise<NonNullable<TriedNetwork['found']>> {
  const start = performance.now();
  const finding = await network.find(picture, watch, { threshold: 'drawing' });
  const milliseconds = performance.now() - start;
  const { descriptor } = network;
  const shown = smallPicture(picture, LARGEST_SIDE);
  const task = await loadTask(descriptor.task);
  const countOf = (one: Finding): number => task.count?.(one) ?? 1;
  const count = countOf(finding);
  const drawn = await drawFinding(finding, { found: picture, shown }, descriptor);
  return {
    image: await pictureUrl(drawn ?? shown),
    milliseconds,
    count,
    results: task
      .strongest(finding)
      .toSorted((one, other) => other.score - one.score)
      .slice(0, MOST_LISTED)
      .map(({ label, score }) => ({ label: className(label, descriptor), score })),
    tries: count === 0 ? await triesOf(network, picture, countOf) : [],
  };
}

/** Orders and scales with which the network finds boxes, the most boxes first. */
async function triesOf(
  network: OpenNetwork,
  picture: RgbImage,
  countOf: (finding: Finding) => number,
) {
  const { colour: ownColour, range: ownRange } = network.descriptor.input;
  const colours = ownColour === 'grey' ? (['grey'] as const) : COLOURS;
  const tries: NonNullable<TriedNetwork['found']>['tries'] = [];
  const start = performance.now();
  for (const colour of colours)
    for (const [black, white] of RANGES) {
      const isOwn = colour === ownColour && black === ownRange[0] && white === ownRange[1];
      if (isOwn || performance.now() - start > LONGEST_TRIES_MS) continue;
      const input = { colour, range: [black, white] as const };
      const finding = await network.find(picture, watch, { threshold: 'drawing', input });
      const count = countOf(finding);
      if (count > 0) tries.push({ colour, range: [black, white], count });
    }
  return tries.toSorted((one, other) => other.count - one.count);
}
