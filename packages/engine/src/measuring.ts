/**
 * The entry for what a page measures by itself, at once: pure functions on a picture, whoever made
 * it, on the spectrum of a light, and on what the stages of a picture have given; and what can be
 * varied of a lens. No image formation, no kernels.
 */
export { edgeSfr, type EdgeSfr } from './analysis/edge-sfr/edge-sfr.ts';
export {
  measuredRegion,
  type MeasuredPicture,
  type Rectangle,
} from './analysis/measured-picture.ts';
export { pictureDifference, type PictureDifference } from './analysis/picture-difference.ts';
export { statisticsOf, type Statistics } from './analysis/region-statistics.ts';
export { linearToSrgb } from './colour/srgb.ts';
export { convertFromLuma } from './isp/output.ts';
export { suitedParameters } from './pipeline/measurements/suited-isp.ts';
export { SimulationError } from './simulation-error.ts';
export { loadLensFile } from './optics/load-lens-file.ts';
export { changeableOf } from './optics/ray-trace/change-lens.ts';
