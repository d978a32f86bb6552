import { lensDesign } from '../ray-trace/lens-design.ts';
import { isMeasured, type MeasuredLensFile } from '../measured/measured-file.ts';
import { measuredDesign } from '../measured/measured-design.ts';
import { measuredModel } from '../measured/measured-model.ts';
import type { LensFile } from '../ray-trace/lens-file.ts';
import { lensModel } from './lens-model.ts';
import { LARGEST_REACH } from './tiling.ts';
import { millimetresOf } from '../millimetres.ts';

/**
 * How far the picture of a distant point reaches from its middle at most, in pixels, up to the
 * largest reach that is formed without binning. What a lens costs that has no table grows with its
 * square.
 *
 * @param pitch of the pixels, metres.
 * @throws SimulationError for a lens that forms no picture.
 */
export const blurReach = (lens: LensFile | MeasuredLensFile, pitch: number): number =>
  Math.min(
    LARGEST_REACH,
    Math.max(
      ...(isMeasured(lens) ? measuredModel(measuredDesign(lens)) : lensModel(lensDesign(lens)))
        .spreads()
        .map(({ reachMm }) => reachMm),
    ) / millimetresOf(pitch),
  );
