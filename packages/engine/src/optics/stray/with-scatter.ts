import { fourierTransformSquare } from '../../quantities/fourier.ts';
import { channelAt, type Lens, type PixelArray, type SceneInView } from '../lens.ts';
import { millimetresOf } from '../millimetres.ts';
import type { PixelGrid } from '../pixel-grid.ts';
import {
  scatterKernel,
  veilingGlareIndex,
  type Scatter,
  type ScatterKernel,
} from './scatter-kernel.ts';
import { scatterCells, scatterLevels, type ScatterLevel } from './scatter-levels.ts';
import { NO_STRAY, type StrayFacts } from './stray-facts.ts';

type FormImage = Lens['formImage'];

/**
 * A lens that scatters a share of its light: of the whole scene inside its image circle, also of
 * what lies beyond the sensor (docs/reference/depth.md#scatter).
 */
export function withScatter(lens: Lens, scatter: Scatter): Lens {
  const kernel = scatterKernel(scatter, millimetresOf(lens.focalLength));
  return {
    ...lens,
    stray: (grid) => strayFacts(lens, scatter, kernel, grid),
    formImage: async (scene, pixels, host, context, quality) => {
      const whole = { ...context, leaves: false };
      const picture = await lens.formImage(scene, pixels, host, whole, quality);
      const veils = await veilsOf({ lens, kernel, scene, pixels }, host, context);
      addVeils(picture, veils, pixels, scatter.share);
      return picture;
    },
  };
}

/** Share of the sensor's diagonal that the black disc of the index has as its diameter. */
const BLACK_SHARE = 0.1;

const strayFacts = (
  { field, focalLength }: Lens,
  { share }: Scatter,
  kernel: ScatterKernel,
  { rows, columns, pitch }: PixelGrid,
): StrayFacts => {
  const diagonalMm = millimetresOf(Math.hypot(rows, columns) * pitch);
  return {
    ...NO_STRAY,
    scatterPercent: 100 * share,
    veilingGlarePercent:
      100 *
      veilingGlareIndex(
        share,
        kernel,
        (BLACK_SHARE * diagonalMm) / 2,
        millimetresOf(field?.imageRadius ?? focalLength),
      ),
  };
};

interface VeilTask {
  readonly lens: Lens;
  readonly kernel: ScatterKernel;
  readonly scene: SceneInView;
  readonly pixels: PixelArray;
}

/** Scattered light of a level at its places: one plane per response, as if all were scattered. */
interface Veil {
  readonly level: ScatterLevel;
  readonly planes: readonly Float64Array[];
}

async function veilsOf(
  { lens, kernel, scene, pixels }: VeilTask,
  host: Parameters<FormImage>[2],
  context: Parameters<FormImage>[3],
): Promise<readonly Veil[]> {
  const { rows, columns, pitch, offset: [right, down] = [0, 0] } = pixels.grid;
  const half = Math.max(rows, columns) / 2;
  const aside = Math.max(Math.abs(right), Math.abs(down));
  const image = lens.footprint(scene.hfov, scene.lit.scene, pixels.grid);
  const reach = Math.min(
    half + lens.focalLength / pitch,
    Math.max(
      ...[image.left, image.right].map((column) => Math.abs(column - columns / 2)),
      ...[image.top, image.bottom].map((row) => Math.abs(row - rows / 2)),
    ),
    lens.field ? lens.field.imageRadius / pitch + aside : Infinity,
  );
  const shoulder = kernel.shoulderMm / millimetresOf(pitch);
  const veils: Veil[] = [];
  for (const level of scatterLevels(reach, half, shoulder)) {
    const { cell, sources } = level;
    const grid: PixelGrid = {
      rows: 2 * sources,
      columns: 2 * sources,
      pitch: pitch * cell,
      offset: [right / cell, down / cell],
    };
    const planes = await lens.projectScene(scene, grid, pixels.receptors.responses, host, context);
    const light = lightAt(lens, grid);
    const cells = scatterCells(kernel, level.side, millimetresOf(grid.pitch));
    veils.push({ level, planes: spread(planes, light, level, cells) });
  }
  return veils;
}

/** Steps of the relative illumination from the axis to the rim of the image circle. */
const ILLUMINATION_STEPS = 256;

/** Irradiance of a place over the irradiance on the axis, for the cells of a grid. */
function lightAt(
  lens: Lens,
  grid: PixelGrid,
): ((row: number, column: number) => number) | undefined {
  const { relativeIllumination, field } = lens;
  if (!relativeIllumination || !field) return undefined;
  const table = Float64Array.from({ length: ILLUMINATION_STEPS + 2 }, (_, step) => {
    const height = (Math.min(step, ILLUMINATION_STEPS) / ILLUMINATION_STEPS) * field.imageRadius;
    return relativeIllumination(lens.fieldAngle(height));
  });
  const [right, down] = grid.offset!;
  return (row, column) => {
    const x = (column + 0.5 - grid.columns / 2 + right) * grid.pitch;
    const y = (row + 0.5 - grid.rows / 2 + down) * grid.pitch;
    const at = (Math.sqrt(x * x + y * y) / field.imageRadius) * ILLUMINATION_STEPS;
    // The scene is black beyond the image circle.
    if (at >= ILLUMINATION_STEPS) return table[ILLUMINATION_STEPS]!;
    const step = Math.floor(at);
    return table[step]! + (at - step) * (table[step + 1]! - table[step]!);
  };
}

/** Scatters the light of a level's cells onto its places; two planes at a time. */
function spread(
  planes: readonly Float32Array[],
  light: ReturnType<typeof lightAt>,
  { sources, held, places, side }: ScatterLevel,
  cells: Float64Array,
): readonly Float64Array[] {
  // The kernel is even, so its spectrum is real.
  const spectrum = Float64Array.from(cells);
  fourierTransformSquare(spectrum, new Float64Array(side * side), side);
  const wide = 2 * sources;
  const out = planes.map(() => new Float64Array(4 * places * places));
  for (let plane = 0; plane < planes.length; plane += 2) {
    const parts = [0, 1].map((part) => {
      const square = new Float64Array(side * side);
      const values = planes[plane + part];
      for (let row = 0; values && row < wide; row += 1)
        for (let column = 0; column < wide; column += 1)
          if (Math.max(distance(row, sources), distance(column, sources)) > held)
            square[row * side + column] =
              values[row * wide + column]! * (light?.(row, column) ?? 1);
      return square;
    });
    const [real, imaginary] = parts as [Float64Array, Float64Array];
    fourierTransformSquare(real, imaginary, side);
    for (let at = 0; at < spectrum.length; at += 1) {
      real[at]! *= spectrum[at]!;
      imaginary[at]! *= spectrum[at]!;
    }
    // Backwards, with both parts exchanged.
    fourierTransformSquare(imaginary, real, side);
    for (const [part, square] of parts.entries()) {
      const target = out[plane + part];
      for (let row = 0; target && row < 2 * places; row += 1)
        for (let column = 0; column < 2 * places; column += 1)
          target[row * 2 * places + column] =
            square[
              wrapped(row + sources - places, side) * side +
                wrapped(column + sources - places, side)
            ]! /
            (side * side);
    }
  }
  return out;
}

/** How many cells a cell lies from the middle, the two beside it being the first. */
const distance = (index: number, sources: number): number =>
  index < sources ? sources - index : index - sources + 1;

const wrapped = (index: number, side: number): number => (index + side) % side;

/** Takes the scattered share from the picture and adds the veils, interpolated between places. */
function addVeils(
  picture: Float32Array,
  veils: readonly Veil[],
  { grid: { rows, columns }, receptors: { layout } }: PixelArray,
  share: number,
): void {
  for (let row = 0; row < rows; row += 1) {
    for (let column = 0; column < columns; column += 1) {
      const channel = channelAt(layout, row, column);
      let veil = 0;
      for (const { level, planes } of veils) {
        const { cell, places } = level;
        const plane = planes[channel]!;
        const x = (column + 0.5 - columns / 2) / cell + places - 0.5;
        const y = (row + 0.5 - rows / 2) / cell + places - 0.5;
        const [left, top] = [Math.floor(x), Math.floor(y)];
        const at = top * 2 * places + left;
        const below = at + 2 * places;
        const [u, v] = [x - left, y - top];
        veil +=
          (1 - v) * ((1 - u) * plane[at]! + u * plane[at + 1]!) +
          v * ((1 - u) * plane[below]! + u * plane[below + 1]!);
      }
      const pixel = row * columns + column;
      picture[pixel] = (1 - share) * picture[pixel]! + share * veil;
    }
  }
}
