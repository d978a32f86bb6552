import {
  capacityOf,
  discCapacityOf,
  edgeErrorOf,
  idealObserver,
  neqAt,
  whiteNoise,
} from '../../analysis/information/capacity.ts';
import { EXPOSURES } from '../../analysis/information/information-model.ts';
import { mtf50Of, SFR_FREQUENCIES } from '../../analysis/edge-sfr/edge-sfr.ts';
import { USUAL_EPSILON } from '../../analysis/contrast-pairs.ts';
import { normalDetection } from '../../analysis/normal-contrast.ts';
import { halfAngleOf, type Lens } from '../../optics/lens.ts';
import { brightnessChannel, mosaicOf, type ColourFilters } from '../../sensors/colour-filters.ts';
import { noiseBudget } from '../../sensors/noise-budget.ts';
import { pixelOf } from '../../sensors/pixel.ts';
import { onAxis } from '../optical-image-stage.ts';
import type { SensedPlan } from '../sensor-stage.ts';
import type { Shot } from '../shot.ts';
import type { Host } from '../../host.ts';
import { cameraTransfer } from './camera-transfer.ts';
import { evenField } from './even-field.ts';
import type { RunInformation } from './information-report.ts';
import type { LabPlan } from './lab-plan.ts';
import { takeChart, weightsOf, whiteElectrons } from './take-chart.ts';

const [RATIO, ROWS, HALF_NYQUIST] = [4, 20, 0.25] as const;
/** Noise that lies on two lines of frequencies, or in few pixels. */
const NOT_WHITE: readonly string[] = ['rows', 'columns', 'black drift', 'defects'];

/**
 * Information of a run, without a pixel: undefined for a lens whose transfer is not known, because
 * surfaces of it are tilted.
 *
 * @see docs/reference/lab.md#in-a-run
 */
export function runInformation(
  { plan, lit, lens }: Shot<SensedPlan>,
  lab: LabPlan,
  exposureSeconds: number,
): RunInformation | undefined {
  if (lens.field && !lens.transfer) return undefined;
  const { grid, sensor } = plan;
  const height = lens.imageHeight(lab.field * halfAngleOf(lens));
  const weights = weightsOf({ plan, lit, lens }, 'green');
  const transfer = cameraTransfer(lens, grid, height, weights);
  const pixel = pixelOf(sensor);
  const falloff = lens.relativeLight?.(height, weights) ?? 1;
  const photons =
    onAxis(
      lens,
      lit.white,
      lit.white.map(() => 1),
    ) *
    grid.pitch ** 2 *
    exposureSeconds *
    falloff;
  const varianceAt = (signal: number): number =>
    noiseBudget(sensor, { signal, exposureSeconds }, pixel)
      .filter(({ name }) => !NOT_WHITE.includes(name))
      .reduce((sum, term) => sum + term.variance, 0);
  const full = pixel.saturation - pixel.darkCurrent * exposureSeconds;
  const electrons =
    lab.backgroundShare * falloff * whiteElectrons({ plan, lit, lens }, exposureSeconds);
  const object = { ...lab, widthPx: widthOf(lab, lens, grid.pitch) };
  const background = {
    transfer,
    electrons,
    variance: varianceAt(electrons),
    photons: lab.backgroundShare * photons,
  };
  const edge = { transfer, varianceAt, full };
  return {
    electrons,
    mtf50: mtf50Of(
      SFR_FREQUENCIES,
      SFR_FREQUENCIES.map((f) => transfer.at(f, 0)),
    ),
    modulationAtHalfNyquist: transfer.at(HALF_NYQUIST, 0),
    ...(electrons < full ? quantaOf(background, object.widthPx) : NO_QUANTA),
    ...(electrons * Math.max(1, 1 + lab.objectContrast) < full
      ? objectOf(background, object, varianceAt)
      : NO_OBJECT),
    ...(electrons < full ? edgeOf(edge, electrons) : NO_EDGE),
    capacityMax: largestCapacity(edge),
    objectWidthPx: object.widthPx,
    mosaicShare: brightShare(sensor),
  };
}

/**
 * Information about each of some objects, in closed form, with the exposure that the meter gives an
 * even white field.
 */
export async function informationOfObjects(
  plan: SensedPlan,
  host: Host,
  objects: readonly LabPlan[],
): Promise<readonly (RunInformation | undefined)[]> {
  const white = await evenField(plan, { reflectance: 1 });
  const { shot, exposureSeconds } = await takeChart(plan, white, 1, host);
  return objects.map((object) => runInformation(shot, object, exposureSeconds));
}

/** Pixels that the object is wide about the axis. */
const widthOf = ({ objectWidth }: LabPlan, { focalLength }: Lens, pitch: number): number =>
  (focalLength * Math.tan(objectWidth)) / pitch;

/** Even light on pixels. */
interface Background {
  readonly transfer: ReturnType<typeof cameraTransfer>;
  readonly electrons: number;
  readonly variance: number;
  /** On the whole pixel. */
  readonly photons: number;
}

const NO_QUANTA = { neqAtObject: null, neqZero: null, dqeZero: null } as const;

function quantaOf({ transfer, electrons, variance, photons }: Background, widthPx: number) {
  const neqZero = neqAt(electrons, 1, variance);
  return {
    neqAtObject: neqAt(electrons, transfer.at(1 / (2 * widthPx), 0), variance),
    neqZero,
    dqeZero: neqZero / photons,
  };
}

const NO_OBJECT = { snriDb: null, snriNyquistDb: null, contrastDetection: null } as const;

function objectOf(
  { transfer, electrons, variance }: Background,
  { widthPx, objectRatio: ratio, objectContrast: contrast }: LabPlan & { readonly widthPx: number },
  varianceAt: (signal: number) => number,
) {
  const observed = idealObserver(transfer, { widthPx, ratio, contrast }, electrons, variance);
  const [dark, bright] = [electrons, electrons * (1 + contrast)]
    .toSorted((one, other) => one - other)
    .map((mean) => ({ mean, deviation: Math.sqrt(varianceAt(mean)) }));
  return {
    snriDb: observed.snriDb,
    snriNyquistDb: 20 * Math.log10(observed.snriNyquist),
    // The Michelson contrast of object and background.
    contrastDetection: normalDetection(
      bright!,
      dark!,
      Math.abs(contrast) / (2 + contrast),
      USUAL_EPSILON,
    ),
  };
}

/** What an edge needs to be told of. */
interface EdgeModel {
  readonly transfer: ReturnType<typeof cameraTransfer>;
  readonly varianceAt: (signal: number) => number;
  /** Electrons of light at saturation. */
  readonly full: number;
}

const NO_EDGE = { capacity: null, capacityDisc: null, edgeErrorPx: null } as const;

function swingOf({ varianceAt }: EdgeModel, light: number) {
  const noise = (varianceAt(light) + varianceAt(light / RATIO)) / 2;
  return { step: light - light / RATIO, noise: whiteNoise(noise) };
}

function edgeOf(edge: EdgeModel, light: number) {
  const { transfer } = edge;
  const swing = swingOf(edge, light);
  return {
    capacity: capacityOf(transfer, swing),
    capacityDisc: discCapacityOf((f) => transfer.at(f, 0), swing),
    edgeErrorPx: edgeErrorOf(transfer, swing, ROWS),
  };
}

/** In white noise the capacity rises with step over noise alone. */
function largestCapacity(edge: EdgeModel): number {
  const swings = EXPOSURES.map((share) => swingOf(edge, share * edge.full));
  const sharpness = ({ step, noise }: (typeof swings)[number]): number => step ** 2 / noise(0);
  return capacityOf(
    edge.transfer,
    swings.reduce((best, swing) => (sharpness(swing) > sharpness(best) ? swing : best)),
  );
}

/** Of the pixels, those of the colour by which sharpness is told. */
function brightShare(filters: ColourFilters): number {
  const { channels, layout } = mosaicOf(filters);
  const all = layout.flat();
  const bright = brightnessChannel(channels);
  return all.filter((channel) => channel === bright).length / all.length;
}
