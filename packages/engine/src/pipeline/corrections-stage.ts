import type { CorrectionPlan } from '../corrections/correction-plan.ts';
import {
  largestGain,
  limitedGains,
  shadedCodes,
  shadedLight,
  shadingPlanes,
  type ShadingGains,
} from '../corrections/lens-shading.ts';
import {
  USUAL_TONE_MAP,
  toneCodes,
  toneMapped,
  toneScale,
  type ToneMapPlan,
} from '../corrections/tone-map.ts';
import { linearToSrgb } from '../colour/srgb.ts';
import { digestOf } from '../digest.ts';
import type { Host } from '../host.ts';
import { sharedFloat32 } from '../images/shared-array.ts';
import type { CorrectedMosaic } from '../isps/isp-code.ts';
import { mosaicOf } from '../sensors/colour-filters.ts';
import type { ShownColour } from '../sensors/exposure.ts';
import { pixelOf, type SensorPlan } from '../sensors/pixel.ts';
import { SimulationError } from '../simulation-error.ts';
import { recall } from '../stage-memory.ts';
import type { StageContext } from '../stage.ts';
import { codeLevels } from './camera-colour.ts';
import { figure } from '../text/figure.ts';
import { receptorsOf, type SensedPlan } from './sensor-stage.ts';
import { shadingGains } from './shading-gains.ts';
import type { Shot } from './shot.ts';

/** What a sensor gives to the corrections. */
export interface SensedMosaic {
  readonly raw: Uint16Array;
  /** Reference electrons by pixel, where the sensor merges captures or compresses its codes. */
  readonly linear?: { readonly electrons: Float32Array; readonly full: number } | undefined;
}

/** Linear light of a sensor's mosaic: reference electrons, and those at saturation. */
export function linearOf(
  { raw, linear }: SensedMosaic,
  sensor: SensorPlan,
): NonNullable<SensedMosaic['linear']> {
  if (linear) return linear;
  const { electronsPerCode, saturation } = pixelOf(sensor);
  const { black } = codeLevels(sensor);
  const electrons = sharedFloat32(raw.length);
  for (let i = 0; i < raw.length; i += 1) electrons[i] = (raw[i]! - black) * electronsPerCode;
  return { electrons, full: saturation };
}

/**
 * Corrects the mosaic of a sensor before the ISP: lens shading, then the tone map
 * (docs/reference/isp.md#corrections). Without either it is the sensor's own.
 *
 * @param shown how the ISP shows raw colours, by which the tones are scaled; undefined without one.
 * @param key of the sensor's mosaic in the memory.
 * @throws SimulationError 'cancelled' when stopped.
 */
export async function correctedMosaic(
  shot: Shot<SensedPlan>,
  sensed: SensedMosaic & { readonly key?: string | undefined },
  shown: ShownColour | undefined,
  host: Pick<Host, 'parallel' | 'loadImage' | 'memory'>,
  stage: Pick<StageContext, 'stopped'>,
): Promise<CorrectedMosaic> {
  const { plan } = shot;
  const { sensor, lensShading } = plan;
  const toneMap = plan.toneMap ?? (sensed.linear && USUAL_TONE_MAP);
  const { black } = codeLevels(sensor);
  const gains = lensShading && (await limitedShading(shot, lensShading, host, stage));
  const shaded = gains ? withShading(sensed, shot.plan, gains) : sensed;
  const shading = lensShading && hashedShading(lensShading);
  const keyOf = (inputs: readonly unknown[]): string | undefined =>
    sensed.key === undefined ? undefined : digestOf([sensed.key, ...inputs]);
  const shadingReport = gains && {
    lensShading: { from: lensShading.from, largestGain: largestGain(gains) },
  };
  const shadingLines = gains
    ? [`Lens shading: gains of up to ${figure(largestGain(gains))} (${lensShading.from}).`]
    : [];
  if (!toneMap)
    return {
      codes: shaded.raw,
      bits: sensor.bits,
      black,
      key: gains ? keyOf([shading]) : sensed.key,
      report: { ...shadingReport },
      lines: shadingLines,
    };
  const { rows, columns } = plan.grid;
  const { tones, logAverage, white } = toneMapped(
    { ...linearOf(shaded, sensor), rows, columns },
    toneMap,
  );
  const scale = toneScale(tones, { rows, columns }, shown, mosaicOf(sensor).layout);
  return {
    codes: toneCodes(tones, scale, toneMap.bits),
    bits: toneMap.bits,
    black: 0,
    key: keyOf([shading, toneMap, scale]),
    tones: { values: tones, scale },
    report: {
      ...shadingReport,
      toneMap: {
        ...toneMap,
        ...(logAverage !== undefined && { logAverage }),
        ...(white !== undefined && { white }),
        scale,
      },
    },
    lines: [...shadingLines, toneLine(toneMap, logAverage, scale)],
  };
}

const toneLine = (
  { operator, key, bits }: ToneMapPlan,
  logAverage: number | undefined,
  scale: number,
): string =>
  `Tone map: ${operator}${logAverage === undefined ? '' : `, log-average ${figure(logAverage)} e⁻ to ${figure(key)}`}; codes of ${bits} bit${scale < 1 ? `, scaled by ${figure(scale)}` : ''}.`;

/** Gains from a file stand in keys with the digest of their file. */
const hashedShading = (shading: NonNullable<CorrectionPlan['lensShading']>): object =>
  shading.from === 'file' ? { ...shading, gains: undefined } : shading;

/**
 * The limited gains of a plan, from memory where they are known.
 *
 * @throws SimulationError for gains of a file that do not fit the sensor's colours.
 */
export async function limitedShading(
  shot: Shot<SensedPlan>,
  lensShading: NonNullable<CorrectionPlan['lensShading']>,
  host: Pick<Host, 'parallel' | 'loadImage' | 'memory'>,
  stage: Pick<StageContext, 'stopped'>,
): Promise<ShadingGains> {
  const { plan, lit } = shot;
  const { channels } = shadingPlanes(plan.sensor);
  if (lensShading.from === 'file' && lensShading.gains.planes !== channels.length)
    throw new SimulationError(
      'bad-parameter',
      `The gains of --lens-shading have ${lensShading.gains.planes} colours; this sensor needs ${channels.length}.`,
      'lensShading.from',
    );
  const { result } = await recall(
    host.memory,
    [
      'lens shading',
      hashedShading(lensShading),
      Array.from(lit.white),
      ...[plan.optics, plan.quality, plan.grid, plan.sensor, receptorsOf(plan.sensor)],
      ...(lensShading.from === 'flat' ? [plan.noise, plan.seeds] : []),
    ],
    async () => limitedGains(await shadingGains(shot, lensShading, host, stage), lensShading),
    ({ data }) => data.byteLength,
  );
  return result;
}

function withShading(
  { raw, linear }: SensedMosaic,
  { grid, sensor }: SensedPlan,
  gains: ShadingGains,
): SensedMosaic {
  const mosaic = { rows: grid.rows, columns: grid.columns, ...shadingPlanes(sensor) };
  const { black } = codeLevels(sensor);
  return linear
    ? { raw, linear: { ...linear, electrons: shadedLight(linear.electrons, mosaic, gains) } }
    : { raw: shadedCodes(raw, mosaic, gains, { black, bits: sensor.bits }) };
}

/** Tones as a grey picture in sRGB: where no ISP develops them. */
export const tonesAsGrey = ({
  values,
  scale,
}: NonNullable<CorrectedMosaic['tones']>): Uint8Array<ArrayBuffer> => {
  const grey = new Uint8Array(values.length);
  for (let i = 0; i < grey.length; i += 1) grey[i] = linearToSrgb(values[i]! * scale);
  return grey;
};
