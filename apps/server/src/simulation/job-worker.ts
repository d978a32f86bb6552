import type { MessagePort } from 'node:worker_threads';
import { messages, toPlan, type SimulationEvent } from '@lumenloom/contract';
import {
  SimulationError,
  lensOfPlan,
  simulate,
  type Host,
  type RunContext,
  type SimulationPlan,
} from '@lumenloom/engine';
import { workerData } from 'piscina';
import {
  collectGarbageSoon,
  encodePng,
  keepGarbage,
  nodeHost,
  npyFolder,
  onDevice,
  openDevice,
  ownNetworks,
  peakRssBytes,
  type DeviceChoice,
  type ModelSettings,
  type NetworkLimits,
} from '@lumenloom/node-host';
import { withStoredFiles } from '../library/stored-scene.ts';
import { eventLine, failureLine, logLine } from './event-line.ts';
import type { RunWatch } from './job-queue.ts';
import { countDeviceWork, countedDevice, STOP } from './run-flags.ts';

/** One run, as it reaches the thread. */
export interface JobTask {
  readonly plan: SimulationPlan;
  readonly owner: string | undefined;
  /** Folder of the files of accounts. */
  readonly library: string;
  /** What the run shares with the one who stops it. */
  readonly flags: Int32Array;
  /** Takes the lines of the answer. */
  readonly port: MessagePort;
  readonly wantsPicture: boolean;
  readonly stagesFolder: string | undefined;
  readonly onlyOn: RunWatch['onlyOn'];
}
/** Settings of every thread. */
export interface ThreadSettings {
  /** Threads that share the work of a large picture, this one among them. */
  readonly threadsPerRun: number;
  /** Where the files of networks lie, and which of them are used. */
  readonly models: Pick<ModelSettings, 'folder' | 'precisions'>;
  readonly device: DeviceChoice;
  /** For results of stages. */
  readonly stageMemoryBytes: number;
  /** What a network of a library may take. */
  readonly reading: NetworkLimits;
}
/**
 * 'ended' with or without a result, 'stopped' by the flag; 'crashed' is what the pool makes of a
 * thread that died.
 */
export type JobOutcome = 'ended' | 'stopped' | 'crashed';

const { threadsPerRun, models, device, stageMemoryBytes, reading } = workerData as ThreadSettings;
/** Each thread has its own host, so that its helper threads end with it. */
const host: Host = {
  ...nodeHost(threadsPerRun, models, stageMemoryBytes),
  openNetwork: ownNetworks(reading),
};
/** For runs of nobody. */
const { memory: _, ...hostWithoutMemory } = host;

/**
 * Milliseconds between two progress events: looks smooth and costs nothing compared with the run.
 */
const PROGRESS_INTERVAL_MS = 50;

/** Sends at most one progress event per interval, and always the last one. */
function progressReporter(send: (event: SimulationEvent) => void): (fraction: number) => void {
  let last = 0;
  return (fraction) => {
    const now = performance.now();
    if (fraction < 1 && now - last < PROGRESS_INTERVAL_MS) return;
    last = now;
    send({ type: 'progress', content: fraction });
  };
}

/**
 * A picture's line as bytes, so that a large one moves to the other thread instead of being copied
 * there.
 */
function pictureLine(type: 'plain' | 'result', png: Buffer): Uint8Array<ArrayBuffer> {
  const [head, tail] = [`{"type":"${type}","content":"data:image/png;base64,`, '"}\n'];
  return new TextEncoder().encode(head + png.toString('base64') + tail);
}

/** Tables of a lens from a file are not kept on disc, where they would outlast the file. */
const hostFor = ({ optics }: SimulationPlan, owner: string | undefined): Host => {
  const whole = owner === undefined ? hostWithoutMemory : host;
  if (typeof lensOfPlan(optics) !== 'object') return whole;
  const { cache: _onDisc, ...rest } = whole;
  return rest;
};

async function runPlan({
  plan: travelled,
  owner,
  library,
  flags,
  port,
  wantsPicture,
  stagesFolder,
  onlyOn,
}: JobTask): Promise<void> {
  const plan = await withStoredFiles(travelled, library);
  const send = (event: SimulationEvent): void => {
    port.postMessage(eventLine(event));
  };
  const log: RunContext['log'] = (content, topic, isWarning) => {
    port.postMessage(logLine(content, topic, isWarning));
  };
  const opened = await countDeviceWork(flags, () =>
    openDevice(onlyOn ?? device, (sentence) => {
      log(sentence, 'How it was computed', true);
    }),
  );
  const compute = (own: Host) =>
    simulate(
      plan,
      { ...own, device: own.device && countedDevice(own.device, flags) },
      {
        // Owners of several servers, which the thread works for in turn, may have one number.
        ...(owner !== undefined && { owner: `${owner} in ${library}` }),
        ...(stagesFolder !== undefined && { sink: npyFolder(stagesFolder) }),
        stopped: () => Atomics.load(flags, STOP) === 1,
        log,
        progress: progressReporter(send),
        stage: (name, ms, fromMemory) => {
          send({ type: 'stage', content: { name, ms, ...(fromMemory && { fromMemory }) } });
        },
        ...(wantsPicture && {
          picture: async (image, plain) => {
            for (const [type, picture] of [
              ['plain', plain],
              ['result', image],
            ] as const) {
              if (!picture) continue;
              const line = pictureLine(type, await encodePng(picture));
              port.postMessage(line, [line.buffer]);
            }
          },
        }),
        needsDevice: onlyOn !== undefined,
        measurement: (content) => {
          send({ type: 'measurement', content });
        },
      },
    );
  const own = hostFor(plan, owner);
  const { report } = onlyOn
    ? await onDevice(onlyOn, own, compute)
    : await compute({ ...own, device: opened });
  if (report.algorithm) send({ type: 'analysis', content: report.algorithm });
  send({ type: 'report', content: { ...report, peakRssBytes: peakRssBytes() } });
}

/**
 * Runs one task. Errors that the person can correct become a log line; any other error is a bug and
 * is thrown.
 */
export default async function jobWorker(task: JobTask): Promise<JobOutcome> {
  keepGarbage();
  try {
    await runPlan(task);
    return 'ended';
  } catch (error) {
    if (!(error instanceof SimulationError)) throw error;
    if (error.code === 'cancelled') return 'stopped';
    task.port.postMessage(failureLine(messages.simulationFailed(error.message), error.field));
    return 'ended';
  } finally {
    collectGarbageSoon();
  }
}

/**
 * Loads and compiles what the first run needs, with a narrow picture that is high enough to start
 * the helper threads too.
 */
async function warmUp(): Promise<void> {
  const recipe = toPlan({
    scene: 'Macbeth',
    sensor: 'Bayer-grbg',
    sensorParams: { rows: 1024, cols: 4 },
  });
  if (!recipe.ok || !recipe.value.plan) return;
  const quiet = {
    stopped: () => false,
    log: () => undefined,
    progress: () => undefined,
    stage: () => undefined,
  };
  const { image } = await simulate(recipe.value.plan, hostWithoutMemory, quiet);
  await encodePng(image);
}
await warmUp();
