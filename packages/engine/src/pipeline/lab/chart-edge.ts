import {
  capacityOf,
  discCapacityOf,
  edgeErrorOf,
  neqAt,
  whiteNoise,
} from '../../analysis/information/capacity.ts';
import {
  edgeInformation,
  USUAL_GAP,
  type EdgeInformation,
} from '../../analysis/information/edge-information.ts';
import { tableTransfer } from '../../analysis/information/transfer.ts';
import { measuredStack, regionsOf } from '../../analysis/frame-stack.ts';
import { acutanceOf, type Acutance } from '../../analysis/texture/acutance.ts';
import type { Host } from '../../host.ts';
import { trueSfr } from '../../optics/true-sfr.ts';
import { noiseBudget } from '../../sensors/noise-budget.ts';
import { pixelOf } from '../../sensors/pixel.ts';
import { hasItsPixels } from '../measurements/measured-shot.ts';
import { chartEdges, tiltOf } from '../measurements/sfr/chart-edges.ts';
import type { SensedPlan } from '../sensor-stage.ts';
import { LAB_FRAMES } from './patches.ts';
import { blackCode, brightOf, type Compared } from './sharpness.ts';
import {
  chartPlan,
  fieldOfPixels,
  takeChart,
  weightsOf,
  whiteElectrons,
  type TakenFrames,
} from './take-chart.ts';

/** As ISO 12233 asks: 5 degrees from upright, 4:1. */
const EDGE = { edgeAngle: 1 / Math.tan((5 * Math.PI) / 180), darkLevel: 0.25 };
/** Share of the exposure of white: no side may clip. */
const BELOW_FULL = 0.7;

/** Of the model what frames of an edge are measured for. */
type TrueEdge = Omit<EdgeInformation, 'isOfOneFrame' | 'edgeErrorMeasuredPx'>;

/**
 * Photographs an edge about the axis, and measures what it tells.
 *
 * @see docs/reference/lab.md#edge-information
 */
export async function informationOfCamera(
  plan: SensedPlan,
  host: Host,
  gap = USUAL_GAP,
  count = LAB_FRAMES,
): Promise<Compared<TrueEdge, EdgeInformation>> {
  const frames = await takeEdge(plan, host, count);
  const { shot } = frames;
  const [edge] = chartEdges(shot);
  const rectangle = edge!.region;
  const raw = edgeInformation(
    regionsOf(
      measuredStack(frames.raw, {
        rectangle,
        ...brightOf(shot),
        encoding: 'linear',
        isBlackTrue: true,
      }),
    ),
    { black: blackCode(plan.sensor), gap },
  );
  return {
    true: trueEdge(frames, raw, rectangle.height),
    raw,
    developed:
      frames.developed && hasItsPixels(shot)
        ? edgeInformation(
            regionsOf(
              measuredStack(frames.developed, { rectangle, encoding: 'srgb', isBlackTrue: true }),
            ),
            { black: 0, gap },
          )
        : null,
  };
}

async function takeEdge(plan: SensedPlan, host: Host, count: number): Promise<TakenFrames> {
  const { rows, columns } = plan.grid;
  const scene = chartPlan('slantedEdge', await fieldOfPixels(plan, Math.max(rows, columns)), EDGE);
  const { exposureSeconds } = await takeChart(plan, scene, 1, host);
  const exposed = { ...plan, exposureSeconds: BELOW_FULL * exposureSeconds };
  return takeChart(exposed, scene, count, host);
}

/** What the model knows of an edge, in codes above black. */
function trueEdge(
  { shot, exposureSeconds }: TakenFrames,
  { frequency }: EdgeInformation,
  rows: number,
): TrueEdge {
  const { plan, lens } = shot;
  const [{ place, normal }] = chartEdges(shot) as [ReturnType<typeof chartEdges>[number]];
  const { pitch, shape } = plan.grid;
  const weights = weightsOf(shot, 'green');
  const sfr = trueSfr(lens, frequency, { pitch, shape, place, normal, weights });
  const { electronsPerCode } = pixelOf(plan.sensor);
  const white = whiteElectrons(shot, exposureSeconds);
  const [light, dark] = [white, EDGE.darkLevel * white].map((signal) => ({
    level: signal / electronsPerCode,
    variance:
      noiseBudget(plan.sensor, { signal, exposureSeconds })
        .filter(({ kind }) => kind === 'temporal')
        .reduce((sum, term) => sum + term.variance, 0) /
      electronsPerCode ** 2,
  })) as [Side, Side];
  const transfer = tableTransfer(frequency, sfr);
  const swing = {
    step: light.level - dark.level,
    noise: whiteNoise((light.variance + dark.variance) / 2),
  };
  return {
    angleDegrees: tiltOf(normal),
    dark: dark.level,
    light: light.level,
    darkVariance: dark.variance,
    lightVariance: light.variance,
    frequency,
    sfr,
    neq: sfr.map((modulation) => neqAt(light.level, modulation, light.variance)),
    capacity: capacityOf(transfer, swing),
    capacityDisc: discCapacityOf((f) => transfer.at(f, 0), swing),
    edgeErrorPx: edgeErrorOf(transfer, swing, rows),
  };
}

interface Side {
  readonly level: number;
  readonly variance: number;
}

/**
 * Photographs the same edge, and weighs its SFR by what the eye sees.
 *
 * @param view pixels per degree.
 * @see docs/reference/lab.md#acutance
 */
export async function acutanceOfCamera(
  plan: SensedPlan,
  host: Host,
  view: number,
): Promise<Compared<Acutance, Acutance>> {
  const { true: known, raw, developed } = await informationOfCamera(plan, host);
  const inView = ({ frequency, sfr }: TrueEdge): Acutance => acutanceOf(frequency, sfr, view);
  return {
    true: inView(known),
    raw: raw && inView(raw),
    developed: developed && inView(developed),
  };
}
