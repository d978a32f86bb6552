import { squareSfrs } from '../edge-squares.ts';
import { levelled, type GridShot, type LensEstimate, type TakenShot } from '../estimate-lens.ts';
import { findDots, type Place } from '../find-dots.ts';
import { paintedScene, WHITE } from '../painted-scene.ts';
import { goodMeans } from '../stack-means.ts';
import type { TwinCamera } from './camera.ts';
import { comparedFigure, type ComparedFigure } from './figures.ts';
import { chartLight, takenChart } from './taken-chart.ts';

/** Samples of a scene per pixel, and in all at most. */
const FINE = 10;
const MOST_FINE = 24e6;
/** Share of the light that dark squares and dots reflect. */
const DARK = 0.1;
/** Cycles per pixel at which sharpness is compared. */
const COMPARED = [0.25, 0.5] as const;
const SFR_ROUNDING = 0.005;
/** Of a place, px: what half a code moves a centroid by, and the fit of the distortion leaves. */
const PLACE_ROUNDING = 0.01;
const TILT = (5 * Math.PI) / 180;

/** Scales by which each colour has the mean of the camera's frame. */
function toLevels(
  { estimate: { layout } }: TwinCamera,
  { level }: TakenShot,
  formed: Float32Array,
): readonly number[] {
  const all = new Uint8Array(formed.length).fill(1);
  return goodMeans(formed, layout, all).means.map((mean, colour) => level[colour]! / mean);
}

/** Sharpness at squares, taken again. */
export async function compareEdges(
  camera: TwinCamera,
  { edges, surface }: LensEstimate,
): Promise<readonly ComparedFigure[]> {
  const figures: ComparedFigure[] = [];
  const { layout, good } = camera.estimate;
  for (const { shot, sfr } of edges) {
    const { squares, sidePx, files } = shot.entry;
    const side = sidePx!;
    const { scene, size } = paintedScene(camera.view, camera.grid, {
      ...{ samples: FINE, most: MOST_FINE, spectra: [WHITE] },
      paint: (place, sample, [plane], at) => {
        const inside = Math.max(...squares!.map((middle) => insideSquare(place, middle, side)));
        plane![at] = 1 - (1 - DARK) * covered(inside, sample);
      },
    });
    const light = await chartLight(camera, shot, scene);
    const clean = await takenChart(camera, shot, light, toLevels(camera, shot, light));
    const even = levelled(clean, surface, layout);
    const { found } = squareSfrs(even, layout, good, { squares: squares!, side });
    for (const real of sfr) {
      const same = found.find(
        ({ x, y, direction }) => x === real.x && y === real.y && direction === real.direction,
      );
      if (!same || !real.interval) continue;
      for (const frequency of COMPARED) {
        const i = real.frequencies.indexOf(frequency);
        const [low, high] = real.interval[i]!;
        // The scene is made of samples, which blur it twice: by their light and as cells.
        const sampled = sinc(frequency * size) ** 2;
        const place = `${Math.round(real.x)}, ${Math.round(real.y)} ${real.direction}`;
        figures.push(
          comparedFigure(
            { frame: files[0]!, figure: `SFR at ${place}, ${frequency} cycles/px`, unit: '' },
            { real: real.values[i]!, simulated: same.values[i]! / sampled },
            { error: (high - low) / 2 / Z95, rounding: SFR_ROUNDING },
          ),
        );
      }
    }
  }
  return figures;
}

const Z95 = 1.96;
const sinc = (x: number): number => (x === 0 ? 1 : Math.sin(Math.PI * x) / (Math.PI * x));

/** Share of a sample that lies inside of something, by the distance of its middle from the rim. */
const covered = (inside: number, size: number): number =>
  Math.min(1, Math.max(0, 0.5 + inside / size));

/** How far a place lies inside of a tilted square; negative outside. */
function insideSquare([x, y]: Place, [cx, cy]: Place, side: number): number {
  const [c, s] = [Math.cos(TILT), Math.sin(TILT)];
  const [dx, dy] = [x - cx, y - cy];
  return side / 2 - Math.max(Math.abs(c * dx + s * dy), Math.abs(c * dy - s * dx));
}

/** Dots of grids, taken again where the model of the lens has them. */
export async function compareGrids(
  camera: TwinCamera,
  { grids, calibration, surface }: LensEstimate,
): Promise<readonly ComparedFigure[]> {
  if (!calibration) return [];
  const figures: ComparedFigure[] = [];
  let before = 0;
  for (const { shot, dots, error } of grids) {
    const expected = calibration.expected.slice(before, before + dots.length);
    before += dots.length;
    if (error === undefined) continue;
    const figure = await compareGrid(camera, { shot, dots, error }, { expected, surface });
    figures.push(figure);
  }
  return figures;
}

async function compareGrid(
  camera: TwinCamera,
  { shot, dots, error }: GridShot,
  {
    expected,
    surface,
  }: { readonly expected: readonly Place[]; readonly surface: Float32Array | undefined },
): Promise<ComparedFigure> {
  const { layout } = camera.estimate;
  const near = nearestOf(expected, Math.max(...dots.map(({ radius }) => radius)) + 2);
  const { scene } = paintedScene(camera.view, camera.grid, {
    ...{ samples: FINE, most: MOST_FINE, spectra: [WHITE] },
    paint: (place, sample, [plane], at) => {
      const inside = near(place).reduce((most, i) => {
        const [x, y] = expected[i]!;
        return Math.max(most, dots[i]!.radius - Math.hypot(place[0] - x, place[1] - y));
      }, -Infinity);
      plane![at] = 1 - (1 - DARK) * covered(inside, sample);
    },
  });
  const light = await chartLight(camera, shot, scene);
  const clean = await takenChart(camera, shot, light, toLevels(camera, shot, light));
  const again = findDots(levelled(clean, surface, layout), layout, shot.entry, shot.entry.at);
  const squares = dots.flatMap(({ column, row, at }) => {
    const same = again.find((dot) => dot.column === column && dot.row === row);
    return same ? [(same.at[0] - at[0]) ** 2 + (same.at[1] - at[1]) ** 2] : [];
  });
  const rms = Math.sqrt(squares.reduce((sum, value) => sum + value, 0) / squares.length);
  return comparedFigure(
    { frame: shot.entry.files[0]!, figure: 'distance of dots, rms', unit: 'px' },
    { real: 0, simulated: rms },
    { error: error!, rounding: PLACE_ROUNDING },
  );
}

/** Places within a reach, by buckets of that size. */
function nearestOf(places: readonly Place[], reach: number): (place: Place) => readonly number[] {
  const buckets = new Map<string, number[]>();
  const bucketOf = (value: number): number => Math.floor(value / reach);
  places.forEach(([x, y], i) => {
    for (const dx of [-1, 0, 1])
      for (const dy of [-1, 0, 1]) {
        const key = `${bucketOf(x) + dx} ${bucketOf(y) + dy}`;
        buckets.set(key, [...(buckets.get(key) ?? []), i]);
      }
  });
  return ([x, y]) => buckets.get(`${bucketOf(x)} ${bucketOf(y)}`) ?? [];
}
