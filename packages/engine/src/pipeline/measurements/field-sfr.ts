import { SFR_FREQUENCIES } from '../../analysis/edge-sfr/edge-sfr.ts';
import { MEASURED_CHANNELS, type MeasuredChannel } from '../../analysis/measured-picture.ts';
import type { Host } from '../../host.ts';
import { lightScene, nativeLight, type LitScene } from '../../illuminants/light.ts';
import { loadLens } from '../../optics/load-lens.ts';
import { halfAngleOf, type Lens } from '../../optics/lens.ts';
import { BANDS } from '../../quantities/wavelengths.ts';
import type { Pattern } from '../../scenes/patterns/pattern.ts';
import { sceneTraits } from '../../scenes/paint-scene.ts';
import { mosaicOf } from '../../sensors/colour-filters.ts';
import { quantumEfficiencyOf } from '../../sensors/pixel.ts';
import { UNWATCHED } from '../../stage.ts';
import { autofocused } from '../focused-plan.ts';
import { codesIsp } from '../isp-stage.ts';
import { receptorsOf, sensorStage, type SensedPlan } from '../sensor-stage.ts';
import { patternOf } from './measured-shot.ts';
import type { FieldDirection } from './sfr/chart-edges.ts';
import {
  toMeasuredPicture,
  expectedSfr,
  measuredSfr,
  type MeasuredSfr,
  type SfrCurve,
} from './measure-edge.ts';

/** SFR of one colour at one place of the field, in one direction. */
export interface FieldSfr {
  /** Share of the lens's half angle. */
  readonly field: number;
  readonly fieldDegrees: number;
  readonly direction: FieldDirection;
  /** Pixels that the edge is measured on. */
  readonly region: { readonly width: number; readonly height: number };
  readonly colour: MeasuredChannel;
  /** SFR of the mosaic's pixels of the colour; null for luminance, which a mosaic has not. */
  readonly raw: MeasuredSfr | null;
  /** SFR of the developed picture; null without an ISP. */
  readonly developed: MeasuredSfr | null;
  readonly true: SfrCurve;
}

export interface FieldSfrReport {
  /**
   * Of every edge: its angle from the radius or the tangent, and (bright - dark) / (bright + dark).
   */
  readonly edge: { readonly tiltDegrees: number; readonly contrast: number };
  /** Cycles per pixel, of every curve. */
  readonly frequencies: readonly number[];
  readonly fields: readonly FieldSfr[];
}

/** Angle of the edges from the rows or columns, as ISO 12233 asks. */
const TILT = (5 * Math.PI) / 180;
/**
 * Reflectance of the dark side over the reflectance of the bright side: the contrast of 4:1 that
 * ISO 12233 asks for.
 */
const DARK = 0.25;
/**
 * Pixels along an edge. Longer ones bend through the lens until they run along the pixels, where
 * nothing can be measured.
 */
const ALONG = 132;
/**
 * Fewest pixels, and least distance, that a window reaches to each side of its edge
 * (docs/reference/physics.md#p9).
 */
const LEAST_REACH = { pixels: 104, metres: 110e-6 };
/**
 * Distance that a window keeps from the rim of the image circle, metres: the rim is a sharp edge
 * itself.
 */
const RIM = 20e-6;

/**
 * Measures SFR over the field: at each place an edge across the radius and one along it is imaged
 * on a window of a larger sensor that is centred on the axis, read out and developed. The raw
 * picture is divided by the raw picture of an even white surface, so that the falloff of the lens
 * is not taken for blur. Without noise the electrons are measured, before they are rounded to
 * codes.
 *
 * @param asked the camera; its scene serves the autofocus alone, its noise setting is used.
 * @param shares of the lens's half angle, 0 to 1.
 * @param progress gets the share of the windows that are measured, 0 to 1.
 */
export async function fieldSfr(
  asked: SensedPlan,
  shares: readonly number[],
  host: Host,
  progress: (share: number) => void = () => undefined,
): Promise<FieldSfrReport> {
  const plan = await autofocused(asked, host);
  const lens = await loadLens(plan.optics);
  const halfAngle = halfAngleOf(lens);
  const fields: FieldSfr[] = [];
  let measuredWindows = 0;
  for (const field of shares)
    for (const direction of ['radial', 'tangential'] as const) {
      const window = windowAt(plan, lens, field * halfAngle, direction);
      for (const measured of await measureWindow(window, lens, host))
        fields.push({
          field,
          fieldDegrees: (field * halfAngle * 180) / Math.PI,
          direction,
          region: { width: window.plan.grid.columns, height: window.plan.grid.rows },
          ...measured,
        });
      measuredWindows += 1;
      progress(measuredWindows / (2 * shares.length));
    }
  const edge = { tiltDegrees: (TILT * 180) / Math.PI, contrast: (1 - DARK) / (1 + DARK) };
  return { edge, frequencies: SFR_FREQUENCIES, fields };
}

/** An edge imaged through the middle of a small grid on the +x axis. */
interface Window {
  readonly plan: SensedPlan;
  readonly edge: LitScene;
  readonly white: LitScene;
  readonly hfov: number;
  readonly place: readonly [number, number];
  /** Angle of the edge's normal from the rows, radians. */
  readonly normal: number;
}

function windowAt(plan: SensedPlan, lens: Lens, angle: number, direction: FieldDirection): Window {
  const { pitch } = plan.grid;
  const offset = Math.round(lens.imageHeight(angle) / pitch);
  const place = offset * pitch;
  const reach = Math.min(
    Math.max(LEAST_REACH.pixels, LEAST_REACH.metres / pitch),
    ((lens.field?.imageRadius ?? Infinity) - place - RIM) / pitch,
  );
  const across = 2 * Math.floor(reach);
  const tangent = (height: number): number => Math.tan(lens.fieldAngle(height));
  // Scale of the scene along and across the radius, per metre on the sensor.
  const radial = (tangent(place + pitch) - tangent(place - pitch)) / (2 * pitch);
  const tangential = place === 0 ? radial : tangent(place) / place;
  const [dx, dy] =
    direction === 'radial' ? [Math.sin(TILT), Math.cos(TILT)] : [Math.cos(TILT), Math.sin(TILT)];
  // The scene reaches beyond the window, and not to 90 degrees.
  const half = Math.tan(
    Math.min((88 * Math.PI) / 180, 1.2 * lens.fieldAngle(place + 0.7 * across * pitch)),
  );
  const [rows, columns] = direction === 'radial' ? [ALONG, across] : [across, ALONG];
  const light = (pattern: Pattern, mean: number): LitScene =>
    lightScene(
      {
        rows: 1,
        columns: 1,
        spectra: [new Float64Array(BANDS).fill(1)],
        planeMeans: [mean],
        pattern,
        raster: () => Float32Array.of(mean),
      },
      plan.illuminant.energy ?? nativeLight(sceneTraits(plan.scene).nativeIlluminant).energy,
      // White is equally bright in both, so that their pictures can be divided.
      plan.luminance.of === 'scene mean'
        ? { of: 'white', value: plan.luminance.value }
        : plan.luminance,
    );
  return {
    plan: { ...plan, grid: { ...plan.grid, rows, columns, offset: [offset, 0] } },
    edge: light(
      {
        kind: 'edge',
        slope: (dy * tangential) / (dx * radial),
        dark: DARK,
        through: [0.5 + tangent(place) / (2 * half), 0.5],
      },
      (1 + DARK) / 2,
    ),
    white: light({ kind: 'cells', rows: 1, columns: 1, planes: [Float32Array.of(1)] }, 1),
    hfov: 2 * Math.atan(half),
    place: [place, 0],
    normal: direction === 'radial' ? TILT : Math.PI / 2 - TILT,
  };
}

/** Takes the pictures of a window and measures each colour. */
async function measureWindow(
  { plan, edge, white, hfov, place, normal }: Window,
  lens: Lens,
  host: Host,
): Promise<readonly Omit<FieldSfr, 'field' | 'fieldDegrees' | 'direction' | 'region'>[]> {
  const { grid, sensor, noise, seeds } = plan;
  const isp = await codesIsp(plan);
  const pixels = { grid, receptors: receptorsOf(sensor) };
  const form = (lit: LitScene): Promise<Float32Array> =>
    lens.formImage({ lit, hfov }, pixels, host, UNWATCHED, plan.quality);
  const expose = (lit: LitScene, light: Float32Array, taken: SensedPlan) =>
    // Without the memory: these windows have no keys there.
    sensorStage(
      { plan: taken, lit, lens, shown: isp?.shown },
      { light, key: '' },
      { parallel: host.parallel },
      UNWATCHED,
      undefined,
    );
  const [light, even] = [await form(edge), await form(white)];
  const { raw, report } = await expose(edge, light, plan);
  // Another seed: two frames of one seed would share their noise.
  const flat = {
    ...plan,
    exposureSeconds: report.exposureSeconds,
    seeds: { ...seeds, temporal: (seeds.temporal + 1) >>> 0 },
  };
  const mosaic = noise
    ? quotient(raw, (await expose(white, even, flat)).raw, blackCode(sensor))
    : quotient(light, even, 0);
  const { rows, columns } = grid;
  const developed =
    isp &&
    toMeasuredPicture(
      await isp.develop(
        { codes: raw, rows, columns, order: sensor.order!, bits: sensor.bits },
        host,
        UNWATCHED,
      ),
    );
  const shown = isp?.hasColours ? isp.shown : undefined;
  const picture = { rows, columns, channels: 1 as const, data: mosaic };
  return coloursOf(sensor).map((colour) => ({
    colour,
    raw: colour === 'luminance' ? null : measuredSfr(picture, undefined, colour, patternOf(sensor)),
    developed: developed ? measuredSfr(developed, undefined, colour) : null,
    true: expectedSfr({ plan, lit: edge, lens, shown }, { place, normal }, colour),
  }));
}

/** The colours that are measured: those of the tile, and luminance of a Bayer sensor. */
const coloursOf = (sensor: SensedPlan['sensor']): readonly MeasuredChannel[] =>
  sensor.order
    ? MEASURED_CHANNELS
    : mosaicOf(sensor).channels.filter((_, i) =>
        quantumEfficiencyOf(sensor)[i]!.some((share) => share > 0),
      );

/** Code of a pixel without light and dark current. */
const blackCode = ({ parameters, bits }: SensedPlan['sensor']): number =>
  (parameters.analog_offset / parameters.analog_gain / parameters.voltage_swing) * 2 ** bits;

/**
 * A picture divided by the picture of an even surface, both without their black level; 0 where the
 * even surface is dark.
 */
const quotient = (
  picture: ArrayLike<number>,
  even: ArrayLike<number>,
  black: number,
): Float64Array =>
  Float64Array.from(picture, (value, i) =>
    even[i]! > black ? (value - black) / (even[i]! - black) : 0,
  );
