import type { Gains } from '../../analysis/colour/neutral-gains.ts';
import { encodedSrgb } from '../../colour/srgb.ts';
import { largestGain, shadedLight, shadingPlanes } from '../../corrections/lens-shading.ts';
import { USUAL_TONE_MAP } from '../../corrections/tone-map.ts';
import { gainsByRule } from '../../corrections/white-balance-rules.ts';
import { mosaicOf } from '../../sensors/colour-filters.ts';
import { noiseBudget, varianceOf } from '../../sensors/noise-budget.ts';
import { pixelOf } from '../../sensors/pixel.ts';
import { checkStopped, type LogText, type StageContext } from '../../stage.ts';
import type { Development, IspCamera, IspCode, IspHost, SensedPicture } from '../isp-code.ts';
import { mixLine } from '../calibration.ts';
import { calibratedMatrix, channelMatrix, channelsUnder, gainsFor } from './colour.ts';
import { withoutDefects } from './defects.ts';
import { developLinear, type ReferenceParameters } from './develop-linear.ts';
import { encoded16 } from './encode.ts';
import { reference } from './descriptor.ts';
import { balanceLine, stepLines } from './lines.ts';
import { loadReferenceIsp, type ReferenceSteps } from './load-reference-isp.ts';
import { meteredAs } from './plan.ts';
import type { ReferenceReport } from './report.ts';

export const code: IspCode<ReferenceParameters, ReferenceReport> = {
  plan: async (camera, parameters) => {
    const metered = meteredAs(camera);
    return {
      ...metered,
      develop: async (sensed, host, stage) => ({
        ...(await developed(camera, sensed, parameters, host, stage)),
        shown: metered.shown,
      }),
    };
  },
};

/**
 * Develops linear light of any colour filter array to sRGB: dark level, defects, denoising, lens
 * shading, white balance, demosaicing, colour matrix, tone operator
 * (docs/reference/isp.md#reference-isp).
 *
 * @throws SimulationError 'cancelled' when stopped.
 */
async function developed(
  camera: IspCamera,
  sensed: SensedPicture,
  parameters: ReferenceParameters,
  host: Pick<IspHost, 'loadKernel'>,
  stage: Pick<StageContext, 'stopped'>,
): Promise<Development<ReferenceReport>> {
  const { sensor, grid, lensShading } = camera;
  const { rows, columns } = grid;
  const { layout } = mosaicOf(sensor);
  const steps = await loadReferenceIsp(host);
  const clean = cleaned(sensed, camera, parameters, steps);
  checkStopped(stage);
  const shading = await sensed.shading();
  const electrons = shading
    ? shadedLight(clean.electrons, { rows, columns, ...shadingPlanes(sensor) }, shading)
    : clean.electrons;
  const { whiteBalance, colourMatrix, ...colours } = coloursOf(camera, { ...clean, electrons });
  const toneMap =
    camera.toneMap ??
    (sensed.isMerged ? USUAL_TONE_MAP : ({ ...USUAL_TONE_MAP, operator: 'linear' } as const));
  checkStopped(stage);
  const { linear, ...tones } = developLinear(
    {
      electrons,
      full: clean.full,
      rows,
      columns,
      layout,
      gains: whiteBalance.gains,
      matrix: colours.matrix,
      isBayer: sensor.order !== undefined,
    },
    toneMap,
    parameters.sharpening,
    steps.inLinear,
  );
  const report: ReferenceReport = {
    label: reference.label,
    ...(parameters.defects && { replacedPixels: clean.replaced }),
    floorElectrons: clean.floor,
    whiteBalance,
    colourMatrix,
    toneMap: { ...toneMap, ...tones },
    ...(shading &&
      lensShading && {
        lensShading: { from: lensShading.from, largestGain: largestGain(shading) },
      }),
  };
  return {
    image: { rows, columns, channels: 3, data: encodedSrgb(linear) },
    deep: () => ({ rows, columns, channels: 3, data: encoded16(linear) }),
    report,
    lines: {
      isp: stepLines(report, parameters, sensor),
      whiteBalance: [balanceLine(report, sensor), ...colours.lines],
    },
  };
}

/** Electrons above dark without defects and with less noise, and the deviation without light. */
function cleaned(
  sensed: SensedPicture,
  { sensor, grid }: IspCamera,
  { defects, denoising }: ReferenceParameters,
  { suspects, denoise }: ReferenceSteps,
) {
  const { darkCurrent } = pixelOf(sensor);
  const { electrons, full } = sensed.linear();
  const { rows, columns } = grid;
  const { layout } = mosaicOf(sensor);
  // Merged captures have lost their dark current already.
  const exposureSeconds = sensed.isMerged ? 0 : sensed.exposureSeconds;
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
  camera: IspCamera,
  { electrons, full }: { readonly electrons: Float32Array; readonly full: number },
) {
  const { sensor, grid, whiteBalance: rule = 'truth', colourMatrix = 'light' } = camera;
  const { energy } = camera.light;
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
    const found = gainsByRule({ codes, ...grid, bits: RULE_BITS, black: 0, layout }, rule);
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
