import { applyMatrix, fitMatrix } from '../../analysis/colour/colour-matrix.ts';
import { homography, unitPlace } from '../../analysis/colour/homography.ts';
import { deltaE2000 } from '../../colour/delta-e-2000.ts';
import { labOf } from '../../colour/lab.ts';
import { xyzOf, type Triple } from '../../colour/xyz.ts';
import { receptorsOf } from '../../pipeline/sensor-stage.ts';
import type { Spectrum } from '../../quantities/wavelengths.ts';
import type { Scene } from '../../scenes/scene.ts';
import { chartPatches, type ChartPlace } from '../chart-patches.ts';
import type { ChartSpread, ColourReferences, KnownChart } from '../estimate-colour.ts';
import {
  withoutShading,
  type EvenShot,
  type LensEstimate,
  type TakenShot,
} from '../estimate-lens.ts';
import { formedLight } from '../formed-frames.ts';
import { colourAt } from '../frame-layout.ts';
import { evenScene, litScene, paintedScene, WHITE } from '../painted-scene.ts';
import type { TwinCamera } from './camera.ts';
import { comparedFigure, type ComparedFigure } from './figures.ts';
import { chartLight, takenChart } from './taken-chart.ts';
import { HALF_CODE } from './stacks.ts';

/** Samples of a scene per pixel, and in all at most: patches are even. */
const COARSE = 1;
const MOST_COARSE = 4e5;
/** Share of the light that is reflected round a chart of colours. */
const SURROUND = 0.05;

/** Patches of charts of colours, taken again. */
export async function compareColours(
  camera: TwinCamera,
  { charts, surface }: LensEstimate,
  { charts: known }: ColourReferences,
): Promise<readonly ComparedFigure[]> {
  const figures: ComparedFigure[] = [];
  for (const shot of charts)
    figures.push(...(await compareChart(camera, shot, { known, surface })));
  return figures;
}

async function compareChart(
  camera: TwinCamera,
  shot: EvenShot,
  {
    known,
    surface,
  }: { readonly known: ColourReferences['charts']; readonly surface: Float32Array | undefined },
): Promise<readonly ComparedFigure[]> {
  const { layout, good } = camera.estimate;
  const { corners, chart: name, light, at, files } = shot.entry;
  const chart = known[name!]!;
  const place = { ...chart, corners: corners as ChartPlace['corners'] };
  const patchesOf = (even: ArrayLike<number>) =>
    chartPatches(even, layout, good, { place, entry: at });
  const real = patchesOf(shot.even);
  const { first } = layout;
  const formed = await chartLight(camera, shot, chartScene(camera, place));
  const raw = patchesOf(withoutShading(Float64Array.from(formed), surface));
  // How strong the light of a chart was is taken from its frames.
  const strength =
    real.reduce((sum, patch, i) => sum + patch[first]! * raw[i]![first]!, 0) /
    raw.reduce((sum, patch) => sum + patch[first]! ** 2, 0);
  const scales = layout.channels.map(() => strength);
  const clean = await takenChart(camera, shot, formed, scales);
  const simulated = patchesOf(withoutShading(clean, surface));
  const errorOf = patchError(camera, shot, place);
  if (layout.channels.length === 1)
    return real.map(([level], i) =>
      comparedFigure(
        { frame: files[0]!, figure: `patch ${i + 1}`, unit: 'codes' },
        { real: level!, simulated: simulated[i]![0]! },
        { error: errorOf(level!), rounding: HALF_CODE },
      ),
    );
  const energy = camera.energyOf(light);
  const white = xyzOf(energy);
  const wanted = chart.reflectances.map((shares) =>
    xyzOf(energy.map((value, band) => value * shares[band]!)),
  );
  const matrix = fitMatrix(real as unknown as readonly Triple[], wanted);
  const lab = (patch: readonly number[]): Triple =>
    labOf(applyMatrix(matrix, patch as unknown as Triple), white);
  /** What changes of the colours move a patch by together. */
  const moved = (patch: readonly number[], by: (level: number) => number): number =>
    Math.hypot(
      ...patch.map((level, colour) =>
        deltaE2000(lab(patch), lab(patch.with(colour, level + by(level)))),
      ),
    );
  return real.map((patch, i) =>
    comparedFigure(
      { frame: files[0]!, figure: `patch ${i + 1}, ΔE00`, unit: '' },
      { real: 0, simulated: deltaE2000(lab(patch), lab(simulated[i]!)) },
      { error: moved(patch, errorOf), rounding: moved(patch, () => HALF_CODE) },
    ),
  );
}

/** A chart of colours where its frame has it, on a dark surround. */
function chartScene(
  { view, grid }: TwinCamera,
  { corners, columns, rows, reflectances }: ChartPlace & KnownChart,
): Scene {
  const inverse = unitPlace(corners);
  return paintedScene(view, grid, {
    ...{ samples: COARSE, most: MOST_COARSE },
    spectra: [...reflectances, WHITE.map((share) => share * SURROUND)],
    paint: ([x, y], _, planes, sample) => {
      const [u, v] = inverse(x, y);
      const isInside = u >= 0 && u < 1 && v >= 0 && v < 1;
      const patch = isInside
        ? Math.floor(v * rows) * columns + Math.floor(u * columns)
        : reflectances.length;
      planes[patch]![sample] = 1;
    },
  }).scene;
}

/**
 * Factors by which the lens changes patches: what it spreads from one to the next, of each chart,
 * patch and colour.
 */
export async function chartSpread(
  camera: TwinCamera,
  { charts, surface }: LensEstimate,
  { charts: known }: ColourReferences,
): Promise<ChartSpread> {
  const { layout, good } = camera.estimate;
  const spread: (readonly (readonly number[])[])[] = [];
  for (const shot of charts) {
    const { corners, chart, at } = shot.entry;
    const place = { ...known[chart!]!, corners: corners as ChartPlace['corners'] };
    const patchesOf = (formed: Float32Array) =>
      chartPatches(withoutShading(Float64Array.from(formed), surface), layout, good, {
        ...{ place, entry: at },
      });
    const through = patchesOf(await chartLight(camera, shot, chartScene(camera, place)));
    const apart = patchesOf(await patchLight(camera, shot, place));
    spread.push(through.map((patch, i) => patch.map((value, c) => value / apart[i]![c]!)));
  }
  return spread;
}

/** The light of patches on the pixels, without what the lens spreads from one to the next. */
async function patchLight(
  camera: TwinCamera,
  { entry }: TakenShot,
  { corners, columns, rows, reflectances }: ChartPlace & KnownChart,
): Promise<Float32Array> {
  const lit = litScene(evenScene(camera.view), camera.energyOf(entry.light));
  const light = await formedLight(camera, camera.view, lit);
  const { responses } = receptorsOf(camera.sensor);
  const sumOf = (response: Spectrum, shares: Spectrum): number =>
    response.reduce((sum, value, band) => sum + value * shares[band]! * lit.white[band]!, 0);
  const shares = reflectances.map((patch) =>
    responses.map((response) => sumOf(response, patch) / sumOf(response, WHITE)),
  );
  const inverse = unitPlace(corners);
  const { layout } = camera.estimate;
  return light.map((white, i) => {
    const [row, column] = [Math.floor(i / layout.columns), i % layout.columns];
    const [u, v] = inverse(column + 0.5, row + 0.5);
    if (!(u >= 0 && u < 1 && v >= 0 && v < 1)) return white * SURROUND;
    const patch = Math.floor(v * rows) * columns + Math.floor(u * columns);
    return white * shares[patch]![colourAt(layout, row, column)]!;
  });
}

/** Standard deviation of the mean of a patch of one colour, by its level, codes. */
function patchError(
  { estimate: { layout, transfer } }: TwinCamera,
  { count }: TakenShot,
  { corners, columns, rows, margin }: ChartPlace,
): (level: number) => number {
  const map = homography(corners);
  const [[x0, y0], [x1, y1], [x2, y2], [x3, y3]] = [map(0, 0), map(1, 0), map(1, 1), map(0, 1)];
  const area = Math.abs((x2 - x0) * (y3 - y1) - (x3 - x1) * (y2 - y0)) / 2;
  const pixels =
    (area * (1 - 2 * margin) ** 2) / (columns * rows) / (layout.channels.length === 1 ? 1 : 4);
  const { floor, gain } = transfer!;
  return (level) =>
    Math.sqrt((floor + gain.value * Math.max(level, 0)) / (Math.max(pixels, 1) * count));
}
