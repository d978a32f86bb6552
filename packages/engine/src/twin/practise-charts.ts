import { build as buildMacbeth } from '../scenes/macbeth/build.ts';
import type { PixelGrid } from '../optics/pixel-grid.ts';
import type { Scene } from '../scenes/scene.ts';
import { build as buildSquares } from '../scenes/sfr-field/build.ts';
import type { Table } from '../text/json-fields.ts';
import type { Place } from './find-dots.ts';
import { KNOWN_CHART } from './manifest.ts';
import { WHITE, evenScene, paintedScene, type FrameView } from './painted-scene.ts';
import type { PlannedFrames } from './session-plan.ts';

/** What is before a camera that practises. */
export interface PractiseScene {
  readonly scene: Scene;
  readonly hfov: number;
  /** Reflectance of what is exposed as white is. */
  readonly white: number;
  /** What the manifest says of it. */
  readonly entry: Table;
}

const GRID = { columns: 11, rows: 7, spacingMm: 10 } as const;
/** Radius of a dot over its spacing, and what a dot reflects. */
const [DOT, INK] = [0.22, 0.1];
/** Steps of a tilted grid between its rim and the rim of the frame. */
const RIM = 1.6;
/** A plan asks for at least so much: a little more is tilted surely, degrees. */
const MORE_TILT = 3;
const [FINE, MOST] = [8, 24e6];
/** Squares along a side of the chart of edges; share of their distance; ISO 12233's tilt. */
const [SQUARES, SQUARE_SHARE, CONTRAST] = [5, 0.6, 4];
const SQUARE_TILT = (5 * Math.PI) / 180;
const PAPER = 0.18;
const CHART_SHARE = 0.78;

/** The scene of planned frames, which fills the frame of a camera. */
export async function practiseScene(
  { kind, tilt }: PlannedFrames,
  view: FrameView,
  grid: PixelGrid,
): Promise<PractiseScene> {
  const { hfov } = view;
  if (kind === 'grid')
    return { scene: gridOfDots(view, grid, tilt), hfov, white: 1, entry: { ...GRID } };
  if (kind === 'edges') return edgesChart(view, grid);
  if (kind === 'chart') return colourChart(view, grid);
  return { scene: evenScene(view), hfov, white: 1, entry: {} };
}

/** Tangents of the sides of the frame itself. */
function frameReach({ reach, placeOf }: FrameView, { columns, rows }: PixelGrid): Place {
  const side = (axis: 0 | 1, end: number): number => {
    // By halves: how far the frame reaches along an axis from the middle of the scene.
    let [low, high] = [0, reach[axis]];
    for (let step = 0; step < 40; step += 1) {
      const middle = (low + high) / 2;
      const place = placeOf(axis === 0 ? [middle, 0] : [0, middle])[axis];
      if (place < end) low = middle;
      else high = middle;
    }
    return low;
  };
  return [side(0, columns), side(1, rows)];
}

/** A grid of dots on a plane that is turned about the vertical and the horizontal, degrees. */
function gridOfDots(
  view: FrameView,
  grid: PixelGrid,
  [aboutY, aboutX]: PlannedFrames['tilt'],
): Scene {
  const [across, down] = frameReach(view, grid);
  const { columns, rows, spacingMm } = GRID;
  const sides = [
    ((columns - 1) / 2 + RIM) * spacingMm,
    ((rows - 1) / 2 + RIM) * spacingMm,
  ] as const;
  const distance = Math.max(sides[0] / across, sides[1] / down);
  const radians = (degrees: number): number =>
    degrees === 0 ? 0 : ((degrees + MORE_TILT) * Math.PI) / 180;
  const [a, b] = [radians(aboutY), radians(aboutX)];
  const right = [Math.cos(a), 0, -Math.sin(a)] as const;
  const below = [0, Math.cos(b), -Math.sin(b)] as const;
  const radius = DOT * spacingMm;
  const { scene } = paintedScene(view, grid, {
    ...{ samples: FINE, most: MOST, spectra: [WHITE] },
    paint: (_, size, [plane], at, [tx, ty]) => {
      // The plane is a·right + b·below + (0, 0, distance); a ray is s·(tx, ty, 1).
      const scale = distance / (1 - (tx * right[2]) / right[0] - (ty * below[2]) / below[1]);
      const [x, y] = [(tx * scale) / right[0], (ty * scale) / below[1]];
      const place = [x / spacingMm + (columns - 1) / 2, y / spacingMm + (rows - 1) / 2] as const;
      const nearest = [
        Math.min(Math.max(Math.round(place[0]), 0), columns - 1),
        Math.min(Math.max(Math.round(place[1]), 0), rows - 1),
      ] as const;
      const inside = radius - spacingMm * Math.hypot(place[0] - nearest[0], place[1] - nearest[1]);
      const sample = (size * scale) / focalPx(view);
      plane![at] = 1 - (1 - INK) * Math.min(1, Math.max(0, 0.5 + inside / sample));
    },
  });
  return scene;
}

const NEAR_AXIS = 1e-4;
/** Pixels per tangent on the axis. */
export const focalPx = ({ placeOf }: FrameView): number =>
  (placeOf([NEAR_AXIS, 0])[0] - placeOf([0, 0])[0]) / NEAR_AXIS;

const NO_IMAGES = { loadImage: () => Promise.reject(new Error('a chart loads no image')) };

/** Nine dark squares of the SFR Field, as far out as the frame has them. */
async function edgesChart(view: FrameView, grid: PixelGrid): Promise<PractiseScene> {
  const reach = Math.max(...view.reach);
  const hfov = 2 * Math.atan(reach);
  const scene = await buildSquares(
    { hfov, squares: SQUARES, tilt: SQUARE_TILT, contrast: CONTRAST },
    NO_IMAGES,
  );
  const step = (2 * reach) / SQUARES;
  const inFrame = frameReach(view, grid);
  const half = (SQUARES - 1) / 2;
  const farthest = (axis: 0 | 1): number =>
    [...Array(half).keys()]
      .map((k) => half - k)
      .find((k) => (k + SQUARE_SHARE * 0.6) * step < inFrame[axis]) ?? 0;
  const places = (axis: 0 | 1): readonly number[] => {
    const far = farthest(axis);
    return far === 0 ? [0] : [-far, 0, far];
  };
  const squares = places(1).flatMap((y) =>
    places(0).map((x) => rounded(view.placeOf([x * step, y * step]))),
  );
  const side = SQUARE_SHARE * step * focalPx(view);
  return {
    scene,
    hfov,
    white: PAPER,
    entry: { squares, sidePx: Number(side.toPrecision(4)) },
  };
}

/** Hundredths of a pixel are more than a hand can point at. */
const rounded = ([x, y]: Place): Place => [Number(x.toFixed(2)), Number(y.toFixed(2))];

/** The chart of 24 patches. */
async function colourChart(view: FrameView, grid: PixelGrid): Promise<PractiseScene> {
  const [across, down] = frameReach(view, grid);
  const wide = CHART_SHARE * Math.min(across, down * 1.5);
  const hfov = 2 * Math.atan(wide);
  const scene = await buildMacbeth({ hfov, patchSize: 16 }, NO_IMAGES);
  const high = wide / 1.5;
  const corners = (
    [
      [-wide, -high],
      [wide, -high],
      [wide, high],
      [-wide, high],
    ] as const
  ).map((corner) => rounded(view.placeOf(corner)));
  return {
    scene,
    hfov,
    white: 1,
    entry: { chart: KNOWN_CHART, corners },
  };
}
