import '@lumenloom/contract/without-eval';
import { DEFAULT_BUDGET, toPlan } from '@lumenloom/contract';
import { SimulationError, npyHeader, shareParts, type Host } from '@lumenloom/engine';
import { isObject } from '@lumenloom/engine/catalogue';
import {
  planSession,
  practisePlan,
  readEquipment,
  type PractiseStack,
  type SessionPlan,
} from '@lumenloom/engine/twin';
import { kernelsAt } from './kernels.ts';
import { namedPartsAt } from './named-parts.ts';
import type {
  PlanAnswer,
  PlanQuestion,
  PractiseAnswer,
  PractiseQuestion,
  TwinFailure,
} from './twin-messages.ts';

/** The answer, or the sentence of what is wrong. */
async function orFailure<Answer>(answer: () => Promise<Answer>): Promise<Answer | TwinFailure> {
  try {
    return await answer();
  } catch (error) {
    if (!(error instanceof SimulationError)) throw error;
    const { field, message } = error;
    const place = field === undefined || message.startsWith(field) ? '' : `${field}: `;
    return { kind: 'failed', message: place + message };
  }
}

const sessionOf = (have: unknown): SessionPlan => planSession(readEquipment(have));

/** The frames that measure a camera, by what is there. */
export const planFrames = ({ have }: PlanQuestion): Promise<PlanAnswer | TwinFailure> =>
  orFailure(() => Promise.resolve({ kind: 'plan', plan: sessionOf(have) }));

/**
 * Takes the frames of a session with the camera of a recipe, one stack after the other.
 *
 * @param progress gets the share of the frames that are there.
 */
export const practiseFrames = (
  { recipe, have, scale, files }: PractiseQuestion,
  progress: (share: number) => void,
): Promise<PractiseAnswer | TwinFailure> =>
  orFailure(async () => {
    const host = hostOf(files.kernels);
    const plan = await planOf(recipe, files.parts);
    const { frames: planned } = sessionOf(have);
    const session = await practisePlan(plan, { seed: undefined, scale, planned }, host);
    const { stacks, manifest, notes, rows, columns } = session;
    const total = stacks.reduce((sum, { count }) => sum + count, 0);
    let taken = 0;
    const made: (readonly [string, File])[] = [];
    const developed = [];
    for (const stack of stacks) {
      const pieces = await piecesOf(stack, [stack.count, rows, columns], () => {
        taken += 1;
        progress(taken / total);
      });
      made.push([stack.file, new File(pieces, stack.file)]);
      if (!stack.developed) continue;
      const frame = await stack.developed.take();
      developed.push(frame);
      made.push([
        stack.developed.file,
        new File([await pngOf(frame.image)], stack.developed.file, { type: 'image/png' }),
      ]);
    }
    const text = `${JSON.stringify(manifest, undefined, 2)}\n`;
    made.push(['manifest.json', new File([text], 'manifest.json', { type: 'application/json' })]);
    return { kind: 'session', files: made, truth: session.truth(developed).figures, notes };
  });

/** One thread, with the kernels. */
function hostOf(kernels: PractiseQuestion['files']['kernels']) {
  const loadKernel: Host['loadKernel'] = kernelsAt(kernels);
  return {
    loadKernel,
    now: () => performance.now(),
    loadImage: () =>
      Promise.reject(
        new SimulationError('bad-parameter', 'isp: this ISP needs a picture that is not here.'),
      ),
    parallel: shareParts({ host: { loadKernel }, helpers: [], pause: () => Promise.resolve() }),
  };
}

/** The plan of a recipe without its network. @throws SimulationError with what is wrong. */
async function planOf(asked: unknown, parts: string) {
  const { algorithm: _, ...camera } = isObject(asked) ? asked : {};
  const read = await namedPartsAt(parts)(camera);
  const decoded =
    'problems' in read
      ? ({ ok: false, ...read } as const)
      : toPlan(read.recipe, DEFAULT_BUDGET, undefined, read.own);
  if (!decoded.ok) {
    const [{ field, message } = { field: '', message: '' }] = decoded.problems;
    throw new SimulationError('bad-parameter', message, field === '' ? undefined : field);
  }
  const { plan } = decoded.value;
  if (!plan)
    throw new SimulationError('bad-parameter', 'The recipe has no picture: choose a scene.');
  return plan;
}

async function piecesOf(
  { frames }: PractiseStack,
  shape: readonly number[],
  tookOne: () => void,
): Promise<BlobPart[]> {
  const pieces: BlobPart[] = [npyHeader('uint16', shape) as Uint8Array<ArrayBuffer>];
  for await (const frame of frames()) {
    // A blob of its own, so that the frame does not stay in this memory.
    pieces.push(new Blob([Uint16Array.from(frame)]));
    tookOne();
  }
  return pieces;
}

/** A picture as a PNG. */
function pngOf({ rows, columns, channels, data }: ShownPicture): Promise<Blob> {
  const canvas = new OffscreenCanvas(columns, rows);
  const context = canvas.getContext('2d')!;
  const pixels = context.createImageData(columns, rows);
  for (let i = 0; i < rows * columns; i += 1) {
    for (let c = 0; c < 3; c += 1)
      pixels.data[4 * i + c] = data[i * channels + Math.min(c, channels - 1)]!;
    pixels.data[4 * i + 3] = 255;
  }
  context.putImageData(pixels, 0, 0);
  return canvas.convertToBlob({ type: 'image/png' });
}

interface ShownPicture {
  readonly rows: number;
  readonly columns: number;
  readonly channels: number;
  readonly data: ArrayLike<number>;
}
