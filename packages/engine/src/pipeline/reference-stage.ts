import type { Gains } from '../analysis/colour/neutral-gains.ts';
import { encodedSrgb } from '../colour/srgb.ts';
import { largestGain, shadedLight } from '../corrections/lens-shading.ts';
import { USUAL_TONE_MAP } from '../corrections/tone-map.ts';
import { gainsByRule } from '../corrections/white-balance-rules.ts';
import type { Host } from '../host.ts';
import type { ShownImage } from '../images/shown-image.ts';
import { withoutDefects } from '../reference-isp/defects.ts';
import { developLinear, type ReferenceParameters } from '../reference-isp/develop-linear.ts';
import { encoded16 } from '../reference-isp/encode.ts';
import { loadReferenceIsp, type ReferenceSteps } from '../reference-isp/load-reference-isp.ts';
import { mosaicOf } from '../sensors/colour-filters.ts';
import { LONGEST_SECONDS } from '../sensors/exposure.ts';
import { noiseBudget, varianceOf } from '../sensors/noise-budget.ts';
import { pixelOf, quantumEfficiencyOf } from '../sensors/pixel.ts';
import { checkStopped, type LogText, type StageContext } from '../stage.ts';
import { limitedShading, linearOf, type SensedMosaic } from './corrections-stage.ts';
import { lightEnergy, type DeepImage } from './develop-raw.ts';
import type { ReferenceReport } from './development-report.ts';
import { figure, lettersOf, perChannel } from './figure.ts';
import { mixLine } from './isp-rules.ts';
import {
  calibratedMatrix,
  channelMatrix,
  channelsUnder,
  gainsFor,
  shownAs,
} from './reference-colour.ts';
import { onAxis } from './optical-image-stage.ts';
import type { SensedPlan } from './sensor-stage.ts';
import { shadingPlanes } from './shading-gains.ts';
import type { Shot } from './shot.ts';

/** A developed picture, with 8 and with 16 bits. */
export interface ReferencePicture {
  readonly image: ShownImage;
  /** Made when it is asked for. */
  readonly deep: () => DeepImage;
  readonly report: ReferenceReport;
  readonly lines: readonly LogText[];
  readonly balanceLines: readonly LogText[];
}

/** What the sensor gave to the reference ISP. */
export type ReferenceInput = SensedMosaic & { readonly exposureSeconds: number };

/**
 * The plan as the meter and measurements take it: with an ISP that shows the colours of the
 * reference ISP, where the sensor has a Bayer array. Where the recipe says nothing of the exposure,
 * the meter stops where a white diffuser on the axis fills its brightest channel, so that light
 * keeps its brightness in the picture.
 */
export function referencePlan({ plan, lens, lit }: Shot<SensedPlan>): SensedPlan {
  const { sensor, referenceIsp, exposure, exposureSeconds } = plan;
  if (!referenceIsp) return plan;
  const energy = lightEnergy(plan);
  const { area, saturation } = pixelOf(sensor);
  const white = quantumEfficiencyOf(sensor).map((response) => onAxis(lens, lit.white, response));
  const filled = Number((saturation / (area * Math.max(...white))).toPrecision(6));
  const longestSeconds = Math.min(filled, sensor.longestExposureSeconds ?? LONGEST_SECONDS);
  const isFree = exposure === undefined && exposureSeconds === undefined;
  return {
    ...plan,
    ...(isFree && {
      exposure: { mode: 'auto', longestSeconds, compensationStops: 0 },
    }),
    ...(sensor.order && {
      isp: {
        label: referenceIsp.label,
        parameters: shownAs(gainsFor(channelsUnder(energy, sensor)), channelMatrix(energy, sensor)),
      },
    }),
  };
}

/**
 * Develops linear light of any colour filter array to sRGB: dark level, defects, denoising, lens
 * shading, white balance, demosaicing, colour matrix, tone operator
 * (docs/reference/isp.md#reference-isp).
 *
 * @throws SimulationError 'cancelled' when stopped.
 */
export async function referenceStage(
  shot: Shot<SensedPlan>,
  sensed: ReferenceInput,
  { label, parameters }: { readonly label: string; readonly parameters: ReferenceParameters },
  host: Pick<Host, 'parallel' | 'loadImage' | 'loadKernel' | 'memory'>,
  stage: Pick<StageContext, 'stopped'>,
): Promise<ReferencePicture> {
  const { plan } = shot;
  const { sensor, grid, lensShading } = plan;
  const { rows, columns } = grid;
  const { layout } = mosaicOf(sensor);
  const steps = await loadReferenceIsp(host);
  const clean = cleaned(sensed, plan, parameters, steps);
  checkStopped(stage);
  const shading = lensShading && (await limitedShading(shot, lensShading, host, stage));
  const electrons = shading
    ? shadedLight(clean.electrons, { rows, columns, ...shadingPlanes(sensor) }, shading)
    : clean.electrons;
  const colours = coloursOf(plan, { ...clean, electrons });
  const toneMap =
    plan.toneMap ??
    (sensed.linear ? USUAL_TONE_MAP : ({ ...USUAL_TONE_MAP, operator: 'linear' } as const));
  checkStopped(stage);
  const { linear, ...tones } = developLinear(
    {
      electrons,
      full: clean.full,
      rows,
      columns,
      layout,
      gains: colours.whiteBalance.gains,
      matrix: colours.matrix,
      isBayer: sensor.order !== undefined,
    },
    toneMap,
    parameters.sharpening,
    steps.inLinear,
  );
  const { whiteBalance, colourMatrix } = colours;
  return {
    image: { rows, columns, channels: 3, data: encodedSrgb(linear) },
    deep: () => ({ rows, columns, channels: 3, data: encoded16(linear) }),
    report: {
      label,
      ...(parameters.defects && { replacedPixels: clean.replaced }),
      floorElectrons: clean.floor,
      whiteBalance,
      colourMatrix,
      toneMap: { ...toneMap, ...tones },
      ...(shading && {
        lensShading: { from: lensShading.from, largestGain: largestGain(shading) },
      }),
    },
    lines: [
      `${label}: ${parameters.defects ? `${clean.replaced} pixels stood alone and were replaced; ` : ''}noise of ${figure(clean.floor)} e⁻ and of the light ${parameters.denoising > 0 ? 'reduced' : 'left'}; ${sensor.order ? 'Menon 2007' : 'normalised convolution'}.`,
      ...(shading
        ? [`Lens shading: gains of up to ${figure(largestGain(shading))} (${lensShading.from}).`]
        : []),
      `Tone map: ${toneMap.operator}${tones.scale < 1 ? `, scaled by ${figure(tones.scale)}` : ''}.`,
    ],
    balanceLines: [
      `Gains by ${whiteBalance.from}: ${perChannel(whiteBalance.gains, (gain) => gain.toFixed(3), lettersOf(sensor.tile && mosaicOf(sensor).channels))}.`,
      ...colours.lines,
    ],
  };
}

/** Electrons above dark without defects and with less noise, and the deviation without light. */
function cleaned(
  sensed: ReferenceInput,
  { sensor, grid }: SensedPlan,
  { defects, denoising }: ReferenceParameters,
  { suspects, denoise }: ReferenceSteps,
) {
  const { darkCurrent } = pixelOf(sensor);
  const { electrons, full } = linearOf(sensed, sensor);
  const { rows, columns } = grid;
  const { layout } = mosaicOf(sensor);
  // Merged captures have lost their dark current already.
  const exposureSeconds = sensed.linear ? 0 : sensed.exposureSeconds;
  const dark = darkCurrent * exposureSeconds;
  const floor = Math.sqrt(varianceOf(noiseBudget(sensor, { signal: 0, exposureSeconds }), 'floor'));
  const mosaic = {
    electrons: dark === 0 ? electrons : above(electrons, dark),
    rows,
    columns,
    period: [layout.length, layout[0]!.length] as const,
  };
  const whole = defects ? withoutDefects(mosaic, floor, suspects) : { ...mosaic, replaced: 0 };
  return {
    electrons: denoise({ ...mosaic, electrons: whole.electrons }, floor, denoising),
    replaced: whole.replaced,
    full: full - dark,
    floor,
  };
}

/** Values less a level; a loop, because `map` takes several times as long. */
function above(values: Float32Array, level: number): Float32Array {
  const out = new Float32Array(values.length);
  for (let i = 0; i < out.length; i += 1) out[i] = values[i]! - level;
  return out;
}

/** Codes by which rules for white balance look at linear light. */
const RULE_BITS = 16;

/** White balance and colour matrix of a picture. */
function coloursOf(
  plan: SensedPlan,
  { electrons, full }: { readonly electrons: Float32Array; readonly full: number },
) {
  const { sensor, whiteBalance: rule = 'truth', colourMatrix = 'light' } = plan;
  const energy = lightEnergy(plan);
  const lines: LogText[] = [];
  let gains = gainsFor(channelsUnder(energy, sensor));
  let from: ReferenceReport['whiteBalance']['from'] = 'truth';
  let cells: number | undefined;
  if (rule !== 'truth' && sensor.order) {
    const last = 2 ** RULE_BITS - 1;
    const codes = Uint16Array.from(electrons, (value) =>
      Math.min(last, Math.max(0, Math.round((value / full) * last))),
    );
    const { layout } = mosaicOf(sensor);
    const found = gainsByRule({ codes, ...plan.grid, bits: RULE_BITS, black: 0, layout }, rule);
    cells = found.cells;
    if (found.gains) {
      from = rule;
      gains = overSmallest(found.gains);
    }
  }
  if (from !== rule)
    lines.push({
      warning: `The rule ${rule} found no gains${sensor.order ? '' : ' on this colour filter array'}: the gains of the light are used.`,
    });
  const whiteBalance = { from, gains, ...(cells !== undefined && { cells }) };
  if (colourMatrix === 'light' || !sensor.order)
    return {
      whiteBalance,
      matrix: channelMatrix(energy, sensor),
      colourMatrix: { from: 'light' } as const,
      lines,
    };
  const [red, green, blue] = gains as readonly [number, number, number];
  const { matrix, ...mix } = calibratedMatrix(sensor, { red: red / green, blue: blue / green });
  return {
    whiteBalance,
    matrix,
    colourMatrix: { from: colourMatrix, ...mix },
    lines: [...lines, mixLine(mix)],
  };
}

const overSmallest = ({ red, blue }: Gains): readonly number[] => {
  const least = Math.min(red, 1, blue);
  return [red / least, 1 / least, blue / least];
};
