import type { Spectrum } from '../quantities/wavelengths.ts';
import type { SceneDepth } from '../scenes/scene-depth.ts';
import { autofocusDistance } from './depth/autofocus-distance.ts';
import type { AutofocusTarget } from './focus/autofocus.ts';
import { FOCAL_LENGTH } from './ideal-lens.ts';
import { loadLensFile } from './load-lens-file.ts';
import { isAdjusted, type OpticsPlan } from './load-lens.ts';
import type { Environment } from './heat/environment.ts';
import { isMeasured } from './measured/measured-file.ts';
import { cyclesPerMm, metresOf } from './millimetres.ts';
import type { LensDesign } from './ray-trace/lens-design.ts';
import type { LensFile } from './ray-trace/lens-file.ts';

/** What an autofocus needs to know of a run. */
export interface AutofocusView {
  /** Undefined where the scene has no distances. */
  readonly depth: SceneDepth | undefined;
  /** Horizontal field of view of the scene, radians. */
  readonly hfov: number;
  /** Distance between pixels, metres. */
  readonly pitch: number;
  /** Light times response per band, on any scale. */
  readonly weights: Spectrum;
}

/**
 * A lens whose autofocus has been at work; a lens without autofocus as it is.
 *
 * @throws SimulationError for a target that is too near, or not in the scene.
 * @see docs/reference/depth.md#focus
 */
export async function withAutofocus(
  plan: OpticsPlan,
  { depth, hfov, pitch, weights }: AutofocusView,
): Promise<OpticsPlan> {
  if (!isAdjusted(plan) || !plan.focus?.autofocus) return plan;
  const { lens, focus, environment } = plan;
  const { field, frequency = 1 / (4 * pitch), isNow } = plan.focus.autofocus;
  const { autofocus, autofocusMeasured, autofocusThin } = await import('./focus/autofocus.ts');
  const light = weights.some((weight) => weight > 0) ? weights : weights.map(() => 1);
  /** What the autofocus looks at, from the places of the lens that decide how far it is. */
  const targetAt = (angle: number, entrancePupil: number, nearest: number): AutofocusTarget => ({
    linePairsPerMm: cyclesPerMm(1 / frequency),
    weights: light,
    angle,
    distance: depth
      ? autofocusDistance(depth, { angle, hfov, entrancePupil, nearest })
      : (focus.objectDistance ?? Infinity),
  });
  if (lens === undefined)
    // Its field has no end; the scene has one.
    return {
      ...plan,
      focus: autofocusThin(focus, targetAt((field * hfov) / 2, 0, 2 * FOCAL_LENGTH)),
    };
  const [{ lensDesign, REFERENCE_LINE }, { firstOrder }] = await Promise.all([
    import('./ray-trace/lens-design.ts'),
    import('./ray-trace/first-order.ts'),
  ]);
  const file = typeof lens === 'string' ? await loadLensFile(lens) : lens;
  if (isMeasured(file)) {
    const { opticsOf, frontFocusMm: frontOf } = await import('./measured/measured-design.ts');
    const optics = opticsOf({ file });
    const target = targetAt(
      field * optics.halfField,
      metresOf(file.entrancePupilMm ?? 0),
      metresOf(optics.focalLengthMm - frontOf(optics, file)),
    );
    return { ...plan, focus: autofocusMeasured(file, focus, target) };
  }
  const design = isNow && environment ? await heatedNow(file, environment) : lensDesign(file);
  const { focalLengthMm, frontFocusMm, entrancePupilMm } = firstOrder(design, REFERENCE_LINE);
  const target = targetAt(
    field * design.halfField,
    metresOf(entrancePupilMm),
    metresOf(focalLengthMm - frontFocusMm),
  );
  const focused = autofocus(design, focus, target);
  return { ...plan, focus: isNow && environment ? { ...focused, isFocusedNow: true } : focused };
}

/** A lens at the temperature at which its autofocus looks through it. */
async function heatedNow(file: LensFile, environment: Environment): Promise<LensDesign> {
  const [{ withThermal }, { lensDesign }, { atTemperature }] = await Promise.all([
    import('./heat/with-thermal.ts'),
    import('./ray-trace/lens-design.ts'),
    import('./heat/at-temperature.ts'),
  ]);
  const thermal = await withThermal(file, environment);
  return atTemperature(lensDesign(thermal.file), environment);
}
