import type { Host } from '../../host.ts';
import { sharedFloat32 } from '../../images/shared-array.ts';
import { lightScene, nativeLight, type LitScene } from '../../illuminants/light.ts';
import { channelAt, type Lens } from '../../optics/lens.ts';
import { loadLens, scatterOfPlan } from '../../optics/load-lens.ts';
import { metresOf, millimetresOf } from '../../optics/millimetres.ts';
import { scatterKernel, veilingGlareIndex } from '../../optics/stray/scatter-kernel.ts';
import { BANDS } from '../../quantities/wavelengths.ts';
import { sceneTraits } from '../../scenes/paint-scene.ts';
import { mean } from '../../scenes/scene.ts';
import { SimulationError } from '../../simulation-error.ts';
import { UNWATCHED } from '../../stage.ts';
import { brightnessChannel, mosaicOf } from '../../sensors/colour-filters.ts';
import { autofocused } from '../focused-plan.ts';
import { codesIsp } from '../isp-stage.ts';
import { receptorsOf, sensorStage, type SensedPlan } from '../sensor-stage.ts';

/** Veiling glare of a camera: a black disc in an even white field, both round and on the axis. */
export interface VeilingGlareReport {
  /** Radii of their images. */
  readonly blackMm: number;
  readonly fieldMm: number;
  /** On linear raw: (dark field − dark level)/(white − dark level), of the brightness channel. */
  readonly flarePercent: number;
  /** Veiling glare of the light on the sensor, without noise and codes. */
  readonly veilingGlarePercent: number;
  /** Veiling glare of the scatter alone, in closed form. */
  readonly scatterVeilingGlarePercent: number;
  /**
   * Mean codes of the raw pictures: of black, of white in its place, and without light and noise.
   */
  readonly codes: { readonly dark: number; readonly white: number; readonly level: number };
}

/** Diameter of the black disc over the diagonal of the sensor, where none is asked for. */
const BLACK_SHARE = 0.1;
/** Half angle of the field of a lens without an image circle: its image is as wide as f. */
const UNLIMITED = Math.PI / 4;
const STEEPEST = (88 * Math.PI) / 180;
/** Cells of the scene across the radius of the disc, and most of them across the scene. */
const DISC_CELLS = 8;
const MOST_CELLS = 3000;
/** Samples along a side of a cell on a rim. */
const RIM_SAMPLES = 8;
/** Largest window in the middle of the disc, pixels, and its share of the radius. */
const WINDOW = 48;
const WINDOW_SHARE = 0.25;

/**
 * Measures veiling glare (ISO 9358) as a camera records it: the light in the middle of the image of
 * a black disc over the light there without the disc. It is not one of the three procedures of ISO
 * 18844, which photograph a chart with several dark fields.
 *
 * @param plan of the camera; its scene is not used, its noise setting is.
 * @param radiusMm of the image of the black disc; undefined: a twentieth of the sensor's diagonal.
 * @throws SimulationError where the exposure of the recipe clips white.
 */
export async function veilingGlare(
  asked: SensedPlan,
  radiusMm: number | undefined,
  host: Host,
): Promise<VeilingGlareReport> {
  const plan = await autofocused(asked, host);
  const lens = await loadLens(plan.optics);
  const { grid: sensorGrid, sensor } = plan;
  const { rows, columns, pitch } = sensorGrid;
  const blackMm = radiusMm ?? millimetresOf((BLACK_SHARE * Math.hypot(rows, columns) * pitch) / 2);
  const { black, white, fieldMm, hfov } = chartOf(plan, lens, blackMm);
  const side = Math.min(
    WINDOW,
    2 * Math.max(1, Math.floor((WINDOW_SHARE * metresOf(blackMm)) / pitch)),
  );
  const seenBy = (await codesIsp(plan))?.shown;
  const shown = { ...plan, grid: { rows: side, columns: side, pitch } };
  const pixels = { grid: shown.grid, receptors: receptorsOf(sensor) };
  const form = (lit: LitScene): Promise<Float32Array> =>
    lens.formImage({ lit, hfov }, pixels, host, UNWATCHED, plan.quality);
  const lights = {
    white: await form(white),
    dark: await form(black),
    level: sharedFloat32(side * side),
  };
  const channel = brightnessChannel(mosaicOf(sensor).channels);
  const meanOf = (picture: ArrayLike<number>): number => {
    let [sum, count] = [0, 0];
    for (let pixel = 0; pixel < side * side; pixel += 1)
      if (channelAt(pixels.receptors.layout, Math.floor(pixel / side), pixel % side) === channel) {
        sum += picture[pixel]!;
        count += 1;
      }
    return sum / count;
  };
  const codes = { dark: 0, white: 0, level: 0 };
  let exposureSeconds = plan.exposureSeconds;
  for (const [index, name] of (['white', 'dark', 'level'] as const).entries()) {
    const { raw, report } = await sensorStage(
      {
        // Frames of one seed would share their noise.
        plan: {
          ...shown,
          // Noise that is cut off at 0 would lift the level of black.
          noise: plan.noise && name !== 'level',
          ...(exposureSeconds !== undefined && { exposureSeconds }),
          seeds: { ...plan.seeds, temporal: (plan.seeds.temporal + index) >>> 0 },
        },
        lit: white,
        lens,
        shown: seenBy,
      },
      { light: lights[name], key: '' },
      { parallel: host.parallel },
      UNWATCHED,
      undefined,
    );
    exposureSeconds = report.exposureSeconds;
    codes[name] = meanOf(raw);
    if (name === 'white' && (report.stopsOverSaturation[channel] ?? null) !== null)
      throw new SimulationError(
        'bad-parameter',
        'White is clipped at the exposure of the recipe: choose a shorter one.',
        'exposureParams.seconds',
      );
  }
  return {
    blackMm,
    fieldMm,
    flarePercent: (100 * (codes.dark - codes.level)) / (codes.white - codes.level),
    veilingGlarePercent: (100 * meanOf(lights.dark)) / meanOf(lights.white),
    scatterVeilingGlarePercent: 100 * scatterShare(plan.optics, lens, blackMm, fieldMm),
    codes,
  };
}

/** The veiling glare index of the scatter of the lens alone; 0 without scatter. */
function scatterShare(
  optics: SensedPlan['optics'],
  lens: Lens,
  blackMm: number,
  fieldMm: number,
): number {
  const scatter = scatterOfPlan(optics);
  if (!scatter) return 0;
  const kernel = scatterKernel(scatter, millimetresOf(lens.focalLength));
  return veilingGlareIndex(scatter.share, kernel, blackMm, fieldMm);
}

/** The black disc in the white field, and the white field alone, under the light of the plan. */
function chartOf(plan: SensedPlan, lens: Lens, blackMm: number) {
  const tangentAt = (radiusMm: number): number => Math.tan(lens.fieldAngle(metresOf(radiusMm)));
  const inner = tangentAt(blackMm);
  const widest = Math.tan(Math.min(STEEPEST, lens.field?.halfAngle ?? UNLIMITED));
  if (!(inner < widest))
    throw new SimulationError(
      'bad-parameter',
      `The black disc is as large as the field of the lens: its image has a radius of ${blackMm.toPrecision(3)} mm.`,
    );
  // The disc has some cells, however wide the field of the lens is.
  const outer = Math.min(widest, (inner * MOST_CELLS) / (2 * DISC_CELLS));
  const count = Math.min(MOST_CELLS, Math.max(400, 2 * Math.ceil((DISC_CELLS * outer) / inner)));
  const disc = (radius: number): Float32Array => discOf(count, (radius / outer) * (count / 2));
  const field = disc(outer);
  const hole = disc(inner);
  const light = (plane: Float32Array): LitScene =>
    lightScene(
      {
        rows: count,
        columns: count,
        planeMeans: [mean(plane)],
        raster: () => plane,
        spectra: [new Float64Array(BANDS).fill(1)],
        pattern: { kind: 'cells', rows: count, columns: count, planes: [plane] },
      },
      plan.illuminant.energy ?? nativeLight(sceneTraits(plan.scene).nativeIlluminant).energy,
      // White is equally bright in both.
      plan.luminance.of === 'scene mean'
        ? { of: 'white', value: plan.luminance.value }
        : plan.luminance,
    );
  const withHole = sharedFloat32(count * count);
  for (let at = 0; at < withHole.length; at += 1) withHole[at] = field[at]! - hole[at]!;
  return {
    black: light(withHole),
    white: light(field),
    hfov: 2 * Math.atan(outer),
    fieldMm: millimetresOf(lens.imageHeight(Math.atan(outer))),
  };
}

/** A round plane: the share of each cell that lies within a radius, in cells, of the middle. */
function discOf(count: number, radius: number): Float32Array {
  const plane = sharedFloat32(count * count);
  for (let row = 0; row < count; row += 1) {
    for (let column = 0; column < count; column += 1) {
      const [x, y] = [column + 0.5 - count / 2, row + 0.5 - count / 2];
      const distance = Math.sqrt(x * x + y * y);
      if (distance > radius + 1) continue;
      plane[row * count + column] = distance < radius - 1 ? 1 : shareWithin(x, y, radius);
    }
  }
  return plane;
}

function shareWithin(x: number, y: number, radius: number): number {
  let inside = 0;
  for (let j = 0; j < RIM_SAMPLES; j += 1)
    for (let i = 0; i < RIM_SAMPLES; i += 1) {
      const [dx, dy] = [x - 0.5 + (i + 0.5) / RIM_SAMPLES, y - 0.5 + (j + 0.5) / RIM_SAMPLES];
      if (dx * dx + dy * dy <= radius * radius) inside += 1;
    }
  return inside / RIM_SAMPLES ** 2;
}
