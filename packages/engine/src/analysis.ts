/** The entry for measuring a picture, whoever made it: pure functions without physics, small enough for a page. */
export { edgeSfr, type EdgeSfr } from './analysis/edge-sfr/edge-sfr.ts';
export {
  measuredRegion,
  type MeasuredPicture,
  type Rectangle,
} from './analysis/measured-picture.ts';
export { statisticsOf, type Statistics } from './analysis/region-statistics.ts';
export { SimulationError } from './simulation-error.ts';
