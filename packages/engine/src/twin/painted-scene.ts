import { lightScene, type LitScene } from '../illuminants/light.ts';
import type { Lens } from '../optics/lens.ts';
import type { PixelGrid } from '../optics/pixel-grid.ts';
import { BANDS, type Spectrum } from '../quantities/wavelengths.ts';
import { mean, type Scene } from '../scenes/scene.ts';
import { SimulationError } from '../simulation-error.ts';
import type { Place } from './find-dots.ts';

/** A flat scene that fills a frame, and where its points are imaged. */
export interface FrameView {
  /** Horizontal field of view of the scene, radians. */
  readonly hfov: number;
  /** Tangents of the angles of its sides, rightwards and downwards. */
  readonly reach: Place;
  /** Place in the frame, px from its corner, of a direction: tangents to the right and down. */
  readonly placeOf: (tangents: Place) => Place;
}

/** Light beyond the sides of the frame that kernels bring in, px. */
export const FRAME_MARGIN = 24;
/** Beyond this no flat scene fills a frame, degrees. */
const WIDEST = 75;
/** Samples between places that are computed; those between are interpolated. */
const STEP = 16;
/** Luminance of white, cd/m²: levels are fitted, so that it does not count. */
const LUMINANCE = 100;

/**
 * The scene that fills the frames of a camera.
 *
 * @throws SimulationError for a lens that sees too much for a flat scene.
 */
export function frameView(
  lens: Lens,
  { rows, columns, pitch, offset = [0, 0] }: PixelGrid,
): FrameView {
  const [right, down] = lens.imagePoint ? [0, 0] : (lens.axisShift ?? [0, 0]);
  const placeOf = ([x, y]: Place): Place => {
    const tangent = Math.hypot(x, y);
    const angle = Math.atan(tangent);
    const towards: Place = tangent === 0 ? [1, 0] : [x / tangent, y / tangent];
    const point = lens.imagePoint?.(angle, towards);
    const height = point ? 0 : lens.imageHeight(angle);
    const [across, below] = point ?? [right + height * towards[0], down + height * towards[1]];
    return [columns / 2 - offset[0] + across / pitch, rows / 2 - offset[1] + below / pitch];
  };
  const axis = placeOf([0, 0]);
  const half = [
    Math.max(axis[0], columns - axis[0]) + FRAME_MARGIN,
    Math.max(axis[1], rows - axis[1]) + FRAME_MARGIN,
  ] as const;
  const reachOf = (x: number, y: number): Place => {
    const radius = Math.hypot(x, y);
    const angle = lens.fieldAngle(radius * pitch);
    if (!(angle < (WIDEST * Math.PI) / 180))
      throw new SimulationError(
        'bad-parameter',
        `The lens sees more than ${WIDEST} degrees from its axis: no flat scene fills its picture.`,
      );
    return [(Math.tan(angle) * x) / radius, (Math.tan(angle) * y) / radius];
  };
  const corner = reachOf(half[0], half[1]);
  const reach: Place = [
    Math.max(corner[0], reachOf(half[0], 0)[0]),
    Math.max(corner[1], reachOf(0, half[1])[1]),
  ];
  return { hfov: 2 * Math.atan(reach[0]), reach, placeOf };
}

/** Size of a scene of so many columns whose samples are square. */
const rowsOf = ({ reach }: FrameView, columns: number): number =>
  Math.max(1, Math.ceil((columns * reach[1]) / reach[0]));

/**
 * A scene by what is seen at places of the frame.
 *
 * @param samples per pixel of the frame, at most.
 * @param most samples of the scene.
 * @param paint adds to the planes at a sample what is at a place of the frame, or in a
 *   direction; `size` is the side of a sample there, px.
 */
export function paintedScene(
  view: FrameView,
  grid: Pick<PixelGrid, 'rows' | 'columns'>,
  {
    samples,
    most,
    spectra,
    paint,
  }: {
    readonly samples: number;
    readonly most: number;
    readonly spectra: readonly Spectrum[];
    readonly paint: (
      place: Place,
      size: number,
      planes: readonly Float32Array[],
      at: number,
      tangents: Place,
    ) => void;
  },
): { readonly scene: Scene; readonly size: number } {
  const wide = grid.columns + 2 * FRAME_MARGIN;
  const share = Math.sqrt(most / (wide * (grid.rows + 2 * FRAME_MARGIN)));
  const columns = Math.ceil(wide * Math.min(samples, share));
  const rows = rowsOf(view, columns);
  const step = (2 * view.reach[0]) / columns;
  const towards = (column: number, row: number): Place => [
    (column + 0.5 - columns / 2) * step,
    (row + 0.5 - rows / 2) * step,
  ];
  const placeAt = (column: number, row: number): Place => view.placeOf(towards(column, row));
  const middle = [placeAt(columns / 2, rows / 2), placeAt(columns / 2 + 1, rows / 2)] as const;
  const size = Math.hypot(middle[1][0] - middle[0][0], middle[1][1] - middle[0][1]);
  const planes = spectra.map(() => new Float32Array(rows * columns));
  const nodes = Math.ceil(columns / STEP) + 1;
  const nodesAt = (row: number): readonly Place[] =>
    Array.from({ length: nodes }, (_, node) => placeAt(node * STEP, row));
  let [above, below] = [nodesAt(0), nodesAt(STEP)];
  for (let row = 0, at = 0; row < rows; row += 1) {
    if (row > 0 && row % STEP === 0) [above, below] = [below, nodesAt(row + STEP)];
    const v = (row % STEP) / STEP;
    for (let column = 0; column < columns; column += 1, at += 1) {
      const node = Math.floor(column / STEP);
      const u = column / STEP - node;
      const between = (axis: 0 | 1): number =>
        (above[node]![axis] * (1 - u) + above[node + 1]![axis] * u) * (1 - v) +
        (below[node]![axis] * (1 - u) + below[node + 1]![axis] * u) * v;
      paint([between(0), between(1)], size, planes, at, towards(column, row));
    }
  }
  return { scene: cellScene(rows, columns, planes, spectra), size };
}

const cellScene = (
  rows: number,
  columns: number,
  planes: readonly Float32Array[],
  spectra: readonly Spectrum[],
): Scene => ({
  rows,
  columns,
  spectra,
  planeMeans: planes.map(mean),
  pattern: { kind: 'cells', rows, columns, planes },
  raster: (plane) => planes[plane]!,
});

/** White at all places. */
export const WHITE: Spectrum = new Float64Array(BANDS).fill(1);

/** An even white scene that fills a frame. */
export function evenScene(view: FrameView): Scene {
  const columns = 1000;
  const rows = rowsOf(view, columns);
  return {
    ...cellScene(1, 1, [Float32Array.of(1)], [WHITE]),
    rows,
    columns,
    raster: () => new Float32Array(rows * columns).fill(1),
  };
}

/** A scene under a light of so much energy per band. */
export const litScene = (scene: Scene, energy: Spectrum): LitScene =>
  lightScene(scene, energy, { of: 'white', value: LUMINANCE });
