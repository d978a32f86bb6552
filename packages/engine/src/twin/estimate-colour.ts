import { fail } from '../text/json-fields.ts';
import { WAVELENGTHS, type Spectrum } from '../quantities/wavelengths.ts';
import { chartPatches } from './chart-patches.ts';
import { CURVE_ALPHA, colourCurves, type ColourCurves, type LitChart } from './colour-curves.ts';
import type { EvenShot } from './estimate-lens.ts';
import type { FrameLayout } from './frame-layout.ts';

/** A chart whose reflectances are known. */
export interface KnownChart {
  readonly columns: number;
  readonly rows: number;
  readonly margin: number;
  /** Of each patch per band. */
  readonly reflectances: readonly Spectrum[];
}

/** What charts and lights of a manifest are. */
export interface ColourReferences {
  readonly charts: Readonly<Record<string, KnownChart>>;
  /** Photons per band, on any scale. */
  readonly lights: Readonly<Record<string, Spectrum>>;
}

/** Factors by which a lens changes what is measured, of each chart, patch and colour. */
export type ChartSpread = readonly (readonly (readonly number[])[])[];

/** What frames say of the colours of a camera. */
export interface ColourEstimate extends ColourCurves {
  readonly charts: readonly LitChart[];
  readonly lights: readonly { readonly name: string; readonly strength: number }[];
}

/**
 * Curves of the colours from frames of charts under known lights.
 *
 * @param shots of kind `chart`, without dark, response of the pixels and shading.
 * @param spread what the lens adds to patches from their neighbours, which is taken off; absent:
 *   nothing.
 * @returns undefined without charts, or where the lights are not known.
 * @throws SimulationError naming the entry that cannot be used.
 * @see docs/reference/twin.md#t4
 */
export function estimateColour(
  shots: readonly EvenShot[],
  { layout, good }: { readonly layout: FrameLayout; readonly good: Uint8Array },
  { charts: known, lights }: ColourReferences,
  spread?: ChartSpread,
): ColourEstimate | undefined {
  const charts = shots.map(({ entry, exposure, even }, shot): LitChart => {
    const { at, chart, corners, light } = entry;
    if (light === undefined) fail(`frames[${at}].light`, `frames[${at}].light is missing.`);
    if (!corners)
      fail(
        `frames[${at}].corners`,
        `frames[${at}].corners are missing: charts are not looked for.`,
      );
    const { reflectances, ...grid } = known[chart!]!;
    if (reflectances.length !== grid.columns * grid.rows)
      fail(
        `frames[${at}].chart`,
        `frames[${at}].chart: ${reflectances.length} patches for a chart of ${grid.columns * grid.rows}.`,
      );
    const patches = chartPatches(even, layout, good, {
      place: { ...grid, corners: corners as LitCorners },
      entry: at,
    });
    return {
      light,
      photons: lights[light]!,
      reflectances,
      patches: patches.map((patch, i) =>
        patch.map((value, c) => value / exposure / (spread?.[shot]?.[i]?.[c] ?? 1)),
      ),
    };
  });
  if (charts.length === 0) return undefined;
  const found = colourCurves(charts);
  const names = [...new Set(charts.map(({ light }) => light))];
  return {
    ...found,
    charts,
    lights: names.map((name, i) => ({ name, strength: found.strengths[i]! })),
  };
}

type LitCorners = Parameters<typeof chartPatches>[3]['place']['corners'];

/** What is said of curves that charts do not determine. */
export const CURVES_NOTE =
  'Colours under the lights of the charts are predicted; the curves of the quantum efficiency are one of many that do so.';

/** Of `colour` in twin.json. */
export const colourTable = ({ lights, charts, predicted }: ColourEstimate) => ({
  lights,
  patches: charts.flatMap(({ light, patches }, c) =>
    patches.map((measured, index) => ({
      light,
      index,
      measured,
      predicted: predicted[c]![index]!,
    })),
  ),
  alpha: CURVE_ALPHA,
});

/** Electrons per photon by wavelength, the largest of a colour being `largest`. */
export function efficiencyTable(
  { curves }: ColourCurves,
  { channels, first }: FrameLayout,
  largest: number,
) {
  const factor = largest / Math.max(...curves[first]!);
  return {
    nm: [...WAVELENGTHS],
    ...Object.fromEntries(
      channels.map((name, c) => [
        name,
        Array.from(curves[c]!, (value) => Math.min(1, value * factor)),
      ]),
    ),
  };
}
