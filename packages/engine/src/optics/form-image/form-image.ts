import type { Host } from '../../host.ts';
import { sharedFloat32 } from '../../images/shared-array.ts';
import type { StageContext } from '../../stage.ts';
import { BAND_WIDTH, type Spectrum } from '../../quantities/wavelengths.ts';
import type { Pattern } from '../../scenes/patterns/pattern.ts';
import type { FormingFacts } from '../forming-facts.ts';
import type { FormingContext, PixelArray, SceneInView } from '../lens.ts';
import { metresOf, millimetresOf } from '../millimetres.ts';
import type { PixelGrid } from '../pixel-grid.ts';
import { sidesOf } from '../pixel-shape.ts';
import { placementOf } from '../scene-placement.ts';
import { fetched, released } from '../../device.ts';
import { endPictureWork } from './form-on-device.ts';
import { likenessOf } from './band-likeness.ts';
import { binningFor, formBinned } from './form-binned.ts';
import { foldBands, type FoldedTerm } from './fold-bands.ts';
import { formPasses, type CommonPart } from './form-passes.ts';
import { SimulationError } from '../../simulation-error.ts';
import type { FieldSpread } from './field-spread.ts';
import type { LensModel } from './lens-model.ts';
import type { KernelPlan } from './node-spectra.ts';
import { isLopsided, isRefocused, isSameEverywhere } from './pupil-source.ts';
import { nodeAngle, pointSpreadTable, type PointSpreadTable } from './point-spread-table.ts';
import { referenceBands } from './reference-bands.ts';
import { samplesWithin } from '../point-spread/samples-for.ts';
import { SPACINGS, oversamplingFor, tilingFor, withOwnWidths, type Tiling } from './tiling.ts';
import { DIFFUSED, MOST_SAMPLES } from './trace-point-spreads.ts';

/** How a picture is formed. */
export interface FormingMethod {
  /**
   * True folds the bands into few source planes under few maps (docs/reference/physics.md#p4);
   * false forms each band through its own map, which is exact and slow.
   */
  readonly foldsBands: boolean;
  /**
   * Factor on the samples of the source per pixel that `oversamplingFor` asks for; a power of two.
   */
  readonly refinement: number;
  /** Least half width of kernels. */
  readonly halfWidthMm: number;
  /** Bands next to each other that have the kernels and the map of the one in their middle. */
  readonly bandsTogether: number;
}

/**
 * The methods of the qualities (docs/reference/physics.md#p2, docs/reference/physics.md#p5).
 */
export const METHODS = {
  preview: { foldsBands: true, refinement: 1, halfWidthMm: 35e-3, bandsTogether: 5 },
  normal: { foldsBands: true, refinement: 1, halfWidthMm: 35e-3, bandsTogether: 1 },
  high: { foldsBands: false, refinement: 2, halfWidthMm: 70e-3, bandsTogether: 1 },
} as const satisfies Readonly<Record<string, FormingMethod>>;

/** A picture to form; see `Lens.formImage`. */
export interface FormingTask extends SceneInView, PixelArray {
  readonly method: FormingMethod;
}

/** The same on pixels that may be binned, see `Tiling`. */
interface BinnedTask extends FormingTask {
  readonly binning?: number;
}

type FormingHost = Pick<Host, 'parallel'> & Partial<Pick<Host, 'cache' | 'device' | 'now'>>;

/**
 * Forms a picture through a real lens; see `Lens.formImage` for input and output.
 *
 * @throws SimulationError 'cancelled' when stopped.
 */
export async function formImage(
  model: LensModel,
  task: FormingTask,
  host: FormingHost,
  context: FormingContext,
): Promise<Float32Array> {
  const binning = binningFor(model, task.grid);
  if (task.beside && (binning > 1 || !areAlike(task)))
    return formOneByOne(model, task, host, context);
  if (binning === 1) return formOnGrid(model, task, host, context);
  let formed: FormingFacts | undefined;
  const picture = await formBinned(
    task,
    binning,
    (pixels, watch) => formOnGrid(model, { ...task, ...pixels, binning }, host, watch),
    { ...context, computed: (facts) => (formed = facts) },
  );
  const darkenedShare = context.keepsNegative ? 0 : removeNegative(picture);
  if (formed) context.computed?.({ ...formed, darkenedShare });
  return picture;
}

/** Forms the picture of a scene, and then those of the scenes beside it. */
async function formOneByOne(
  model: LensModel,
  { beside = [], ...task }: FormingTask,
  host: FormingHost,
  context: FormingContext,
): Promise<Float32Array> {
  const count = beside.length + 1;
  const partial = (index: number) => partOf(context, index / count, (index + 1) / count);
  const picture = await formImage(model, task, host, { ...context, ...partial(0) });
  for (const [index, { lit, out }] of beside.entries())
    await formImage(model, { ...task, lit }, host, {
      ...partial(index + 1),
      keepsNegative: true,
      out,
    });
  return picture;
}

/**
 * Whether scenes are sampled together: as cells of the same size in the same places, those that go
 * on outside after all that do not.
 */
const areAlike = ({ method, lit, beside = [] }: FormingTask): boolean => {
  const { pattern } = lit.scene;
  const patterns = beside.map((one) => one.lit.scene.pattern);
  const isEndless = (one: Pattern): boolean => one.kind === 'cells' && one.endlessFrom === 0;
  const ends = patterns.filter((one) => !isEndless(one)).length;
  return (
    method.foldsBands &&
    patterns.every(
      (one, index) =>
        pattern.kind === 'cells' &&
        (pattern.endlessFrom === undefined || (isEndless(pattern) && ends === 0)) &&
        one.kind === 'cells' &&
        isEndless(one) === index >= ends &&
        one.rows === pattern.rows &&
        one.columns === pattern.columns,
    )
  );
};

/** Forms a picture on the pixels of a grid. */
async function formOnGrid(
  model: LensModel,
  task: BinnedTask,
  host: FormingHost,
  context: FormingContext,
): Promise<Float32Array> {
  const { grid, receptors, method } = task;
  const { table } = model;
  const began = host.now?.();
  const tiling = planTiling(model, task);
  const middles = middleBands(table.wavelengths.length, method.bandsTogether);
  const responding = middles.filter((_, band) =>
    receptors.responses.some((response) => response[band] !== 0),
  );
  const needed = [...new Set(responding)];
  const own = method.foldsBands
    ? referenceBands(model, farthestSeenMm(grid))
    : table.wavelengths.map((_, band) => band);
  const references = middles.map((band) => own[band]!);
  const plan = { model, tiling, references };
  const pointSpreads = await pointSpreadTable(plan, needed, host, partOf(context, 0, TRACED));
  const traced = began === undefined ? undefined : host.now!() - began;
  const out = context.out ?? sharedFloat32(grid.rows * grid.columns);
  const forming: Forming = {
    plan: { ...plan, pointSpreads },
    common: {
      placement: placementOf(task),
      layout: receptors.layout,
    },
    out,
    needed,
    middles,
    host,
    context: partOf(context, pointSpreads.isNew ? TRACED : 0, 1),
  };
  const isLeft = await (method.foldsBands
    ? formFolded(task, forming)
    : formBandwise(task, forming));
  const pictures = [out, ...(task.beside ?? []).map((one) => one.out)];
  const darkenedShare = await endPictures(pictures, isLeft, host, context);
  context.computed?.({
    oversampling: tiling.oversampling,
    workingPitch: metresOf(tiling.pitchMm),
    kernelSamples: tiling.oversampling * (2 * tiling.reach + 1),
    nodes: pointSpreads.nodes,
    bands: pointSpreads.bands.length,
    tables: pointSpreads.isNew ? 'traced' : 'cached',
    ...(traced !== undefined && pointSpreads.isNew && { tracedMilliseconds: traced }),
    lostShare: largestLost(pointSpreads),
    darkenedShare,
  });
  return out;
}

/** Per band, the one in the middle of the bands that it stands together with. */
const middleBands = (bands: number, together: number): readonly number[] =>
  Array.from({ length: bands }, (_, band) => {
    const first = band - (band % together);
    return (first + Math.min(bands, first + together) - 1) >> 1;
  });

/**
 * Brings pictures from the device, where light is left on it, unless the first may stay, and ends
 * the first: see `removeNegative`.
 *
 * @param isLeft all light is left on the device.
 * @returns the share of light that its negative pixels needed.
 */
async function endPictures(
  pictures: readonly Float32Array[],
  isLeft: boolean,
  { device }: FormingHost,
  context: FormingContext,
): Promise<number> {
  const [picture] = pictures as [Float32Array];
  const ended =
    isLeft && !context.keepsNegative && pictures.length === 1
      ? await device?.compute(endPictureWork, { picture }, context)
      : undefined;
  if (ended && context.leaves) return ended.darkenedShare;
  for (const one of pictures) await fetched(device, one);
  await released(device, pictures);
  if (ended) return ended.darkenedShare;
  return context.keepsNegative ? 0 : removeNegative(picture);
}

/** Share of the work that tracing point spread functions takes, where they are not cached. */
const TRACED = 0.6;

/** A context for the part of the work from one share to another. */
const partOf = (context: FormingContext, from: number, to: number) => ({
  stopped: () => context.stopped(),
  progress: (fraction: number) => {
    context.progress(from + (to - from) * fraction);
  },
});

/** What the two ways of forming have in common. */
interface Forming {
  readonly plan: Omit<KernelPlan, 'kernels'>;
  readonly common: Pick<CommonPart, 'placement' | 'layout'>;
  /** The picture of the scene. */
  readonly out: Float32Array;
  /** Bands with kernels of their own to which any receptor responds. */
  readonly needed: readonly number[];
  /** Per band, the one whose kernels it has. */
  readonly middles: readonly number[];
  readonly host: FormingHost;
  readonly context: Pick<StageContext, 'stopped' | 'progress'>;
}

/**
 * Forms the picture with bands folded into few source planes, each of which is convolved with a
 * kernel per output; returns what `formPasses` does.
 */
async function formFolded(
  { lit, receptors, beside = [] }: FormingTask,
  { plan, common, out, needed, middles, host, context }: Forming,
): Promise<boolean> {
  const { model, tiling, pointSpreads, references } = plan;
  const { responses } = receptors;
  const spectra = spectrumList();
  let likeness: Float64Array | undefined;
  const scenes = [{ lit, out }, ...beside];
  const layers = [...new Set(needed.map((band) => references[band]!))].map((reference) => {
    const folded = scenes.map((scene) =>
      foldBands(
        scene.lit.radiance,
        responses,
        (band) => references[band] === reference,
        scene.lit.white,
        () => (likeness ??= likenessOf(pointSpreads, tiling, middles)),
      ),
    );
    return {
      map: model.mapOf(reference),
      pattern: joinPatterns(
        scenes.map((scene, index) => mixPattern(scene.lit.scene.pattern, folded[index]!)),
      ),
      terms: folded.flatMap((terms, index) =>
        terms.map((term) =>
          term.spectra.flatMap((spectrum, output) =>
            spectrum?.some((value) => value !== 0)
              ? [
                  {
                    output: index * responses.length + output,
                    kernel: spectra.add(together(spectrum, middles)),
                  },
                ]
              : [],
          ),
        ),
      ),
    };
  });
  const { kernels, scale } = normalised(spectra.list);
  const part = {
    ...common,
    layers,
    outputs: scenes.length * responses.length,
    pictures: scenes.map((scene, index) => ({
      channels: responses.map((_, output) => ({
        output: index * responses.length + output,
        gain: scale,
      })),
      out: scene.out,
    })),
  };
  return formPasses({ ...plan, kernels }, part, host, context);
}

/** The spectrum with the sum of all bands of the same kernels at the band in their middle. */
function together(spectrum: Spectrum, middles: readonly number[]): Spectrum {
  const sums = new Float64Array(spectrum.length);
  for (const [band, middle] of middles.entries()) sums[middle]! += spectrum[band]!;
  return sums;
}

/** A list of spectra, in which equal ones have one place. */
function spectrumList() {
  const list: Spectrum[] = [];
  return {
    list,
    add: (spectrum: Spectrum): number => {
      const known = list.findIndex((other) =>
        other.every((value, band) => value === spectrum[band]),
      );
      return known >= 0 ? known : list.push(spectrum) - 1;
    },
  };
}

/** The planes of all patterns in one; those that go on outside come last, see `areAlike`. */
function joinPatterns([first, ...more]: readonly Pattern[]): Pattern {
  if (first?.kind !== 'cells' || more.length === 0) return first!;
  const cells = [first, ...more.filter((pattern) => pattern.kind === 'cells')];
  const ended = cells.filter(({ endlessFrom }) => endlessFrom === undefined);
  return {
    ...first,
    planes: cells.flatMap(({ planes }) => planes),
    endlessFrom: ended.flatMap(({ planes }) => planes).length,
  };
}

/**
 * Divides spectra by their largest value and rounds them to single precision. Lights that differ in
 * strength alone then have the same kernels, whose spectra are kept between runs.
 */
function normalised(spectra: readonly Spectrum[]): {
  readonly kernels: readonly Float64Array[];
  readonly scale: number;
} {
  let scale = 0;
  for (const spectrum of spectra)
    for (const value of spectrum) scale = Math.max(scale, Math.abs(value));
  if (scale === 0) scale = 1;
  return {
    kernels: spectra.map((spectrum) =>
      Float64Array.from(spectrum, (value) => Math.fround(value / scale)),
    ),
    scale,
  };
}

/** Forms each band by itself and adds the results up; returns what `formPasses` does of all. */
async function formBandwise(
  { lit, receptors }: FormingTask,
  { plan, common, out, needed, host, context }: Forming,
): Promise<boolean> {
  const { model } = plan;
  let isLeft = needed.length > 0;
  for (const [index, band] of needed.entries()) {
    const mixture = Float64Array.from(lit.radiance, (photons) => photons[band]! * BAND_WIDTH);
    const weight = single(lit.scene.pattern, mixture);
    const part = {
      ...common,
      layers: [
        {
          map: model.mapOf(band),
          pattern: mixPattern(lit.scene.pattern, [{ mixture, spectra: [] }]),
          terms: [[{ output: 0, kernel: 0 }]],
        },
      ],
      outputs: 1,
      pictures: [
        {
          channels: receptors.responses.map((response) => ({
            output: 0,
            gain: response[band]! * weight,
          })),
          out,
        },
      ],
    };
    const kernels = [
      Float64Array.from(model.table.wavelengths, (_, other) => Number(other === band)),
    ];
    const isFormed = await formPasses(
      { ...plan, kernels },
      part,
      host,
      partOf(context, index / needed.length, (index + 1) / needed.length),
    );
    isLeft &&= isFormed;
  }
  return isLeft;
}

/**
 * Sets negative pixels to 0, which band-limited kernels cause beside bright edges. Returns the
 * light that this adds, as a share of all.
 */
export function removeNegative(picture: Float32Array): number {
  let [added, total] = [0, 0];
  for (let pixel = 0; pixel < picture.length; pixel += 1) {
    const value = picture[pixel]!;
    if (value < 0) {
      added -= value;
      picture[pixel] = 0;
    } else total += value;
  }
  return total > 0 ? added / total : 0;
}

/** The largest share of light that falls beyond a kernel, over all nodes and bands. */
function largestLost({ kernels, places, bands }: PointSpreadTable): number {
  let lost = 0;
  for (const place of places)
    if (place)
      for (let band = 0; band < bands.length; band += 1)
        lost = Math.max(lost, kernels[place.lostFrom + band]!);
  return lost;
}

/** Distance from the axis to the farthest corner of the grid. */
const farthestSeenMm = ({
  rows,
  columns,
  pitch,
  offset: [right, down] = [0, 0],
}: PixelGrid): number =>
  millimetresOf(Math.hypot(rows / 2 + Math.abs(down), columns / 2 + Math.abs(right)) * pitch);

/** Share of the image circle beyond which nodes are nearer out of focus. */
const NEAR_RIM = 0.7;

/**
 * Cuts the picture into tiles, with kernels wide enough for the lateral colour, blur and
 * diffraction of the fields that the grid sees.
 */
function planTiling(model: LensModel, { grid, method, binning }: BinnedTask): Tiling {
  const { table } = model;
  const radiusMm = model.nodesOf
    ? model.mapOf(table.reference).radiusMm
    : Math.max(...table.heightsMm.map((heights) => heights.at(-1)!));
  const within = spreadsWithin(model, farthestSeenMm(grid));
  const cutoff = Math.max(...within.map((spread) => spread.cutoff));
  const { design } = model;
  const isWhole = isLopsided(design);
  const isEven = isSameEverywhere(design);
  // Kernels that are the same everywhere need no nodes near each other.
  const isFocused = isRefocused(design) && !isEven;
  const isNearRim = farthestSeenMm(grid) > NEAR_RIM * radiusMm;
  const spacing = !isFocused ? 'usual' : isNearRim ? 'nearRim' : 'outOfFocus';
  const sides = sidesOf(grid.shape, grid.pitch / (binning ?? 1));
  const diffusedMm = DIFFUSED * millimetresOf(grid.shape?.diffusion ?? 0);
  const halfWidthMm = Math.max(
    method.halfWidthMm + largestShift(within),
    ...within.map(({ reachMm }) => reachMm + diffusedMm),
  );
  const cut = tilingFor(
    shiftedGrid(model, grid),
    // On binned pixels next to nothing is left beyond Nyquist.
    binning === undefined
      ? method.refinement * oversamplingFor(millimetresOf(grid.pitch), cutoff, sides)
      : 1,
    halfWidthMm,
    radiusMm,
    SPACINGS[spacing],
  );
  const lightReach = Math.min(cut.reach, Math.ceil(halfWidthMm / cut.pixelMm));
  const tiling =
    isFocused && samplesWithin(cutoff, cut.reach * cut.pixelMm) > MOST_SAMPLES
      ? withOwnWidths(cut, { leastMm: method.halfWidthMm, lightReach })
      : cut;
  if (isWhole && !model.nodesOf) refuseShift(tiling, within, binning !== undefined);
  return {
    ...tiling,
    sides,
    ...(binning !== undefined && { binning }),
    ...(isEven && { isEven }),
    ...(isWhole && { isWhole }),
  };
}

/** Beyond this reach light spreads more than nodes are apart. */
const WIDE_MM = SPACINGS.usual.mostMm / 2;

/**
 * Spreads of fields from the axis to beyond the farthest place that is seen; where they are wide,
 * the last one belongs to the farthest place whose light arrives there.
 */
function spreadsWithin(model: LensModel, seenMm: number): readonly FieldSpread[] {
  const { table, spreadAt } = model;
  const spreads = model.spreads();
  const edgeAngle = nodeAngle(table, table.reference, seenMm);
  const within = spreads.filter((_, i) => i === 0 || spreads[i - 1]!.angle < edgeAngle);
  const last = within.at(-1)!;
  if (!spreadAt || last.reachMm < WIDE_MM || last.angle < edgeAngle) return within;
  const atEdge = spreadAt(edgeAngle);
  const farthest = nodeAngle(table, table.reference, seenMm + atEdge.reachMm);
  if (farthest >= last.angle) return within;
  return [...within.slice(0, -1), atEdge, spreadAt(farthest)];
}

/** The grid with the axis where moved surfaces shift it, to a whole pixel. */
function shiftedGrid({ axisShiftMm }: LensModel, grid: PixelGrid): PixelGrid {
  if (!axisShiftMm) return grid;
  const [right, down] = grid.offset ?? [0, 0];
  const pixels = axisShiftMm.map((mm) => Math.round(mm / millimetresOf(grid.pitch)));
  return { ...grid, offset: [right - pixels[0]!, down - pixels[1]!] };
}

/** Share of a kernel's half width that the shift of its light may take. */
const MOST_SHIFT = 0.7;

/** How far moved surfaces shift chief rays, mm; 0 where none are moved. */
const largestShift = (spreads: readonly FieldSpread[]): number =>
  Math.max(...spreads.map(({ shiftMm = 0 }) => shiftMm));

/** @throws SimulationError for moves that kernels cannot show. */
function refuseShift(
  tiling: Pick<Tiling, 'reach' | 'pixelMm'>,
  spreads: readonly FieldSpread[],
  isBinned: boolean,
): void {
  const shiftMm = largestShift(spreads);
  const mostMm = MOST_SHIFT * tiling.reach * tiling.pixelMm;
  if (shiftMm <= mostMm && !isBinned) return;
  throw new SimulationError(
    'bad-parameter',
    `The tilted and decentred surfaces of this lens shift its picture by ${shiftMm.toPrecision(3)} mm${isBinned ? ' and blur it widely' : ''}; on these pixels a shift of ${mostMm.toPrecision(3)} mm can be formed: take smaller moves, or move the image plane with them.`,
    'optics',
  );
}

/**
 * The pattern with the source planes of the terms. Patterns that are formulas have one plane, whose
 * weight `single` gives.
 */
function mixPattern(pattern: Pattern, terms: readonly FoldedTerm[]): Pattern {
  if (pattern.kind !== 'cells' || isIdentity(terms, pattern.planes.length)) return pattern;
  const planes = terms.map(({ mixture }) => {
    const mixed = sharedFloat32(pattern.rows * pattern.columns);
    for (const [k, plane] of pattern.planes.entries()) {
      const weight = mixture[k]!;
      if (weight !== 0)
        for (let cell = 0; cell < mixed.length; cell += 1) mixed[cell]! += weight * plane[cell]!;
    }
    return mixed;
  });
  return { ...pattern, planes };
}

const isIdentity = (terms: readonly FoldedTerm[], planes: number): boolean =>
  terms.length === planes &&
  terms.every(({ mixture }, term) =>
    mixture.every((weight, plane) => weight === Number(plane === term)),
  );

/** Weight of a formula's only plane; the planes of cells are weighted already. */
const single = (pattern: Pattern, mixture: Float64Array): number =>
  pattern.kind === 'cells' ? 1 : mixture[0]!;
