import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { workerData } from 'piscina';
import { SimulationError, simulate, type SimulationReport } from '@lumenloom/engine';
import { encodePng, nodeHost, type RenderFrame } from '@lumenloom/node-host';
import { UsageError } from '@lumenloom/node-host/command-line';
import { jsonText } from '../print.ts';
import { planOf } from '../read-recipe.ts';
import { mapFiles, type MapOption } from './map-outputs.ts';
import { depthOfRender, renderOf, withFieldOfView } from './open-render.ts';
import { seedOf, type FolderRun, type FrameResult, type FrameTask } from './folder-run.ts';

const run = workerData as FolderRun;
/** Exposures fill the processor side by side, so each is computed on its own thread only. */
const host = nodeHost(1);

/** Simulates an exposure and writes its files. Errors that the person can correct are results. */
export default async function frameWorker({ frame, stopFlag }: FrameTask): Promise<FrameResult> {
  try {
    for (const [end, content] of await filesOf(frame, stopFlag)) {
      const file = join(run.out, `${frame.name}${end}`);
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
async function filesOf(
  frame: RenderFrame,
  stopFlag: Int32Array,
): Promise<readonly (readonly [end: string, content: string | Uint8Array])[]> {
  const { folder, recipe, own, reading, exposureSeconds, noise, quality, offset } = run;
  const render = await renderOf(frame, folder, reading);
  const { scene, illuminant } = render;
  const { depth } = await depthOfRender(render);
  const { plan } = planOf(withFieldOfView(recipe, render.hfov), exposureSeconds, {
    ...own,
    scene,
    ...(illuminant && { illuminant }),
    ...(depth && { depth }),
  });
  const framePlan = {
    ...plan,
    algorithm: undefined,
    noise,
    quality,
    grid: offset ? { ...plan.grid, offset } : plan.grid,
    seeds: {
      temporal: seedOf(recipe, frame),
      fixedPattern: run.fixedPatternSeed ?? plan.seeds.fixedPattern,
    },
  };
  const { image, report } = await simulate(framePlan, host, {
    stopped: () => Atomics.load(stopFlag, 0) === 1,
    log: () => undefined,
    progress: () => undefined,
    stage: () => undefined,
  });
  const wanted = Object.keys(run.maps) as MapOption[];
  const maps = await mapFiles({ render, plan: framePlan, isPlanned: false }, host, wanted);
  return [
    ['.png', await encodePng(image)],
    ['.json', jsonText(withoutTimes(report))],
    ...[...maps].map(([option, content]) => [`.${run.maps[option]!}`, content] as const),
  ];
}

/** What depends on the machine and on the runs before: times, and whether tables were there. */
const TIMES: readonly string[] = ['ms', 'totalMs', 'tables', 'tracedMilliseconds'];

/** The report with the same bytes every time. */
const withoutTimes = (report: SimulationReport): unknown =>
  JSON.parse(
    JSON.stringify(report, (key, value: unknown) => (TIMES.includes(key) ? undefined : value)),
  );
