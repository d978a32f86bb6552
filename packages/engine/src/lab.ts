/**
 * The entry for the figures of a test lab: noise spectra, information, stars, leaves, steps,
 * contrast, flicker, geometry. Pure functions on arrays; their documents are read here too.
 */
export {
  CONTRAST_KINDS,
  USUAL_EPSILON,
  contrastPairs,
  readContrastPairs,
} from './analysis/contrast-pairs.ts';
export { USUAL_BLOCKS, fieldShading } from './analysis/field-shading.ts';
export {
  isMosaic,
  measuredStack,
  planesOf,
  regionsOf,
  type Stack,
} from './analysis/frame-stack.ts';
export { USUAL_GAP, edgeInformation } from './analysis/information/edge-information.ts';
export { linearColours } from './analysis/measured-picture.ts';
export {
  modelInformation,
  readInformationModel,
} from './analysis/information/information-model.ts';
export {
  NOISE_KINDS,
  USUAL_BLOCK,
  noiseSpectrum,
  type NoiseKind,
} from './analysis/information/noise-spectrum.ts';
export {
  USUAL_DELTA,
  USUAL_THRESHOLD,
  lampFlicker,
  readFlickerSeries,
} from './analysis/lamp-flicker.ts';
export { measureGrid } from './analysis/point-grid.ts';
export {
  VIEWS,
  acutanceOf,
  pixelsPerDegree,
  viewSize,
  type ViewSize,
} from './analysis/texture/acutance.ts';
export { readLeavesChart } from './analysis/texture/leaves.ts';
export { readSfrTable } from './analysis/texture/sfr-table.ts';
export { SEGMENTS, starSfr } from './analysis/texture/sine-star.ts';
export { textureSfr } from './analysis/texture/texture-sfr.ts';
export { readStepChart, toneSteps } from './analysis/tone-steps.ts';
export { visualNoiseOf } from './analysis/visual-noise.ts';
export { contrastOfCamera, noiseSpectrumOfCamera, stepsOfCamera } from './pipeline/lab/patches.ts';
export { acutanceOfCamera, informationOfCamera } from './pipeline/lab/chart-edge.ts';
export { colourOfCamera } from './pipeline/lab/colour-chart.ts';
export { gridOfCamera } from './pipeline/lab/chart-grid.ts';
export { shadingOfCamera } from './pipeline/lab/even-field.ts';
export { visualNoiseOfCamera } from './pipeline/lab/eye-noise.ts';
export { flickerOfCamera } from './pipeline/lab/lamp-series.ts';
export { informationOfObjects } from './pipeline/lab/run-information.ts';
export {
  starInShort,
  starOfCamera,
  textureOfCamera,
  type Compared,
} from './pipeline/lab/sharpness.ts';
export { SplitMix } from './random/split-mix.ts';
