import type { Host } from '../../host.ts';
import type { LitScene } from '../../illuminants/light.ts';
import { sharedFloat32 } from '../../images/shared-array.ts';
import { spectrumLength } from '../../kernels/fft.ts';
import type { StageContext } from '../../pipeline/stage.ts';
import { BAND_WIDTH } from '../../quantities/wavelengths.ts';
import type { Pattern } from '../../scenes/patterns/pattern.ts';
import type { Receptors } from '../lens.ts';
import type { PixelGrid } from '../pixel-grid.ts';
import { foldBands, type FoldedTerm } from './fold-bands.ts';
import type { FoldKernelsPart } from './fold-kernels.ts';
import type { FormTilesPart } from './form-tiles.ts';
import type { LensModel } from './lens-model.ts';
import { heightAt, solidAngleAt } from './lens-table.ts';
import { nodeAngle, pointSpreadTable, type PointSpreadTable } from './point-spread-table.ts';
import { oversamplingFor, quadrantNodes, tilingFor, type Tiling } from './tiling.ts';

/** How a picture is formed. */
export interface FormingMethod {
  /** True folds the bands into few planes (physics.md P4); false forms each band with its own map, the slow way that is the truth. */
  readonly foldsBands: boolean;
  /** Working pixels per pixel, at least; a power of two. */
  readonly oversampling: number;
  /** Half width of kernels, mm, at least. */
  readonly halfWidth: number;
  /** Kernels leave out at most this share of the light, where 128 working pixels suffice for it. */
  readonly mostLost: number;
}

/** physics.md P2, P5. */
export const METHODS = {
  normal: { foldsBands: true, oversampling: 1, halfWidth: 35e-3, mostLost: 0.01 },
  high: { foldsBands: false, oversampling: 2, halfWidth: 70e-3, mostLost: 0.01 },
} as const satisfies Readonly<Record<string, FormingMethod>>;

/** Parts per thread and round: enough to keep threads evenly busy, few enough that messages do not count. */
const PARTS_PER_ROUND = 16;

type FormingHost = Pick<Host, 'parallel'> & Partial<Pick<Host, 'cache' | 'now'>>;
type FormingContext = Pick<StageContext, 'stopped' | 'progress'> & Partial<Pick<StageContext, 'log'>>;

/**
 * Forms a picture through a real lens; see `Lens.formImage` for input and output.
 *
 * @throws SimulationError 'cancelled' when stopped.
 */
export async function formImage(model: LensModel, lit: LitScene, hfov: number, grid: PixelGrid, receptors: Receptors, host: FormingHost, context: FormingContext, method: FormingMethod): Promise<Float32Array> {
  const began = host.now?.();
  const { table } = model;
  const tiling = planTiling(model, grid, method);
  const progress = (from: number, to: number) => ({ stopped: () => context.stopped(), progress: (fraction: number) => { context.progress(from + (to - from) * fraction); } });
  const needed = table.wavelengths.flatMap((_, band) => (receptors.responses.some((response) => response[band] !== 0) ? [band] : []));
  const pointSpreads = await pointSpreadTable(model, tiling, method.foldsBands ? 'reference' : 'own', needed, host, progress(0, TRACED));
  const took = began === undefined || host.now === undefined ? '' : ` in ${(host.now() - began).toFixed(0)} ms`;
  context.log?.(`Lens tables: ${pointSpreads.nodes} nodes x ${pointSpreads.bands.length} band${pointSpreads.bands.length === 1 ? '' : 's'}, kernels of ${2 * tiling.reach + 1} x ${2 * tiling.reach + 1} samples of ${(tiling.pitch * 1e3).toPrecision(3)} µm, ${pointSpreads.isNew ? `traced${took}` : 'cached'}; at most ${(100 * tiling.lost).toFixed(1)} % of the light falls beyond them.`);
  const out = sharedFloat32(grid.rows * grid.columns);
  const common = { tiling, halfWidth: Math.tan(hfov / 2), aspect: lit.scene.rows / lit.scene.columns, centre: [tiling.columns / 2, tiling.rows / 2] as const, layout: receptors.layout, out, columns: grid.columns };
  const begin = pointSpreads.isNew ? TRACED : 0;
  if (method.foldsBands) {
    const terms = foldBands(lit.radiance, receptors.responses, lit.white, () => likenessOf(pointSpreads, tiling, table.wavelengths.length));
    const outputs = receptors.responses.length;
    const kernels = terms.flatMap(({ spectra }) => spectra.flatMap((spectrum) => (spectrum ? [spectrum] : [])));
    let next = 0;
    const uses = terms.map(({ spectra }) => spectra.flatMap((spectrum, output) => (spectrum ? [{ output, kernel: next++ }] : [])));
    const spectra = await nodeSpectra(model, tiling, pointSpreads, kernels, host, progress(begin, begin + (1 - begin) / 5));
    await formAllTiles({ ...common, pattern: mixPattern(lit.scene.pattern, terms), map: model.mapOf(table.reference), terms: uses, kernels: kernels.length, spectra, outputs, channels: receptors.responses.map((_, output) => ({ output, gain: 1 })) }, host, progress(begin + (1 - begin) / 5, 1));
    returnSpectra(spectra);
    return out;
  }
  for (const [index, band] of needed.entries()) {
    const [from, to] = [begin + ((1 - begin) * index) / needed.length, begin + ((1 - begin) * (index + 1)) / needed.length];
    const only = Float64Array.from(table.wavelengths, (_, other) => Number(other === band));
    const spectra = await nodeSpectra(undefined, tiling, pointSpreads, [only], host, progress(from, from));
    const mixture = Float64Array.from(lit.radiance, (photons) => photons[band]! * BAND_WIDTH);
    await formAllTiles({ ...common, pattern: mixPattern(lit.scene.pattern, [{ mixture, spectra: [] }]), map: model.mapOf(band), terms: [[{ output: 0, kernel: 0 }]], kernels: 1, spectra, outputs: 1, channels: receptors.responses.map((response) => ({ output: 0, gain: response[band]! * single(lit.scene.pattern, mixture) })) }, host, progress(from, to));
    returnSpectra(spectra);
  }
  return out;
}

/** Share of the work that tracing point spread functions is, when they are not cached. */
const TRACED = 0.6;

/** Kernels wide enough for the blur, the lateral colour and the diffraction of the fields that the sensor sees. */
function planTiling(model: LensModel, grid: PixelGrid, method: FormingMethod): Tiling & { readonly lost: number } {
  const { table } = model;
  const oversampling = oversamplingFor(grid.pitch * 1e3, method.oversampling);
  const radius = table.heights[table.reference]!.at(-1)!;
  const corner = Math.hypot(grid.rows, grid.columns) * grid.pitch * 500;
  const seen = nodeAngle(model, table.reference, corner);
  const spreads = model.spreads();
  const within = spreads.filter((_, i) => i === 0 || spreads[i - 1]!.angle < seen);
  let tiling = tilingFor(grid, oversampling, Math.max(method.halfWidth, ...within.map(({ reach }) => reach)), radius);
  for (;;) {
    const lost = Math.max(...within.map(({ lostBeyond }) => lostBeyond((tiling.reach + 0.5) * tiling.pitch)));
    const wider = tilingFor(grid, oversampling, (tiling.reach + 1) * tiling.pitch, radius);
    if (lost <= method.mostLost || wider.reach === tiling.reach) return { ...tiling, lost };
    tiling = wider;
  }
}

/**
 * Spectra of all kernels at all nodes of a quadrant.
 *
 * @param model gives each band its light relative to the reference band's (physics.md P4); without it all count alike.
 */
async function nodeSpectra(model: LensModel | undefined, tiling: Tiling, pointSpreads: PointSpreadTable, kernels: readonly Float64Array[], host: FormingHost, context: Pick<StageContext, 'stopped' | 'progress'>): Promise<Float32Array> {
  const { n, reach, side, pitch } = tiling;
  const nodes = quadrantNodes(tiling);
  const length = spectrumLength(n) * kernels.length;
  const out = borrowSpectra(nodes.length * length);
  const parts = nodes.map(([column, row], node): FoldKernelsPart => {
    const brightness = model && bandBrightness(model, Math.hypot(column, row) * side * pitch);
    return {
      pointSpreads: pointSpreads.kernels, ...pointSpreads.places[node]!, reach, n, out, at: node * length,
      weights: kernels.map((weights) => Float64Array.from(pointSpreads.bands, (band) => weights[band]! * (brightness?.[band] ?? 1))),
    };
  });
  await host.parallel('foldKernels', parts, { stopped: () => context.stopped(), done: (count) => { context.progress(count / parts.length); } });
  return out;
}

/** Shared memory of the run before: hundreds of megabytes for a large sensor, which the collector would be slow to free. */
let spare: Float32Array | undefined;

function borrowSpectra(length: number): Float32Array {
  const memory = spare && spare.length >= length ? spare : sharedFloat32(length);
  spare = undefined;
  return memory;
}

function returnSpectra(memory: Float32Array): void {
  spare = memory;
}

/** rho of physics.md P4: light of each band at a node relative to the reference band, for a source laid out by the reference band's map. */
function bandBrightness(model: LensModel, distance: number): Float64Array {
  const { table } = model;
  const angle = nodeAngle(model, table.reference, distance);
  const scaleAt = (band: number): number => {
    const { height, slope } = heightAt(table, band, angle);
    return angle === 0 ? slope * slope : height * slope;
  };
  const reference = solidAngleAt(table, table.reference, angle) * scaleAt(table.reference);
  return Float64Array.from(table.wavelengths, (_, band) => (solidAngleAt(table, band, angle) * scaleAt(band)) / reference);
}

/** Half width of the part of a kernel that likeness is judged by: the rest is faint and smooth. */
const CORE = 12;

/** How alike the bands' kernels are: sums of products, over the first, a middle and the last traced node; 0 for bands that are not needed. */
function likenessOf({ bands, kernels, nodes }: PointSpreadTable, { reach }: Tiling, count: number): Float64Array {
  const wide = 2 * reach + 1;
  const core = 2 * CORE + 1;
  const likeness = new Float64Array(count * count);
  const cores = bands.map(() => new Float64Array(core * core));
  for (const node of new Set([0, nodes >> 1, nodes - 1])) {
    for (const [i, one] of cores.entries()) {
      for (let row = 0; row < core; row += 1) {
        const from = (node * bands.length + i) * wide * wide + (reach - CORE + row) * wide + reach - CORE;
        one.set(kernels.subarray(from, from + core), row * core);
      }
      for (let j = 0; j <= i; j += 1) {
        const other = cores[j]!;
        let sum = 0;
        for (let k = 0; k < one.length; k += 1) sum += one[k]! * other[k]!;
        likeness[bands[i]! * count + bands[j]!]! += sum;
        if (i !== j) likeness[bands[j]! * count + bands[i]!]! += sum;
      }
    }
  }
  return likeness;
}

/** The pattern of the terms' source planes. Patterns that are formulas have one plane: its weight is `single`. */
function mixPattern(pattern: Pattern, terms: readonly FoldedTerm[]): Pattern {
  if (pattern.kind !== 'cells' || isIdentity(terms, pattern.planes.length)) return pattern;
  const planes = terms.map(({ mixture }) => {
    const mixed = sharedFloat32(pattern.rows * pattern.columns);
    for (const [k, plane] of pattern.planes.entries()) {
      const weight = mixture[k]!;
      if (weight !== 0) for (let cell = 0; cell < mixed.length; cell += 1) mixed[cell]! += weight * plane[cell]!;
    }
    return mixed;
  });
  return { ...pattern, planes };
}

const isIdentity = (terms: readonly FoldedTerm[], planes: number): boolean => terms.length === planes && terms.every(({ mixture }, term) => mixture.every((weight, plane) => weight === Number(plane === term)));

/** Weight of a formula's only plane; cells carry theirs in themselves. */
const single = (pattern: Pattern, mixture: Float64Array): number => (pattern.kind === 'cells' ? 1 : mixture[0]!);

/**
 * Forms all tiles in four rounds. Tiles of a round lie two apart, so their pictures, which reach over their neighbours, do not touch;
 * and a pixel gets its contributions in the order of the rounds, whatever the number of threads.
 */
async function formAllTiles(common: Omit<FormTilesPart, 'tiles'>, host: FormingHost, context: Pick<StageContext, 'stopped' | 'progress'>): Promise<void> {
  const { tilesAcross, tilesDown } = common.tiling;
  for (let round = 0; round < 4; round += 1) {
    const tiles: (readonly [number, number])[] = [];
    for (let row = -tilesDown; row < tilesDown; row += 1) {
      for (let column = -tilesAcross; column < tilesAcross; column += 1) if ((column & 1) === (round & 1) && (row & 1) === round >> 1) tiles.push([column, row]);
    }
    const perPart = Math.max(1, Math.floor(tiles.length / PARTS_PER_ROUND));
    const parts = Array.from({ length: Math.ceil(tiles.length / perPart) }, (_, part): FormTilesPart => ({ ...common, tiles: tiles.slice(part * perPart, (part + 1) * perPart) }));
    await host.parallel('formTiles', parts, { stopped: () => context.stopped(), done: (count) => { context.progress((round + count / parts.length) / 4); } });
  }
}
