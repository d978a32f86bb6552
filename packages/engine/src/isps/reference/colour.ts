import { solveLinear } from '../../analysis/linear-algebra.ts';
import { multiply } from '../../colour/adaptation.ts';
import { XYZ_TO_LINEAR_SRGB } from '../../colour/srgb.ts';
import { energyToPhotons, type Spectrum } from '../../quantities/wavelengths.ts';
import { brightnessChannel, mosaicOf } from '../../sensors/colour-filters.ts';
import { quantumEfficiencyOf, type SensorPlan } from '../../sensors/pixel.ts';
import { calibrationLights, mixOf } from '../calibration.ts';
import { MACBETH_REFLECTANCES, macbethReferences } from '../../scenes/macbeth/chart-colours.ts';

/** Rows for red, green and blue of linear sRGB, a factor per balanced channel; rows sum to 1. */
export type ChannelMatrix = readonly (readonly number[])[];

/** Keeps the fit apart from 0 where channels are alike, as white and green are. */
const RIDGE = 1e-6;

/** What each channel gets of a light, photons times response, on one scale. */
export const channelsUnder = (energy: Spectrum, sensor: SensorPlan): readonly number[] => {
  const photons = energyToPhotons(energy);
  return quantumEfficiencyOf(sensor).map((response) =>
    photons.reduce((sum, value, band) => sum + value * response[band]!, 0),
  );
};

/** Gains that make those channels alike, the smallest 1; 1 for a channel that gets nothing. */
export function gainsFor(channels: readonly number[]): readonly number[] {
  const most = Math.max(...channels);
  return channels.map((value) => (value > 0 && most > 0 ? most / value : 1));
}

/**
 * The matrix from balanced channels of any colour filter array to linear sRGB that keeps white and
 * brings the patches of the Macbeth chart nearest to their colours under a light, by least squares.
 */
export function channelMatrix(energy: Spectrum, sensor: SensorPlan): ChannelMatrix {
  const { channels } = mosaicOf(sensor);
  const main = brightnessChannel(channels);
  const white = channelsUnder(energy, sensor);
  // What gets nothing of a light, such as infrared pixels, says nothing about colours.
  const others = [...channels.keys()].filter((channel) => channel !== main && white[channel]! > 0);
  const patches = MACBETH_REFLECTANCES.map((reflectance) =>
    channelsUnder(
      energy.map((value, band) => value * reflectance[band]!),
      sensor,
    ).map((value, channel) => (white[channel]! > 0 ? value / white[channel]! : 0)),
  );
  const targets = macbethReferences(energy).map(({ xyz }) => multiply(XYZ_TO_LINEAR_SRGB, xyz));
  const differences = patches.map((patch) =>
    others.map((channel) => patch[channel]! - patch[main]!),
  );
  return [0, 1, 2].map((row) => {
    const equations = others.map((_, i) =>
      Float64Array.of(
        ...others.map((__, j) =>
          differences.reduce((sum, one) => sum + one[i]! * one[j]!, i === j ? RIDGE : 0),
        ),
        differences.reduce(
          (sum, one, patch) => sum + one[i]! * (targets[patch]![row]! - patches[patch]![main]!),
          0,
        ),
      ),
    );
    const factors = solveLinear(equations);
    const out = channels.map(() => 0);
    for (const [i, channel] of others.entries()) out[channel] = factors[i]!;
    out[main] = 1 - factors.reduce((sum, factor) => sum + factor, 0);
    return out;
  });
}

/**
 * The matrix between those for Illuminant A and D65 that gains of red and blue ask for, as
 * `colourMatrix` of a recipe mixes them.
 */
export function calibratedMatrix(
  sensor: SensorPlan,
  gains: { readonly red: number; readonly blue: number },
): { readonly matrix: ChannelMatrix; readonly weight: number; readonly kelvin: number } {
  const [warm, cool] = calibrationLights();
  const { weight, kelvin } = mixOf(gains, quantumEfficiencyOf(sensor));
  const [ofWarm, ofCool] = [channelMatrix(warm, sensor), channelMatrix(cool, sensor)];
  return {
    matrix: ofWarm.map((row, r) =>
      row.map((factor, c) => weight * ofCool[r]![c]! + (1 - weight) * factor),
    ),
    weight,
    kelvin,
  };
}
