import { focusDesign } from '../focus/focus-design.ts';
import type { LensSetting } from '../lens-setting.ts';
import type { LensDesign } from '../ray-trace/lens-design.ts';
import { atTemperature } from './at-temperature.ts';

/**
 * A lens focused, and then at its temperature; the other way round where an autofocus has set the
 * sensor at that temperature. The lens itself where the setting asks for neither.
 */
export function settledDesign(
  design: LensDesign,
  { focus, environment }: Pick<LensSetting, 'focus' | 'environment'>,
): LensDesign {
  if (!environment) return focus ? focusDesign(design, focus) : design;
  if (focus?.isFocusedNow) return focusDesign(atTemperature(design, environment), focus);
  return atTemperature(focus ? focusDesign(design, focus) : design, environment, design);
}
