import type { LitScene } from '../illuminants/light.ts';
import type { FormingFacts } from '../optics/forming-facts.ts';
import type { Lens } from '../optics/lens.ts';
import { modulationWeights } from './focused-plan.ts';
import type { SimulationPlan } from './plan.ts';
import type { SimulationReport } from './report.ts';

/**
 * What the lens does on this sensor.
 *
 * @param measures whether the figures of the lens are wanted, which take rays.
 */
export function describeOptics(
  plan: SimulationPlan,
  lit: LitScene,
  lens: Lens,
  measures: boolean,
): SimulationReport['optics'] {
  const { scene, grid } = plan;
  const footprint = lens.footprint(scene.parameters.hfov, lit.scene, grid);
  const imageColumns = footprint.right - footprint.left;
  const figures = measures
    ? lens.figures?.(
        (Math.hypot(grid.rows, grid.columns) * grid.pitch) / 2,
        grid.pitch,
        modulationWeights(plan, lit),
      )
    : undefined;
  return {
    label: lens.label,
    focalLengthMm: lens.focalLength * 1e3,
    fNumber: lens.fNumber,
    whiteIlluminanceLux: lit.whiteLuminance * lens.irradiancePerRadiance,
    meanIlluminanceLux: lit.meanLuminance * lens.irradiancePerRadiance,
    imageColumns,
    imageRows: footprint.bottom - footprint.top,
    sceneSamplesPerPixel: lit.scene.columns / imageColumns,
    ifovDegrees: (2 * lens.fieldAngle(grid.pitch / 2) * 180) / Math.PI,
    nyquistLinePairsPerMm: 1e-3 / (2 * grid.pitch),
    cutoffLinePairsPerMm: 1e-3 / (550e-9 * lens.fNumber),
    ...(lens.focus && { focus: lens.focus(2 * grid.pitch) }),
    ...(lens.thermal && { thermal: lens.thermal(2 * grid.pitch) }),
    ...(lens.stray && { stray: lens.stray(grid) }),
    ...(figures && { figures }),
  };
}

/** Facts of the forming as report.json has them. */
export function reportedFacts(
  facts: FormingFacts | undefined,
): Pick<SimulationReport['optics'], 'depth' | 'forming'> {
  if (!facts) return {};
  const { depth, ...forming } = facts;
  if (!depth) return { forming };
  const { layers, nearM, farM, unknownPercent, hiddenPercent } = depth;
  return { depth: { layers, nearM, farM, unknownPercent, hiddenPercent }, forming };
}
