import { digestOf } from '../../digest.ts';
import type { Host } from '../../host.ts';
import { sharedUint16 } from '../../images/shared-array.ts';
import { checkStopped, type StageContext } from '../../stage.ts';
import { SimulationError } from '../../simulation-error.ts';
import type { BayerCodes, IspSink } from '../isp-code.ts';
import { BAYER_PHASES } from './bayer-phases.ts';
import { developOnDevice } from './develop-on-device.ts';
import { loadIsp } from './load-isp.ts';
import { ISP_MODULES, ISP_WIRE_KEY, isEnabled, type AnyStep, type IspParameters } from './order.ts';
import { output, toBytes, type IspImage } from './output.ts';
import { passesOf, type Pass } from './passes.ts';
import { newPicture, type KeptPicture, type Picture, type Size } from './picture.ts';
import { PLANES } from './planes.ts';
import { ispProblems } from './problems.ts';
import {
  reportOf,
  timedModules,
  type IspReport,
  type ModuleFigures,
  type TimedModules,
} from './report.ts';
import { effortOf, preparePass, runPass, type IspRun, type PreparedPass } from './run-pass.ts';
import { saturationLevel } from './saturation.ts';

/** The raw picture of a sensor. */
export interface RawMosaic extends BayerCodes {
  /** Name of the mosaic in the memory of the host; absent where modules are not kept. */
  readonly key?: string;
}

export interface IspResult {
  /**
   * In the reference's own channel order: `asShown` converts it for display
   * (docs/reference/protocol.md#f5).
   */
  readonly image: IspImage;
  readonly report: IspReport;
  /** Whether all modules were found in memory, or the first ones; undefined where all were run. */
  readonly fromMemory: 'all' | 'part' | undefined;
}

/** The picture after a pass, and what its steps and those before it have counted. */
interface Developed {
  readonly picture: KeptPicture;
  readonly counted: readonly ModuleFigures[];
}

/**
 * Develops a raw mosaic: the modules of `ISP_MODULES`, as far as they are enabled, in their order.
 *
 * @param mosaic an odd last row or column is left out (docs/reference/protocol.md#f8).
 * @param sink receives the arrays of every module. With or without it the picture is the same.
 * @returns the picture, 8 bit: rows x columns x 3, or x 1 (grey) when CFA is off.
 * @throws SimulationError 'bad-parameter' for modules that cannot run together, 'cancelled' when
 *   stopped; DeviceError when the device of the host fails.
 * @see docs/reference/isp.md; fast-openISP, bit for bit except SCL (within one code).
 */
export async function runIsp(
  mosaic: RawMosaic,
  parameters: IspParameters,
  host: Pick<Host, 'parallel' | 'device' | 'now' | 'loadKernel' | 'memory'>,
  context: StageContext,
  sink?: IspSink,
): Promise<IspResult> {
  const [problem] = ispProblems(parameters, mosaic.bits);
  if (problem)
    throw new SimulationError('bad-parameter', problem.message, `${ISP_WIRE_KEY}.${problem.key}`);
  const size = evenSize(mosaic, context);
  const isp = await loadIsp(host);
  const saturation = saturationLevel(parameters, mosaic.bits);
  const frame = { ...size, phases: BAYER_PHASES[mosaic.order], saturation };
  const passes = passesOf(chainOf(parameters), isp, sink !== undefined).map((pass) =>
    preparePass(pass, parameters, frame),
  );
  const keys = host.memory && !sink ? keysOf(mosaic, saturation, passes) : [];
  const { count, developed } = lastKept(keys, host.memory);
  const run: Running = {
    frame,
    picture: newPicture(developed?.picture ?? { planes: { bayer: shareable(mosaic, size) }, size }),
    host,
    context,
  };
  const counted = [...(developed?.counted ?? [])];
  const start = host.now();
  // A device knows only the last arrays of a sink.
  const onDevice = sink ? undefined : developOnDevice(passes.slice(count), run);
  let modules: TimedModules[] = [];
  if (onDevice) {
    counted.push(...(await onDevice));
    keepDeveloped(keys.at(-1), run.picture, counted, host.memory);
    const steps = passes.slice(count).flatMap(({ pass }) => pass.steps);
    modules = [
      ...passes.slice(0, count).flatMap(({ pass }) => timedModules(pass.steps, 0)),
      ...timedModules(steps, host.now() - start),
    ];
  } else modules = await developOnThreads({ passes, count, keys }, run, counted, sink);
  const image = imageOf(run.picture, 2 ** mosaic.bits - 1, saturation);
  return {
    image,
    report: reportOf({ modules, path: isp.path, saturation }, counted),
    fromMemory: count === 0 ? undefined : count === passes.length ? 'all' : 'part',
  };
}

/** What the parts of a run share. */
interface Running extends IspRun {
  readonly host: Pick<Host, 'parallel' | 'device' | 'now' | 'memory'>;
  readonly context: StageContext;
}

/** The passes of a chain, the first `count` of which are done, with the keys of their pictures. */
interface Chain {
  readonly passes: readonly PreparedPass[];
  readonly count: number;
  readonly keys: readonly string[];
}

/**
 * Runs the passes that are not done, one by one.
 *
 * @param counted gets what they count.
 */
async function developOnThreads(
  { passes, count, keys }: Chain,
  run: Running,
  counted: ModuleFigures[],
  sink: IspSink | undefined,
): Promise<TimedModules[]> {
  const { frame, picture, host, context } = run;
  const effort = passes.reduce((sum, { pass }) => sum + effortOf(pass), 1);
  let done = 0;
  const modules: TimedModules[] = [];
  for (const [index, prepared] of passes.entries()) {
    const { pass } = prepared;
    let ms = 0;
    if (index >= count) {
      checkStopped(context);
      const start = host.now();
      const counts = await runPass(prepared, run, (fraction) => {
        context.progress((done + fraction * effortOf(pass)) / effort);
      });
      ms = host.now() - start;
      for (const { step, code } of pass.steps)
        if (code.figures && counts)
          counted.push({ id: step.id, figures: code.figures(counts, frame) });
      keepDeveloped(keys[index], picture, counted, host.memory);
    }
    const timed = timedModules(pass.steps, ms);
    modules.push(...timed);
    if (sink && timed.length > 0) await writeReplaced(sink, index + 1, pass, picture);
    done += effortOf(pass);
    context.progress(done / effort);
  }
  return modules;
}

/**
 * The key of the picture after each pass: it depends on the mosaic and on the parameters that the
 * passes so far have read.
 */
function keysOf(
  { key, rows, columns, order, bits }: RawMosaic,
  saturation: number,
  passes: readonly PreparedPass[],
): string[] {
  if (key === undefined) return [];
  let last = digestOf(['isp', key, rows, columns, order, bits, saturation]);
  return passes.map(({ pass, read }) => {
    last = digestOf([last, pass.steps.map(({ step }) => step.id), read]);
    return last;
  });
}

/** The picture after the last pass that is in memory, and how many passes that are. */
function lastKept(
  keys: readonly string[],
  memory: Host['memory'],
): { readonly count: number; readonly developed: Developed | undefined } {
  for (let count = keys.length; count > 0; count -= 1) {
    const developed = memory?.find(keys[count - 1]!) as Developed | undefined;
    if (developed) return { count, developed };
  }
  return { count: 0, developed: undefined };
}

/**
 * Keeps the picture as it is after a pass, unless it is too large: its planes could then not be
 * overwritten.
 */
function keepDeveloped(
  key: string | undefined,
  picture: Picture,
  counted: readonly ModuleFigures[],
  memory: Host['memory'],
): void {
  if (!memory || key === undefined) return;
  const bytes = picture.bytes();
  if (bytes > memory.largest) return;
  const developed: Developed = { picture: picture.keep(), counted: [...counted] };
  memory.keep(key, developed, bytes);
}

/**
 * The size without an odd last row or column.
 * @throws SimulationError when nothing is left of it.
 */
function evenSize({ rows, columns }: Size, context: Pick<StageContext, 'log'>): Size {
  const size = { rows: rows & ~1, columns: columns & ~1 };
  if (size.rows === 0 || size.columns === 0)
    throw new SimulationError(
      'bad-parameter',
      `An ISP needs at least 2 × 2 pixels, not ${columns} × ${rows}.`,
      'sensorParams.rows',
    );
  if (size.rows !== rows || size.columns !== columns)
    context.log(
      `The ISP needs an even number of columns and rows: ${columns} × ${rows} pixels are cropped to ${size.columns} × ${size.rows}.`,
    );
  return size;
}

/** The raw in shared memory, without an odd last row or column. */
function shareable({ codes, columns }: RawMosaic, size: Size): Uint16Array {
  if (size.columns === columns && !(codes.buffer instanceof ArrayBuffer))
    return codes.subarray(0, size.rows * columns);
  const shared = sharedUint16(size.rows * size.columns);
  for (let row = 0; row < size.rows; row += 1)
    shared.set(codes.subarray(row * columns, row * columns + size.columns), row * size.columns);
  return shared;
}

/**
 * Ids of the enabled modules in their order, and of the output step where they end in luma and
 * chroma.
 */
function chainOf(parameters: IspParameters): string[] {
  const modules = ISP_MODULES.filter(({ id }) => isEnabled(parameters, id));
  const endsInLuma = modules.some(
    ({ replaces, whateverIsThere }: AnyStep) =>
      !whateverIsThere && output.reads.some((name) => replaces.includes(name)),
  );
  return [...modules.map(({ id }) => id), ...(endsInLuma ? [output.id] : [])];
}

async function writeReplaced(
  sink: IspSink,
  index: number,
  { id, steps }: Pass,
  picture: Picture,
): Promise<void> {
  const { rows, columns } = picture.size();
  for (const name of steps[0].step.replaces.filter((plane) => picture.has(plane))) {
    const { array, type, channels } = PLANES[name];
    const shape = channels === 1 ? [rows, columns] : [rows, columns, channels];
    const data = picture.planes([name])[name];
    await sink.write({ index, module: id, array, type, shape, data });
  }
}

/** The picture from whatever the last step left. */
function imageOf(picture: Picture, fullScale: number, saturation: number): IspImage {
  const size = picture.size();
  if (picture.has('rgb')) return { ...size, channels: 3, data: picture.planes(['rgb']).rgb };
  if (picture.has('codes'))
    return { ...size, channels: 3, data: toBytes(picture.planes(['codes']).codes, saturation) };
  return { ...size, channels: 1, data: toBytes(picture.planes(['bayer']).bayer, fullScale) };
}
