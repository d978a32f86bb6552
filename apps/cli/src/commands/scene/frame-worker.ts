import { mkdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { workerData } from 'piscina';
import { SimulationError, npyHeader, simulate, type SimulationReport } from '@lumenloom/engine';
import { encodePng, nodeHost, onDevice, writeFile } from '@lumenloom/node-host';
import { UsageError } from '@lumenloom/node-host/command-line';
import { jsonText } from '../print.ts';
import { planOf } from '../read-recipe.ts';
import { RAW_END } from '../recording.ts';
import { mapFiles, type MapOption } from './map-outputs.ts';
import { depthOfRender, renderOf, withFieldOfView } from './open-render.ts';
import { seedOf, type FolderRun, type FrameResult, type FrameTask } from './folder-run.ts';

const run = workerData as FolderRun;
/** Exposures fill the processor side by side, so each is computed on its own thread only. */
const host = nodeHost(1);

/** Simulates an exposure and writes its files. Errors that the person can correct are results. */
export default async function frameWorker(task: FrameTask): Promise<FrameResult> {
  try {
    for (const [end, content] of await filesOf(task)) {
      const file = join(run.out, `${task.frame.name}${end}`);
      await mkdir(dirname(file), { recursive: true });
      await writeFile(file, content);
    }
    return { status: 'done' };
  } catch (error) {
    if (error instanceof SimulationError && error.code === 'cancelled')
      return { status: 'stopped' };
    if (!(error instanceof SimulationError || error instanceof UsageError)) throw error;
    return { status: 'failed', message: error.message };
  }
}

/** The files of an exposure, by the ends of their names. */
async function filesOf({
  frame,
  index,
  stopFlag,
}: FrameTask): Promise<readonly (readonly [end: string, content: string | Uint8Array])[]> {
  const { folder, recipe, own, reading, exposureSeconds, noise, quality, offset, hertz } = run;
  const render = await renderOf(frame, folder, reading);
  const { scene, illuminant } = render;
  const { depth } = await depthOfRender(render);
  const parts = {
    ...own,
    scene,
    ...(illuminant && { illuminant }),
    ...(depth && { depth }),
  };
  const chosen = withFieldOfView(recipe, render.hfov);
  const { plan } = planOf(chosen, exposureSeconds, parts, run.changes);
  const framePlan = {
    ...plan,
    algorithm: undefined,
    ...(hertz !== undefined && { frame: { index, hertz } }),
    noise,
    quality,
    grid: offset ? { ...plan.grid, offset } : plan.grid,
    seeds: {
      temporal: seedOf(recipe, frame),
      fixedPattern: run.fixedPatternSeed ?? plan.seeds.fixedPattern,
    },
  };
  const device = run.device === undefined ? 'cpu' : 'webgpu';
  const { image, raw, report } = await onDevice(device, host, (deviceHost) =>
    simulate(framePlan, deviceHost, {
      stopped: () => Atomics.load(stopFlag, 0) === 1,
      log: () => undefined,
      progress: () => undefined,
      stage: () => undefined,
      needsDevice: true,
    }),
  );
  const wanted = Object.keys(run.maps) as MapOption[];
  const maps = await mapFiles({ render, plan: framePlan, isPlanned: false }, host, wanted);
  return [
    ['.png', await encodePng(image)],
    ['.json', jsonText(withoutTimes(report))],
    ...(raw && run.keepsRaw ? [[RAW_END, rawFile(raw, image)] as const] : []),
    ...[...maps].map(([option, content]) => [`.${run.maps[option]!}`, content] as const),
  ];
}

const rawFile = (
  raw: Uint16Array,
  { rows, columns }: { readonly rows: number; readonly columns: number },
): Uint8Array =>
  Buffer.concat([
    npyHeader('uint16', [rows, columns]),
    new Uint8Array(raw.buffer, raw.byteOffset, raw.byteLength),
  ]);

/** What depends on the machine and on the runs before: times, and whether tables were there. */
const TIMES: readonly string[] = ['ms', 'totalMs', 'tables', 'tracedMilliseconds'];

/** The report with the same bytes every time. */
const withoutTimes = (report: SimulationReport): unknown =>
  JSON.parse(
    JSON.stringify(report, (key, value: unknown) => (TIMES.includes(key) ? undefined : value)),
  );
