/**
 * The entry for twins: a camera from its frames. Estimators without files; the frames come as
 * arrays.
 */
export {
  colorChecker,
  photonsOfFile,
  photonsOfName,
  readChartTable,
} from './twin/colour-references.ts';
export {
  coloursBehindLens,
  compareTwin,
  type TwinParts,
  type TwinTools,
} from './twin/compare/compare-twin.ts';
export type { ComparedFigure, TwinVerdict } from './twin/compare/figures.ts';
export { draftManifest } from './twin/draft-manifest.ts';
export { estimateColour, type ColourReferences, type KnownChart } from './twin/estimate-colour.ts';
export type { Draws } from './twin/bootstrap.ts';
export { estimateIsp, type IspEstimate } from './twin/estimate-isp.ts';
export { ispFields, type IspFields } from './twin/isp-fields.ts';
export { estimateLens, type LensEstimate } from './twin/estimate-lens.ts';
export { estimateSensor, type SensorEstimate } from './twin/estimate-sensor.ts';
export type { TwinFigure } from './twin/figure.ts';
export { frameLayout, type FrameLayout, type RawStack } from './twin/frame-layout.ts';
export { grouped } from './twin/grouped.ts';
export { mapFiles, withMaps, type TwinFile } from './twin/map-files.ts';
export {
  KNOWN_CHART,
  readTwinManifest,
  type TwinEntry,
  type TwinManifest,
} from './twin/manifest.ts';
export {
  LIBCAMERA_TARGETS,
  libcameraTuning,
  type LibcameraTarget,
  type LibcameraTuning,
} from './twin/libcamera.ts';
export {
  USUAL_TWIN_SETTINGS,
  measureTwin,
  seedsOf,
  type MeasuredTwin,
  type MeasuringTools,
  type TwinSettings,
} from './twin/measure-twin.ts';
export type { TwinFolder } from './twin/open-entries.ts';
export type { StoredFile } from './images/npy.ts';
export { practisePlan } from './twin/practise-plan.ts';
export { practiseSession, type PractiseStack } from './twin/practise-session.ts';
export { planSession, readEquipment, readSession, type SessionPlan } from './twin/session-plan.ts';
export { recipeDocument } from './twin/recipe-document.ts';
export {
  twinDocument,
  withComparison,
  type TwinDocument,
  type TwinDocuments,
} from './twin/twin-document.ts';
export type { TwinEstimate } from './twin/twin-estimate.ts';
