/** How each task is scored: a new task of the engine needs a file here and a line. */
export { anomaly } from './anomaly.ts';
export { classification } from './classification.ts';
export { depth } from './depth.ts';
export { detection } from './detection.ts';
export { keypoints } from './keypoints.ts';
export { oriented } from './oriented.ts';
export { segmentation } from './segmentation.ts';
export { text } from './text.ts';
