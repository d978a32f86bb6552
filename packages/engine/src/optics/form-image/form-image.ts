import type { Host } from '../../host.ts';
import type { LitScene } from '../../illuminants/light.ts';
import { sharedFloat32 } from '../../images/shared-array.ts';
import type { StageContext } from '../../pipeline/stage.ts';
import { BAND_WIDTH } from '../../quantities/wavelengths.ts';
import type { Pattern } from '../../scenes/patterns/pattern.ts';
import type { Receptors } from '../lens.ts';
import type { PixelGrid } from '../pixel-grid.ts';
import { likenessOf } from './band-likeness.ts';
import { foldBands, type FoldedTerm } from './fold-bands.ts';
import { formPasses } from './form-passes.ts';
import type { LensModel } from './lens-model.ts';
import { nodeAngle, pointSpreadTable } from './point-spread-table.ts';
import { referenceBands } from './reference-bands.ts';
import { oversamplingFor, tilingFor, type Tiling } from './tiling.ts';

/** How a picture is formed. */
export interface FormingMethod {
  /** True folds the bands into few planes seen through few maps (physics.md P4); false forms each band with its own map, the slow way that is the truth. */
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

type FormingHost = Pick<Host, 'parallel'> & Partial<Pick<Host, 'cache' | 'now'>>;
type FormingContext = Pick<StageContext, 'stopped' | 'progress'> &
  Partial<Pick<StageContext, 'log'>>;

/**
 * Forms a picture through a real lens; see `Lens.formImage` for input and output.
 *
 * @throws SimulationError 'cancelled' when stopped.
 */
export async function formImage(
  model: LensModel,
  lit: LitScene,
  hfov: number,
  grid: PixelGrid,
  receptors: Receptors,
  host: FormingHost,
  context: FormingContext,
  method: FormingMethod,
): Promise<Float32Array> {
  const began = host.now?.();
  const { table } = model;
  const tiling = planTiling(model, grid, method);
  const progress = (from: number, to: number) => ({
    stopped: () => context.stopped(),
    progress: (fraction: number) => {
      context.progress(from + (to - from) * fraction);
    },
  });
  const needed = table.wavelengths.flatMap((_, band) =>
    receptors.responses.some((response) => response[band] !== 0) ? [band] : [],
  );
  const references = method.foldsBands
    ? referenceBands(model, cornerOf(grid), tiling.pitch)
    : table.wavelengths.map((_, band) => band);
  const pointSpreads = await pointSpreadTable(
    model,
    tiling,
    references,
    needed,
    host,
    progress(0, TRACED),
  );
  const took =
    began === undefined || host.now === undefined
      ? ''
      : ` in ${(host.now() - began).toFixed(0)} ms`;
  context.log?.(
    `Lens tables: ${pointSpreads.nodes} nodes x ${pointSpreads.bands.length} band${pointSpreads.bands.length === 1 ? '' : 's'}, kernels of ${2 * tiling.reach + 1} x ${2 * tiling.reach + 1} samples of ${(tiling.pitch * 1e3).toPrecision(3)} µm, ${pointSpreads.isNew ? `traced${took}` : 'cached'}; at most ${(100 * tiling.lost).toFixed(1)} % of the light falls beyond them.`,
  );
  const out = sharedFloat32(grid.rows * grid.columns);
  const common = {
    tiling,
    halfWidth: Math.tan(hfov / 2),
    aspect: lit.scene.rows / lit.scene.columns,
    centre: [tiling.columns / 2, tiling.rows / 2] as const,
    layout: receptors.layout,
    out,
    columns: grid.columns,
  };
  const begin = pointSpreads.isNew ? TRACED : 0;
  if (method.foldsBands) {
    const kernels: Float64Array[] = [];
    let likeness: Float64Array | undefined;
    const layers = [...new Set(needed.map((band) => references[band]!))].map((reference) => {
      const terms = foldBands(
        lit.radiance,
        receptors.responses,
        (band) => references[band] === reference,
        lit.white,
        () => (likeness ??= likenessOf(pointSpreads, tiling, table.wavelengths.length)),
      );
      const uses = terms.map(({ spectra }) =>
        spectra.flatMap((spectrum, output) =>
          spectrum?.some((value) => value !== 0)
            ? [{ output, kernel: kernels.push(spectrum) - 1 }]
            : [],
        ),
      );
      return {
        map: model.mapOf(reference),
        pattern: mixPattern(lit.scene.pattern, terms),
        terms: uses,
      };
    });
    const part = {
      ...common,
      layers,
      outputs: receptors.responses.length,
      channels: receptors.responses.map((_, output) => ({ output, gain: 1 })),
    };
    await formPasses(model, references, pointSpreads, kernels, part, host, progress(begin, 1));
    return out;
  }
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
      channels: receptors.responses.map((response) => ({
        output: 0,
        gain: response[band]! * weight,
      })),
    };
    const only = Float64Array.from(table.wavelengths, (_, other) => Number(other === band));
    await formPasses(
      model,
      references,
      pointSpreads,
      [only],
      part,
      host,
      progress(
        begin + ((1 - begin) * index) / needed.length,
        begin + ((1 - begin) * (index + 1)) / needed.length,
      ),
    );
  }
  return out;
}

/** Farthest that the sensor sees from the axis, mm. */
const cornerOf = ({ rows, columns, pitch }: PixelGrid): number =>
  Math.hypot(rows, columns) * pitch * 500;

/** Share of the work that tracing point spread functions is, when they are not cached. */
const TRACED = 0.6;

/** Kernels wide enough for the blur, the lateral colour and the diffraction of the fields that the sensor sees. */
function planTiling(
  model: LensModel,
  grid: PixelGrid,
  method: FormingMethod,
): Tiling & { readonly lost: number } {
  const { table } = model;
  const oversampling = oversamplingFor(grid.pitch * 1e3, method.oversampling);
  const radius = Math.max(...table.heights.map((heights) => heights.at(-1)!));
  const seen = nodeAngle(model, table.reference, cornerOf(grid));
  const spreads = model.spreads();
  const within = spreads.filter((_, i) => i === 0 || spreads[i - 1]!.angle < seen);
  let tiling = tilingFor(
    grid,
    oversampling,
    Math.max(method.halfWidth, ...within.map(({ reach }) => reach)),
    radius,
  );
  for (;;) {
    const lost = Math.max(
      ...within.map(({ lostBeyond }) => lostBeyond((tiling.reach + 0.5) * tiling.pitch)),
    );
    const wider = tilingFor(grid, oversampling, (tiling.reach + 1) * tiling.pitch, radius);
    if (lost <= method.mostLost || wider.reach === tiling.reach) return { ...tiling, lost };
    tiling = wider;
  }
}

/** The pattern of the terms' source planes. Patterns that are formulas have one plane: its weight is `single`. */
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

/** Weight of a formula's only plane; cells carry theirs in themselves. */
const single = (pattern: Pattern, mixture: Float64Array): number =>
  pattern.kind === 'cells' ? 1 : mixture[0]!;
