import {
  allocateShared,
  developWork,
  newPlane,
  PLANES,
  type Development,
  type PlaneName,
  type Size,
  type TabledStep,
} from '@lumenloom/engine/accelerate';
import type { GpuWork } from '../gpu-work.ts';
import type { GpuTask } from '../session.ts';
import { cnf } from './cnf-step.ts';
import { bcc, ccm, csc, fcs, gac, hsc, output, scl } from './colour-steps.ts';
import { histogramsOf } from './histograms.ts';
import { bnf, ceh, eeh } from './luma-steps.ts';
import { aaf, awb, blc, cfa, dpc } from './mosaic-steps.ts';
import { nlm } from './nlm-step.ts';
import { COUNTERS, INVOCATIONS, passShader, PIXELS_PER_INVOCATION, SIZES } from './pass-shader.ts';
import type { GpuStep } from './step.ts';

type Developed = Awaited<ReturnType<NonNullable<(typeof developWork)['types']>>>;

/** By the id of the step. */
const STEPS: Readonly<Record<string, GpuStep>> = {
  dpc,
  blc,
  aaf,
  awb,
  cnf,
  cfa,
  ccm,
  gac,
  csc,
  nlm,
  bnf,
  ceh,
  eeh,
  fcs,
  hsc,
  bcc,
  output,
  scl,
};

/** Workgroups along x; the rest lie along y. */
const MOST_GROUPS = 32768;

/** A step and how a GPU does it. */
interface Step extends TabledStep {
  readonly gpu: GpuStep;
}

/** The picture between two passes: its planes in the memory of the device. */
interface DevicePicture {
  readonly planes: Partial<Record<PlaneName, GPUBuffer>>;
  readonly size: Size;
}

/** Counters of the steps of a pass, in their order. */
interface CountedPass {
  readonly ids: readonly string[];
  readonly counters: GPUBuffer;
}

/** Bytes per pixel of the largest plane, linear colours. */
const LARGEST_PIXEL = 6;

/**
 * The ISP. Steps that work pixel by pixel join the pass of the step before them, so that what lies
 * between them is not stored.
 */
export const developOnGpu: GpuWork<Development, Developed> = {
  work: developWork,
  isPossible: ({ steps, picture: { size } }, { maxStorageBufferBindingSize }) =>
    steps.every(({ id, tables }) => {
      const step = STEPS[id];
      const { rows, columns } = step?.resultSize?.(tables) ?? size;
      return (
        step !== undefined &&
        step.isPossible?.(tables) !== false &&
        rows * columns * LARGEST_PIXEL <= maxStorageBufferBindingSize
      );
    }),
  compute: async (task, { steps, picture: { planes, size } }) => {
    let picture: DevicePicture = {
      planes: Object.fromEntries(
        Object.entries(planes).map(([name, plane]) => [name, task.upload(plane)]),
      ),
      size,
    };
    const counted: CountedPass[] = [];
    for (const pass of passesOf(steps.map((step) => ({ ...step, gpu: STEPS[step.id]! })))) {
      const { result, counters } = await runPass(task, pass, picture);
      picture = result;
      if (counters) counted.push(counters);
    }
    return readPicture(task, picture, counted);
  },
};

/** Divides steps into passes: a step that needs the whole picture begins one. */
function passesOf(steps: readonly Step[]): Step[][] {
  const passes: Step[][] = [];
  for (const step of steps) {
    const pass = passes.at(-1);
    const joins = !step.gpu.neighbours && !step.gpu.tiling && !pass?.[0]!.gpu.lumaShader;
    if (pass && joins) pass.push(step);
    else passes.push([step]);
  }
  return passes;
}

/** Adds the commands of a pass. @returns the picture after it. */
async function runPass(
  task: GpuTask,
  pass: readonly Step[],
  picture: DevicePicture,
): Promise<{ readonly result: DevicePicture; readonly counters: CountedPass | undefined }> {
  const { size } = picture;
  const first = pass[0]!;
  if (first.gpu.lumaShader)
    return { result: filterLuma(task, first, picture), counters: undefined };
  const present = Object.keys(picture.planes) as PlaneName[];
  const tiling = first.gpu.tiling?.(first.tables, size);
  const histograms = tiling && (await histogramsOf(task, picture.planes.y!, size, tiling));
  const newSize = first.gpu.resultSize?.(first.tables) ?? size;
  const { reads, writes } = planesOf(pass, present);
  const pixels = newSize.rows * newSize.columns;
  const results = writes.map((name) => [name, task.empty(bytesOf(name, pixels))] as const);
  const ids = pass.filter(({ gpu }) => gpu.counts).map(({ id }) => id);
  const counters = ids.length > 0 ? task.zeros(ids.length * COUNTERS * 4) : undefined;
  const shader = passShader(
    pass.map(({ id, gpu }) => ({ id, code: gpu.code(present), counts: gpu.counts === true })),
    { reads, writes, isSameSize: !first.gpu.resultSize },
  );
  const groups = Math.ceil(pixels / (PIXELS_PER_INVOCATION * INVOCATIONS));
  task.dispatch(
    { code: shader },
    {
      buffers: [
        task.upload(tablesOf(pass, size, newSize, histograms ?? new Uint32Array(0))),
        ...reads.map((name) => picture.planes[name]!),
        ...results.map(([, buffer]) => buffer),
        ...(counters ? [counters] : []),
      ],
      groups: [Math.min(groups, MOST_GROUPS), Math.ceil(groups / MOST_GROUPS)],
    },
  );
  const forms = writes.map((name) => PLANES[name].form);
  const left = Object.entries(picture.planes).filter(([name]) =>
    forms.includes(PLANES[name as PlaneName].form),
  );
  return {
    result: { planes: Object.fromEntries([...left, ...results]), size: newSize },
    counters: counters && { ids, counters },
  };
}

/** Adds the command of a step that has a shader of its own. */
function filterLuma(task: GpuTask, step: Step, { planes, size }: DevicePicture): DevicePicture {
  const { rows, columns } = size;
  const { code, tile } = step.gpu.lumaShader!(step.tables);
  const y = task.zeros(bytesOf('y', rows * columns));
  task.dispatch(
    { code },
    {
      buffers: [task.upload(tablesOf([step], size, size, new Uint32Array(0))), planes.y!, y],
      groups: [Math.ceil(columns / tile[0]), Math.ceil(rows / tile[1])],
    },
  );
  return { planes: { ...planes, y }, size };
}

/**
 * The planes that a pass reads, but for those that its own steps make, and those that it writes:
 * of the form of the picture after its last step.
 */
function planesOf(
  pass: readonly Step[],
  present: readonly PlaneName[],
): { readonly reads: readonly PlaneName[]; readonly writes: readonly PlaneName[] } {
  const made = new Set<PlaneName>();
  const read = new Set<PlaneName>();
  for (const { reads, replaces, gpu } of pass) {
    for (const name of reads) if (!made.has(name) && present.includes(name)) read.add(name);
    // A step that changes the size works on whatever is there.
    for (const name of replaces) if (!gpu.resultSize || present.includes(name)) made.add(name);
  }
  const form = formOf(pass.at(-1)!, made);
  return { reads: [...read], writes: [...made].filter((name) => PLANES[name].form === form) };
}

const formOf = ({ replaces }: Step, made: ReadonlySet<PlaneName>) =>
  PLANES[replaces.find((name) => made.has(name))!].form;

const bytesOf = (name: PlaneName, pixels: number): number =>
  Math.ceil(pixels / PIXELS_PER_INVOCATION) *
  PIXELS_PER_INVOCATION *
  PLANES[name].channels *
  (PLANES[name].type === 'uint8' ? 1 : 2);

/** Sizes, the places of the numbers of each step, and these numbers. */
function tablesOf(
  pass: readonly Step[],
  size: Size,
  newSize: Size,
  histograms: Uint32Array,
): Int32Array {
  const numbers = pass.map(({ tables, gpu }) => gpu.numbers(tables, size, histograms));
  const lengths = numbers.map((parts) =>
    parts.reduce<number>((sum, part) => sum + (typeof part === 'number' ? 1 : part.length), 0),
  );
  const places = lengths.map((_, index) =>
    lengths.slice(0, index).reduce((sum, length) => sum + length, SIZES + pass.length),
  );
  const words = new Int32Array(lengths.reduce((sum, length) => sum + length, SIZES + pass.length));
  words.set([size.rows, size.columns, newSize.rows, newSize.columns, ...places]);
  let at = SIZES + pass.length;
  for (const part of numbers.flat()) {
    const list = typeof part === 'number' ? [part] : part;
    words.set(list, at);
    at += list.length;
  }
  return words;
}

/** Waits for all passes and reads the picture and the counters. */
async function readPicture(
  task: GpuTask,
  { planes, size }: DevicePicture,
  counted: readonly CountedPass[],
): Promise<Developed> {
  const pixels = size.rows * size.columns;
  const read = (Object.entries(planes) as [PlaneName, GPUBuffer][]).map(([name, from]) => ({
    name,
    from,
    to: newPlane(name, pixels, allocateShared),
  }));
  const counts = counted.map(({ ids, counters }) => ({
    ids,
    from: counters,
    to: new Uint32Array(ids.length * COUNTERS),
  }));
  await task.read([...read, ...counts]);
  return {
    planes: Object.fromEntries(read.map(({ name, to }) => [name, to])),
    size,
    counts: Object.fromEntries(
      counts.flatMap(({ ids, to }) =>
        ids.map((id, index) => {
          const [first, second, third] = to.subarray(index * COUNTERS);
          return [id, [first!, second!, third!] as const];
        }),
      ),
    ),
  };
}
