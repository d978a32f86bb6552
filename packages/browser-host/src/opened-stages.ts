import {
  irradianceOf,
  npyHeader,
  SimulationError,
  spectraOf,
  stagesOf,
  type Host,
  type SimulationPlan,
} from '@lumenloom/engine';
import { answerWith, type PostedAnswer } from './posted-answer.ts';
import type { SpectraName } from './messages.ts';
import { unshared } from './npy-file.ts';

/** Pixels of the largest picture whose stages are opened: about 50 bytes each are kept. */
const MOST_PIXELS = 4e6;

/** The arrays between the stages. */
export async function openedStages(
  plan: SimulationPlan,
  host: Host,
  stopped: () => boolean,
): Promise<PostedAnswer> {
  const { rows, columns } = plan.grid;
  if (rows * columns > MOST_PIXELS)
    throw new SimulationError(
      'too-large',
      `Stages are shown of pictures up to ${MOST_PIXELS / 1e6} megapixels; "lumenloom simulate --stages" writes them of any size.`,
      'sensorParams.rows',
    );
  const stages = await stagesOf(plan, host, stopped);
  const { scene, sceneAt, sensed, developed } = stages;
  // The others may be kept in memory.
  const own = [
    scene.luminance,
    scene.picture,
    sceneAt,
    ...[stages.depth, stages.stray].flatMap((array) => array ?? []),
    ...(sensed ? [sensed.electrons] : []),
    ...(sensed?.hdr?.captures.map(({ electrons }) => electrons) ?? []),
    ...(sensed?.hdr ? [sensed.hdr.merged] : []),
    ...(developed?.written.map(({ data }) => data) ?? []),
  ].map(({ buffer }) => buffer as ArrayBuffer);
  return answerWith({ kind: 'stages', rows, columns, ...stages }, ...own);
}

/** The irradiance, summed over the bands. */
export const summedIrradiance = async (
  plan: SimulationPlan,
  host: Host,
  stopped: () => boolean,
): Promise<PostedAnswer> =>
  answerWith({ kind: 'irradiance', irradiance: await irradianceOf(plan, host, stopped) });

/**
 * An array of all bands as an .npy file. Its bands go to the browser's store of files one by one.
 */
export async function savedSpectra(
  plan: SimulationPlan,
  wanted: SpectraName,
  host: Host,
  stopped: () => boolean,
): Promise<PostedAnswer> {
  const parts: Blob[] = [];
  await spectraOf(plan, host, stopped, {
    write: async (name, type, shape, pieces) => {
      if (name !== wanted) return;
      parts.push(new Blob([npyHeader(type, shape).slice()]));
      for await (const piece of pieces) parts.push(new Blob([unshared(piece)]));
    },
  });
  return answerWith({ kind: 'spectra', file: new Blob(parts) });
}
