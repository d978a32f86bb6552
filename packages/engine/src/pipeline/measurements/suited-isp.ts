import { toEngineUnits } from '../../field-descriptor.ts';
import { nativeLight } from '../../illuminants/light.ts';
import { ispFields, type IspParameters } from '../../isp/order.ts';
import { shownColour } from '../../isp/shown-colour.ts';
import { sceneTraits } from '../../scenes/paint-scene.ts';
import { QUANTUM_EFFICIENCY } from '../../sensors/bayer/quantum-efficiency.ts';
import type { Spectrum } from '../../quantities/wavelengths.ts';
import { quantumEfficiencyOf } from '../../sensors/pixel.ts';
import type { SimulationPlan } from '../plan.ts';
import { suitLight } from './macbeth.ts';

/** Gains and matrix as the ISP takes them: whole numbers, 1024 for 1. */
const FULL = 1024;
const whole = (factor: number): number => Math.round(FULL * factor);

/** Parameters of AWB and CCM that suit the light of a run. */
export const suitedIsp = ({ illuminant, scene, sensor, isp }: SimulationPlan) =>
  suitedParameters(
    illuminant.energy ?? nativeLight(sceneTraits(scene).nativeIlluminant).energy,
    isp?.parameters,
    sensor && quantumEfficiencyOf(sensor),
  );

/**
 * Parameters of AWB and CCM that suit a light, under their names in a recipe. The rows of the
 * matrix are in the order of the ISP, whose first row is shown as blue
 * (docs/reference/protocol.md#f5). The gains keep the brightness of green that the given AWB and
 * CCM give white, so that the exposure stays.
 *
 * @param energy of the light per band, on any scale.
 * @param efficiency electrons per photon of red, green and blue.
 */
export function suitedParameters(
  energy: Spectrum,
  given: IspParameters = toEngineUnits(ispFields, {}),
  efficiency: readonly Spectrum[] = QUANTUM_EFFICIENCY,
) {
  const { gains, matrix } = suitLight(energy, efficiency);
  const [red, green, blue] = shownColour(given)[1];
  const kept = red / gains.red + green + blue / gains.blue;
  const gain = kept > 0 ? kept : 1;
  return {
    awbEnabled: true,
    awbR: whole(gain * gains.red),
    awbGr: whole(gain),
    awbGb: whole(gain),
    awbB: whole(gain * gains.blue),
    ccmEnabled: true,
    ccmValues: matrix.toReversed().map((row) => [...row.map(whole), 0]),
  };
}
