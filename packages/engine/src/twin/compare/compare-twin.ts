import type { Host } from '../../host.ts';
import { nativeLight } from '../../illuminants/light.ts';
import { loadLens, type AnyLensFile } from '../../optics/load-lens.ts';
import { photonsToEnergy } from '../../quantities/wavelengths.ts';
import type { NoisePlan } from '../../sensors/read-out/noise-plan.ts';
import type { SensorPlan } from '../../sensors/pixel.ts';
import { estimateColour, type ColourReferences } from '../estimate-colour.ts';
import { frameView } from '../painted-scene.ts';
import type { TwinEstimate } from '../twin-estimate.ts';
import type { TwinCamera } from './camera.ts';
import { compareEdges, compareGrids } from './charts.ts';
import { chartSpread, compareColours } from './colours.ts';
import { twinVerdict, type ComparedFigure, type TwinVerdict } from './figures.ts';
import { compareStacks } from './stacks.ts';

/** What the twin and its camera are alike in. */
export interface TwinComparison {
  readonly compared: readonly ComparedFigure[];
  /** Null where nothing was compared. */
  readonly verdict: TwinVerdict | null;
  readonly notes: readonly string[];
}

/** The parts of a twin that take pictures. */
export interface TwinParts {
  /** Of its sensor file. */
  readonly sensor: SensorPlan;
  /** Of its lens file; undefined where the frames do not give one. */
  readonly lens: AnyLensFile | undefined;
  /** Temperature for which its dark current is stated. */
  readonly celsius: number;
}

/** What a twin computes with. */
export interface TwinTools {
  readonly host: Pick<Host, 'parallel'>;
  readonly seeds: NoisePlan['seeds'];
}

/**
 * The colours of a camera without what its lens spreads from patch to patch, which the lens of the
 * twin tells.
 *
 * @returns as they were where there is no lens file or no chart.
 */
export async function coloursBehindLens(
  estimate: TwinEstimate,
  parts: TwinParts,
  references: ColourReferences,
  tools: TwinTools,
): Promise<TwinEstimate> {
  const { sensor, lens, colour } = estimate;
  if (!colour || !parts.lens) return estimate;
  const camera = await twinCamera(estimate, parts, references, tools);
  const spread = await chartSpread(camera, lens, references);
  return { ...estimate, colour: estimateColour(lens.charts, sensor, references, spread) };
}

/**
 * Takes the frames of a camera again with its twin, and compares figures of them.
 *
 * @param tools threads of its host change no bit.
 * @see docs/reference/twin.md#t7
 */
export async function compareTwin(
  estimates: TwinEstimate,
  parts: TwinParts,
  references: ColourReferences,
  tools: TwinTools,
): Promise<TwinComparison> {
  const { sensor: estimate, lens } = estimates;
  const camera = await twinCamera(estimates, parts, references, tools);
  const compared = [...(await compareStacks(camera, lens.shading))];
  const isChartCamera = parts.lens !== undefined && estimate.transfer !== undefined;
  if (isChartCamera) {
    compared.push(...(await compareEdges(camera, lens)));
    compared.push(...(await compareGrids(camera, lens)));
    compared.push(...(await compareColours(camera, lens, references)));
  }
  const hasCharts = lens.edges.length + lens.grids.length + lens.charts.length > 0;
  return {
    compared,
    verdict: twinVerdict(compared),
    notes:
      hasCharts && !isChartCamera
        ? [
            'Charts are not compared: without pixelMicrometres, an f-number and the gain there is no lens file and no light.',
          ]
        : [],
  };
}

async function twinCamera(
  { sensor: estimate, lens }: TwinEstimate,
  parts: TwinParts,
  references: ColourReferences,
  { host, seeds }: TwinTools,
): Promise<TwinCamera> {
  const optics = await loadLens(parts.lens);
  const { rows, cols: columns, pixel_size: pitch } = parts.sensor.parameters;
  const grid = { rows, columns, pitch };
  const day = nativeLight('d65').energy;
  let taken = 0;
  return {
    ...{ host, seeds, grid, estimate, lens: optics },
    ...{ sensor: parts.sensor, celsius: parts.celsius },
    view: frameView(optics, grid),
    falloff: parts.lens === undefined ? lens.surface : undefined,
    energyOf: (light) => {
      const photons = light === undefined ? undefined : references.lights[light];
      return photons ? photonsToEnergy(photons) : day;
    },
    frameNumber: (count) => {
      taken += count;
      return taken - count;
    },
  };
}
