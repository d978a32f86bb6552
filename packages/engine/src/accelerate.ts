/**
 * What compute devices need of the engine: the work that they may do in place of the threads, its
 * data, and the plain twins that decide what is right.
 */
export {
  deviceWork,
  DeviceError,
  fetchWork,
  releaseWork,
  type Device,
  type DeviceFacts,
  type DeviceWork,
} from './device.ts';
export {
  endPictureWork,
  formTilesWork,
  veilWork,
  type FormTilesTask,
  type VeilTask,
} from './optics/form-image/form-on-device.ts';
export { meterWork, type MeterFindings, type MeterTask } from './sensors/meter-on-device.ts';
export { BRIGHT, LIT, LUMA } from './sensors/exposure.ts';
export type { RoundLayer as FormLayer } from './optics/form-image/form-tiles.ts';
export { cellsPerTile, MARGIN, veilSize } from './optics/form-image/gather-veil.ts';
export { lookUp } from './optics/form-image/radial-map.ts';
export { seenPart } from './optics/form-image/sample-tile.ts';
export { nodeIndex, placeInBlock } from './optics/form-image/tiling.ts';
export { isUpright } from './scenes/patterns/cells-lattice.ts';
export { edgeLevel } from './scenes/patterns/edge.ts';
export { movePoints, standsOf } from './optics/scene-placement.ts';
export { planeCount } from './scenes/patterns/pattern.ts';
export { checkStopped } from './stage.ts';
export { EXPONENTIAL_TABLE, POISSON_LIMIT, RECIPROCAL_TABLE } from './random/poisson.ts';
export { gaussianTable } from './random/gaussian.ts';
export {
  chipStepsPlain,
  readOutPlain,
  WITHOUT_CHIP,
  type ReadOutSettings,
} from './sensors/read-out/read-out-plain.ts';
export { hasSteps, type StepSettings } from './sensors/read-out/order.ts';
export { readOutWork } from './sensors/read-out/read-out-sensor.ts';
export { allocateShared } from './images/shared-array.ts';
export { channelOf } from './isps/fast-open-isp/bayer-phases.ts';
export {
  developWork,
  type Development,
  type TabledStep,
} from './isps/fast-open-isp/develop-on-device.ts';
export type { AwbTables } from './isps/fast-open-isp/modules/awb/apply.ts';
export { contrastCurve, type BccTables } from './isps/fast-open-isp/modules/bcc/apply.ts';
export type { BlcTables } from './isps/fast-open-isp/modules/blc/apply.ts';
export type { BnfTables } from './isps/fast-open-isp/modules/bnf/apply.ts';
export type { CcmTables } from './isps/fast-open-isp/modules/ccm/apply.ts';
export {
  blendTables,
  equalisingCurve,
  type CehTables,
} from './isps/fast-open-isp/modules/ceh/apply.ts';
export type { CfaTables } from './isps/fast-open-isp/modules/cfa/apply.ts';
export { dampingOf, type CnfTables } from './isps/fast-open-isp/modules/cnf/apply.ts';
export type { DpcTables } from './isps/fast-open-isp/modules/dpc/apply.ts';
export { EDGE_KERNEL, type EehTables } from './isps/fast-open-isp/modules/eeh/apply.ts';
export type { FcsTables } from './isps/fast-open-isp/modules/fcs/apply.ts';
export type { GacTables } from './isps/fast-open-isp/modules/gac/apply.ts';
export type { HscTables } from './isps/fast-open-isp/modules/hsc/apply.ts';
export type { NlmTables } from './isps/fast-open-isp/modules/nlm/apply.ts';
export {
  neighbours as scalingNeighbours,
  type SclTables,
} from './isps/fast-open-isp/modules/scl/apply.ts';
export type { Size } from './isps/fast-open-isp/picture.ts';
export { PLANES, newPlane, type PlaneName, type Planes } from './isps/fast-open-isp/planes.ts';
export { toEngineUnits, type FieldValue } from './field-descriptor.ts';
export { BAYER_PHASES } from './isps/fast-open-isp/bayer-phases.ts';
export { loadIsp } from './isps/fast-open-isp/load-isp.ts';
export { ISP_MODULES, ispFields, type IspParameters } from './isps/fast-open-isp/order.ts';
export { runIsp, type RawMosaic } from './isps/fast-open-isp/run-isp.ts';
export { UNWATCHED } from './stage.ts';
export {
  addedElectrons,
  chargeWork,
  collectCharge,
  collectMeans,
  convertCharge,
  convertWork,
  overwrite,
  type ChargePart,
  type ConvertPart,
} from './sensors/chip/chip-jobs.ts';
