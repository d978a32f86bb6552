import type { Host } from '../host.ts';
import { developColours } from '../kernels/colours.ts';
import { finishPicture } from '../kernels/finish.ts';
import { loadIspKernels } from '../kernels/load-isp.ts';
import { filterAliasing } from './modules/aaf/apply.ts';
import { balanceWhite } from './modules/awb/apply.ts';
import { adjustContrast } from './modules/bcc/apply.ts';
import { compensateBlackLevels } from './modules/blc/apply.ts';
import { filterBilaterally } from './modules/bnf/apply.ts';
import { correctColours } from './modules/ccm/apply.ts';
import { enhanceContrast, findCurves } from './modules/ceh/apply.ts';
import { interpolateColours } from './modules/cfa/apply.ts';
import { filterChromaNoise } from './modules/cnf/apply.ts';
import { convertToLuma } from './modules/csc/apply.ts';
import { correctDeadPixels } from './modules/dpc/apply.ts';
import { enhanceEdges } from './modules/eeh/apply.ts';
import { suppressFalseColour } from './modules/fcs/apply.ts';
import { encodeGamma } from './modules/gac/apply.ts';
import { controlHue } from './modules/hsc/apply.ts';
import { denoiseByPatches } from './modules/nlm/apply.ts';
import { scaleRows } from './modules/scl/apply.ts';
import { convertFromLuma } from './output.ts';

/** Everything the chain does to rows of a picture, in plain TypeScript: the oracle of the kernels, and what runs without them. */
export const plainSteps = {
  correctDeadPixels,
  compensateBlackLevels,
  filterAliasing,
  balanceWhite,
  filterChromaNoise,
  interpolateColours,
  correctColours,
  encodeGamma,
  convertToLuma,
  denoiseByPatches,
  filterBilaterally,
  findCurves,
  enhanceContrast,
  enhanceEdges,
  suppressFalseColour,
  controlHue,
  adjustContrast,
  scaleRows,
  convertFromLuma,
  developColours,
  finishPicture,
} as const;

export type IspStep = keyof typeof plainSteps;
export type IspStepPart<Step extends IspStep> = Parameters<(typeof plainSteps)[Step]>[0];

/** Some rows through one step; plain data, so that it can go to another thread. */
export interface IspRowsPart {
  readonly step: IspStep;
  readonly part: IspStepPart<IspStep>;
}

/** Takes some rows through one step: by its kernel where there is one. */
export async function ispRows(
  { step, part }: IspRowsPart,
  host: Pick<Host, 'loadKernel'>,
): Promise<void> {
  const kernels = await loadIspKernels(host);
  ((kernels[step] ?? plainSteps[step]) as (part: IspStepPart<IspStep>) => void)(part);
}
