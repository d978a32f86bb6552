import { NEAR_INFRARED, WAVELENGTHS, type Spectrum } from '../quantities/wavelengths.ts';
import { quantumEfficiencyOf, type SensorPlan } from './pixel.ts';

/**
 * What is known of a sensor in the bands of `NEAR_INFRARED`. It stands beside the sensor, whose 31
 * bands, and the seeds that are made from them, stay as they are.
 */
export interface NearInfrared {
  /** Electrons per photon and band behind all filters, in the order of the channels; absent: 0. */
  readonly responses?: readonly Spectrum[];
  /** Share per band of light that goes to the four neighbours; absent: no crosstalk by band. */
  readonly crosstalkShare?: Spectrum | undefined;
  /** The last wavelength at which the quantum efficiency is known, nm. */
  readonly endsAtNm: number;
}

/** The curves of the reference sensor end where the light that one sees does. */
export const REFERENCE_NEAR_INFRARED: NearInfrared = { endsAtNm: WAVELENGTHS.at(-1)! };

/** A sentence where the quantum efficiency ends before the near infrared does. */
export const endOfEfficiency = ({ endsAtNm }: NearInfrared): readonly string[] =>
  endsAtNm < NEAR_INFRARED.at(-1)!
    ? [`The quantum efficiency is known up to ${endsAtNm} nm and is taken as 0 beyond.`]
    : [];

/** A sensor whose spectra have 61 bands, 400 to 1000 nm, for light of as many. */
export function withNearInfrared(
  sensor: SensorPlan,
  { responses, crosstalkShare }: NearInfrared,
): SensorPlan {
  const nothing = new Float64Array(NEAR_INFRARED.length);
  const quantumEfficiency = quantumEfficiencyOf(sensor).map((response, channel) =>
    Float64Array.of(...response, ...(responses?.[channel] ?? nothing)),
  );
  const { chip } = sensor;
  const optical = chip?.crosstalk?.optical;
  if (!optical || !('share' in optical)) return { ...sensor, quantumEfficiency };
  const share = [...optical.share, ...(crosstalkShare ?? nothing)];
  const crosstalk = { ...chip.crosstalk, optical: { share } };
  return { ...sensor, quantumEfficiency, chip: { ...chip, crosstalk } };
}
