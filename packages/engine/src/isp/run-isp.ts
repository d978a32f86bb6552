import type { Host } from '../host.ts';
import type { NpyType } from '../images/npy.ts';
import { sharedUint16 } from '../images/shared-array.ts';
import { loadIspKernels } from '../kernels/load-isp.ts';
import { checkStopped, type StageContext } from '../pipeline/stage.ts';
import type { BayerOrder } from '../sensors/bayer/descriptor.ts';
import { SimulationError } from '../simulation-error.ts';
import { BAYER_PHASES } from './bayer-phases.ts';
import { rowRunner, type IspState } from './isp-state.ts';
import { ISP_MODULES, isEnabled, type IspModuleId, type IspParameters } from './order.ts';
import { toBytes, type IspImage } from './output.ts';
import { planeMemory } from './planes.ts';
import { ispProblems } from './problems.ts';
import { passesOf } from './run-modules.ts';
import { saturationLevel } from './saturation.ts';

type IspArray = 'bayer' | 'rgb' | 'y' | 'cbcr' | 'edge_map';

/** Takes what each module replaced, right after it ran; the data is overwritten later. `index` counts the modules that ran, from 1. */
export interface IspSink {
  readonly write: (
    index: number,
    module: IspModuleId,
    array: IspArray,
    type: NpyType,
    shape: readonly number[],
    data: Uint8Array | Uint16Array | Int16Array,
  ) => Promise<void>;
}

/** What the ISP found out, in numbers (physics.md P13). */
export interface IspReport {
  /** In order; those that ran in one pass together. */
  readonly modules: readonly TimedModules[];
  readonly path: 'SIMD' | 'plain';
  /** Code at which the linear picture is full. */
  readonly saturation: number;
  readonly deadPixels?: { readonly replaced: number; readonly isolatedBright: number };
  /** Per cent of the samples at saturation: red, green, blue; after CCM as they are shown. */
  readonly clippedPercent: { readonly awb?: Percent; readonly ccm?: Percent };
}
type Percent = readonly [number, number, number];
/** `label` like 'NLM' or 'CFA+CCM+GAC+CSC'. */
interface TimedModules {
  readonly ids: readonly IspModuleId[];
  readonly label: string;
  readonly ms: number;
}

export interface IspResult {
  /** In the reference's own channel order: `asShown` turns it into what is looked at (ruling F5). */
  readonly image: IspImage;
  readonly report: IspReport;
}

/** How long each module takes against the others, for the progress bar; 1 where nothing is said. */
const EFFORT: Partial<Readonly<Record<IspModuleId, number>>> = {
  nlm: 25,
  bnf: 6,
  dpc: 2,
  cnf: 2,
  cfa: 3,
};

/**
 * Develops a raw mosaic: DPC BLC AAF AWB CNF CFA CCM GAC CSC NLM BNF CEH EEH FCS HSC BCC SCL, as far as they are enabled.
 *
 * @param raw codes, [rows, columns]; an odd last row or column is left out (ruling F8).
 * @param bits of the codes, 1 to 16.
 * @param sink takes what every module replaced; it never changes the picture.
 * @returns the picture, 8 bit: rows x columns x 3, or x 1 (grey) when CFA is off.
 * @throws SimulationError 'bad-parameter' for modules that cannot run together, 'cancelled' when stopped.
 * @see reference isp.md; fast-openISP, bit for bit except SCL (within one code).
 */
export async function runIsp(
  raw: Uint16Array,
  rows: number,
  columns: number,
  order: BayerOrder,
  bits: number,
  parameters: IspParameters,
  host: Pick<Host, 'parallel' | 'now' | 'loadKernel'>,
  context: StageContext,
  sink?: IspSink,
): Promise<IspResult> {
  const [problem] = ispProblems(parameters, bits);
  if (problem) throw new SimulationError('bad-parameter', problem.message, problem.field);
  const size = { rows: rows & ~1, columns: columns & ~1 };
  if (size.rows === 0 || size.columns === 0)
    throw new SimulationError(
      'bad-parameter',
      `An ISP needs at least 2 x 2 pixels, not ${columns} x ${rows}.`,
      'sensorParams.rows',
    );
  if (size.rows !== rows || size.columns !== columns)
    context.log(
      `The ISP needs even sizes: of ${columns} x ${rows} pixels it gets ${size.columns} x ${size.rows}.`,
    );
  const chain = ISP_MODULES.map(({ id }) => id).filter((id) => isEnabled(parameters, id));
  const kernels = await loadIspKernels(host);
  const effortOf = (ids: readonly IspModuleId[]): number =>
    ids.reduce((sum, id) => sum + (EFFORT[id] ?? 1), 0);
  const effort = effortOf(chain) + 1;
  let [done, share] = [0, 0];
  const advance = (fraction: number): void => {
    context.progress((done + fraction * share) / effort);
  };

  const memory = planeMemory();
  const source = shareable(raw, columns, size);
  const state: IspState = {
    ...size,
    size,
    phases: BAYER_PHASES[order],
    fullScale: 2 ** bits - 1,
    saturation: saturationLevel(parameters, bits),
    parameters,
    memory,
    runRows: rowRunner(host, size, context, advance),
    bayer: source,
    rgbCodes: undefined,
    rgb: undefined,
    y: undefined,
    cbcr: undefined,
    edges: undefined,
  };
  const modules: TimedModules[] = [];
  for (const [index, { ids, run }] of passesOf(chain, kernels, sink !== undefined).entries()) {
    checkStopped(context);
    share = effortOf(ids);
    const start = host.now();
    await run(state, state.bayer !== source);
    modules.push({
      ids,
      label: ids.map((id) => id.toUpperCase()).join('+'),
      ms: host.now() - start,
    });
    if (sink) await writeReplaced(sink, index + 1, ids[0]!, state);
    done += share;
    share = 0;
    advance(0);
  }
  const image = await outputOf(state);
  const report = describe(state, modules, Object.keys(kernels).length > 0 ? 'SIMD' : 'plain');
  return { image, report };
}

/** The raw in shared memory, without an odd last row or column. */
function shareable(
  raw: Uint16Array,
  columns: number,
  size: { readonly rows: number; readonly columns: number },
): Uint16Array {
  if (size.columns === columns && !(raw.buffer instanceof ArrayBuffer))
    return raw.subarray(0, size.rows * columns);
  const shared = sharedUint16(size.rows * size.columns);
  for (let row = 0; row < size.rows; row += 1)
    shared.set(raw.subarray(row * columns, row * columns + size.columns), row * size.columns);
  return shared;
}

/** What each module replaces, whether or not it wrote over its input. */
const REPLACES: Readonly<Record<IspModuleId, readonly IspArray[]>> = {
  dpc: ['bayer'],
  blc: ['bayer'],
  aaf: ['bayer'],
  awb: ['bayer'],
  cnf: ['bayer'],
  cfa: ['rgb'],
  ccm: ['rgb'],
  gac: ['rgb'],
  csc: ['y', 'cbcr'],
  nlm: ['y'],
  bnf: ['y'],
  ceh: ['y'],
  eeh: ['y', 'edge_map'],
  fcs: ['cbcr'],
  hsc: ['cbcr'],
  bcc: ['y'],
  scl: ['rgb', 'y', 'cbcr'],
};

async function writeReplaced(
  sink: IspSink,
  index: number,
  id: IspModuleId,
  state: IspState,
): Promise<void> {
  const { rows, columns } = state.size;
  for (const array of REPLACES[id]) {
    if (array === 'bayer')
      await sink.write(index, id, array, 'uint16', [rows, columns], state.bayer);
    if (array === 'rgb' && state.rgbCodes)
      await sink.write(index, id, array, 'uint16', [rows, columns, 3], state.rgbCodes);
    if (array === 'rgb' && state.rgb)
      await sink.write(index, id, array, 'uint8', [rows, columns, 3], state.rgb);
    if (array === 'y' && state.y)
      await sink.write(index, id, array, 'uint8', [rows, columns], state.y);
    if (array === 'cbcr' && state.cbcr)
      await sink.write(index, id, array, 'uint8', [rows, columns, 2], state.cbcr);
    if (array === 'edge_map' && state.edges)
      await sink.write(index, id, array, 'int16', [rows, columns], state.edges);
  }
}

/** The picture from whatever the last module left. */
async function outputOf(state: IspState): Promise<IspImage> {
  const { size, y, cbcr, rgbCodes } = state;
  let { rgb } = state;
  if (y && cbcr) {
    rgb = state.memory.bytes(y.length * 3);
    await state.runRows('convertFromLuma', { y, cbcr, rgb }, size);
  } else if (rgbCodes) rgb = toBytes(rgbCodes, state.saturation);
  return rgb
    ? { ...size, channels: 3, data: rgb }
    : { ...size, channels: 1, data: toBytes(state.bayer, state.fullScale) };
}

function describe(
  state: IspState,
  modules: IspReport['modules'],
  path: IspReport['path'],
): IspReport {
  const cells = (state.rows * state.columns) / 4;
  const percent = (counts: readonly number[], of: readonly number[]): Percent =>
    counts.map((count, channel) => (100 * count) / of[channel]!) as unknown as Percent;
  const { deadPixels, clippedAfterAwb, clippedAfterCcm } = state;
  return {
    modules,
    path,
    saturation: state.saturation,
    ...(deadPixels && {
      deadPixels: { replaced: deadPixels.replaced, isolatedBright: deadPixels.bright },
    }),
    clippedPercent: {
      ...(clippedAfterAwb && { awb: percent(clippedAfterAwb, [cells, 2 * cells, cells]) }),
      ...(clippedAfterCcm && {
        ccm: percent(clippedAfterCcm.toReversed(), [4 * cells, 4 * cells, 4 * cells]),
      }),
    },
  };
}
