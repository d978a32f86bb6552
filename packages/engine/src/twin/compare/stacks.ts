import { sharedFloat32 } from '../../images/shared-array.ts';
import { meanOf } from '../../quantities/statistics.ts';
import { cleanedFrame } from '../cleaned-frame.ts';
import { colourAt, type RawStack } from '../frame-layout.ts';
import { formedLight, takenFrames, withoutDefects, withoutPattern } from '../formed-frames.ts';
import { grouped } from '../grouped.ts';
import { withGradient, type LightShading } from '../light-shading.ts';
import { evenScene, litScene } from '../painted-scene.ts';
import { smoothSurface } from '../smooth-surface.ts';
import { goodMeans, stackMeans, type StackMeans } from '../stack-means.ts';
import { temporalParts, type TemporalParts } from '../temporal-parts.ts';
import { exposuresLike, type TwinCamera } from './camera.ts';
import { comparedFigure, type ComparedFigure } from './figures.ts';

/** Neither side is known better than half a code. */
export const HALF_CODE = 0.5;
/** Places of the shading along each side. */
const PLACES = 3;
/** Side of a place, share of the smaller side of the frame, and in px at least. */
const PLACE_SHARE = 1 / 8;
const LEAST_PLACE = 8;

/** Darks and flats, taken again by the twin. */
export async function compareStacks(
  camera: TwinCamera,
  shading: LightShading | undefined,
): Promise<readonly ComparedFigure[]> {
  const { darks, flats, saturated } = camera.estimate;
  const figures: ComparedFigure[] = [];
  const dark = sharedFloat32(camera.grid.rows * camera.grid.columns);
  for (const stack of darks.filter(({ count }) => count > 1))
    figures.push(...(await compareStack(camera, stack, dark, 'dark')));
  const lights = grouped([...flats, ...saturated], groupOf);
  for (const list of lights.values()) {
    const lit = await lightOf(camera, list, shading);
    if (!lit) continue;
    for (const flat of list) {
      if (flat.count < 2) continue;
      const light = sharedFloat32(lit.length);
      const dose = doseOf(flat);
      lit.forEach((rate, i) => (light[i] = rate * dose));
      const kind = saturated.includes(flat) ? 'saturated' : 'flat';
      figures.push(...(await compareStack(camera, flat, light, kind)));
    }
    figures.push(...(await compareShading(camera, list, lit)));
  }
  return figures;
}

const groupOf = ({ stack }: StackMeans): string => `${stack.light} ${stack.turned}`;
const doseOf = ({ stack }: StackMeans): number => stack.photons ?? stack.exposure;

/**
 * Electrons per dose of flats of one light. Its level in each colour is the level of the frames,
 * which do not say how strong a light is.
 *
 * @returns undefined where all of them are saturated.
 */
async function lightOf(
  camera: TwinCamera,
  list: readonly StackMeans[],
  shading: LightShading | undefined,
): Promise<Float32Array | undefined> {
  const { estimate, grid } = camera;
  const { layout, good, transfer, flats } = estimate;
  const used = list.filter((flat) => flats.includes(flat));
  if (used.length === 0 || !transfer) return undefined;
  const { stack } = used[0]!;
  const light = await evenLight(camera, stack);
  if (shading) withGradient(light, shading.gradient, stack.turned, grid);
  const formed = goodMeans(light, layout, good).means;
  const rates = layout.channels.map((_, colour) => {
    const levels = used.map(
      (flat) => goodMeans(flat.mean, layout, good).means[colour]! - darkOf(camera, flat),
    );
    const doses = used.reduce((sum, flat) => sum + doseOf(flat), 0);
    return levels.reduce((sum, level) => sum + level, 0) / doses / transfer.gain.value;
  });
  for (let row = 0, i = 0; row < grid.rows; row += 1)
    for (let column = 0; column < grid.columns; column += 1, i += 1) {
      const colour = colourAt(layout, row, column);
      light[i]! *= rates[colour]! / formed[colour]!;
    }
  return light;
}

/** What an even light is behind the lens, on any scale. */
async function evenLight(camera: TwinCamera, stack: RawStack): Promise<Float32Array> {
  const light = sharedFloat32(camera.grid.rows * camera.grid.columns).fill(1);
  if (isBare(stack)) return light;
  if (camera.falloff) {
    light.set(camera.falloff);
    return light;
  }
  const scene = litScene(evenScene(camera.view), camera.energyOf(nameOf(stack)));
  return formedLight(camera, camera.view, scene);
}

/** Flats of the bare sensor have a light of their own in their stack. */
const BARE = 'without lens';
const isBare = ({ light }: RawStack): boolean => light.endsWith(BARE);
const nameOf = ({ light }: RawStack): string => light.replace(BARE, '').trim();

const darkOf = ({ estimate }: TwinCamera, { stack }: StackMeans): number =>
  estimate.dark.at(stack.exposure, stack.celsius);

/** The frames of a stack, taken again. */
function takenAgain(camera: TwinCamera, real: StackMeans, electrons: Float32Array): RawStack {
  const exposures = exposuresLike(camera, real, electrons);
  return { ...real.stack, frames: () => takenFrames(camera, exposures) };
}

async function compareStack(
  whole: TwinCamera,
  real: StackMeans,
  electrons: Float32Array,
  kind: 'dark' | 'flat' | 'saturated',
): Promise<readonly ComparedFigure[]> {
  const camera = { ...whole, sensor: withoutDefects(whole.sensor) };
  const { layout, good, time } = camera.estimate;
  const simulated = await stackMeans(takenAgain(camera, real, electrons), layout);
  const parts = time.get(real);
  const frame = real.stack.files[0]!;
  const figure = (
    name: string,
    sides: { readonly real: number; readonly simulated: number },
    error: number,
  ): ComparedFigure =>
    comparedFigure({ frame, figure: name, unit: 'codes' }, sides, { error, rounding: HALF_CODE });
  const [here, there] = [real, simulated].map(({ mean }) => goodMeans(mean, layout, good).means);
  const ofColour = (colour: number): string =>
    layout.channels.length === 1 || kind === 'dark' ? '' : `, ${layout.channels[colour]!}`;
  const colours = kind === 'dark' ? [layout.first] : layout.channels.map((_, colour) => colour);
  const meanError = (colour: number): number =>
    parts
      ? errorOfMean(parts, layout, colour)
      : deviationOf(real.frameMeans) / Math.sqrt(real.count);
  const levels = colours.map((colour) =>
    figure(
      `mean${ofColour(colour)}`,
      { real: here![colour]!, simulated: there![colour]! },
      meanError(colour),
    ),
  );
  if (!parts || kind === 'saturated') return levels;
  const again = await temporalParts(simulated, layout, good);
  const noise = colours.map((colour) => {
    const [own, other] = [parts, again].map(({ pixelOf }) => Math.sqrt(pixelOf[colour]!));
    const freedom = 2 * parts.pixelsOf[colour]! * (real.count - 1);
    return figure(
      `temporal noise${ofColour(colour)}`,
      { real: own!, simulated: other! },
      own! / Math.sqrt(freedom),
    );
  });
  const [own, other] = [real, simulated].map(({ mean }) => spreadOf(mean, camera, kind));
  const inTime = parts.pixel / real.count;
  const squares = (2 * inTime ** 2 + 4 * own! ** 2 * inTime) / parts.pixels;
  const spread = figure(
    'spatial deviation',
    { real: own!, simulated: other! },
    Math.sqrt(squares) / (2 * own!),
  );
  return [...levels, ...noise, spread];
}

function errorOfMean(
  { pixelOf, pixelsOf, row, column, frames }: TemporalParts,
  { rows, columns }: { readonly rows: number; readonly columns: number },
  colour: number,
): number {
  const lines = Math.max(row, 0) / rows + Math.max(column, 0) / columns;
  return Math.sqrt((pixelOf[colour]! / pixelsOf[colour]! + lines) / frames);
}

function deviationOf(values: readonly number[]): number {
  const mean = meanOf(values);
  return Math.sqrt(
    values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / Math.max(1, values.length - 1),
  );
}

/** Deviation from pixel to pixel: in the dark about the mean, of flats about a smooth surface. */
function spreadOf(mean: Float32Array, { estimate }: TwinCamera, kind: 'dark' | 'flat'): number {
  const { layout, good } = estimate;
  const middle = goodMeans(mean, layout, good).mean;
  const surface = kind === 'flat' ? smoothSurface(mean, layout, good) : undefined;
  let [sum, count] = [0, 0];
  for (let i = 0; i < mean.length; i += 1) {
    if (good[i] === 0) continue;
    sum += (mean[i]! - (surface?.[i] ?? middle)) ** 2;
    count += 1;
  }
  return Math.sqrt(sum / count);
}

/** Light at nine places over that in the middle, of the brightest flat of a light. */
async function compareShading(
  whole: TwinCamera,
  list: readonly StackMeans[],
  lit: Float32Array,
): Promise<readonly ComparedFigure[]> {
  const { estimate } = whole;
  const flat = list
    .filter((one) => estimate.flats.includes(one) && one.count > 1)
    .toSorted((a, b) => doseOf(b) - doseOf(a))[0];
  const parts = flat && estimate.time.get(flat);
  if (!flat || !parts) return [];
  const camera = { ...whole, sensor: withoutPattern(whole.sensor) };
  const light = sharedFloat32(lit.length);
  lit.forEach((rate, i) => (light[i] = rate * doseOf(flat)));
  const again = await stackMeans(takenAgain(camera, flat, light), estimate.layout);
  const dark = darkOf(camera, flat);
  const { exposure, celsius, files } = flat.stack;
  const here = placesOf(cleanedFrame(flat.mean, exposure, celsius, estimate), camera);
  const there = placesOf(
    again.mean.map((value) => value - dark),
    camera,
  );
  const middle = here[(here.length - 1) / 2]!;
  return here.flatMap((place, at): readonly ComparedFigure[] => {
    if (place === middle) return [];
    const share = (places: typeof here): number =>
      places[at]!.level / places[(places.length - 1) / 2]!.level;
    const noise = Math.sqrt(
      (2 * parts.pixelOf[estimate.layout.first]!) / place.pixels / flat.count,
    );
    return [
      comparedFigure(
        { frame: files[0]!, figure: `shading at ${place.x}, ${place.y}`, unit: 'share' },
        { real: share(here), simulated: share(there) },
        { error: noise / middle.level, rounding: HALF_CODE / middle.level },
      ),
    ];
  });
}

function placesOf(map: ArrayLike<number>, { estimate }: TwinCamera) {
  const { layout, good } = estimate;
  const { rows, columns, first } = layout;
  const side = Math.max(LEAST_PLACE, Math.round(Math.min(rows, columns) * PLACE_SHARE));
  return Array.from({ length: PLACES ** 2 }, (_, place) => {
    const x = Math.round((((place % PLACES) + 0.5) * columns) / PLACES);
    const y = Math.round(((Math.floor(place / PLACES) + 0.5) * rows) / PLACES);
    let [sum, pixels] = [0, 0];
    for (let row = y - (side >> 1); row < y + (side >> 1); row += 1)
      for (let column = x - (side >> 1); column < x + (side >> 1); column += 1) {
        const i = row * columns + column;
        if (!good[i] || colourAt(layout, row, column) !== first) continue;
        sum += map[i]!;
        pixels += 1;
      }
    return { x, y, level: sum / Math.max(1, pixels), pixels };
  });
}
