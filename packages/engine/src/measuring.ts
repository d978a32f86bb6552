/**
 * The entry for measurements that a page makes itself: pure functions on a picture from any source,
 * on the spectrum of a light and on the arrays between the stages; and the properties of a lens
 * that can be varied. No image formation, no kernels.
 */
export { edgeSfr, tiltOf, type EdgeSfr } from './analysis/edge-sfr/edge-sfr.ts';
export {
  measuredRegion,
  type MeasuredPicture,
  type Rectangle,
} from './analysis/measured-picture.ts';
export { pictureDifference, type PictureDifference } from './analysis/picture-difference.ts';
export { statisticsOf, type Statistics } from './analysis/region-statistics.ts';
export { linearToSrgb } from './colour/srgb.ts';
export { convertFromLuma } from './isps/fast-open-isp/output.ts';
export { medianOf } from './quantities/statistics.ts';
export { SimulationError } from './simulation-error.ts';
export { loadLensFile } from './optics/load-lens-file.ts';
export { changeableOf } from './optics/ray-trace/change-lens.ts';
