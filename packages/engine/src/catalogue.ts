/**
 * The entry for data: choice lists, fields, units, defaults, limits, and the few functions that a
 * form needs. The web app and the contract import it. The code of a choice is loaded only when it
 * is first used.
 */
export { neutralGains, type Gains } from './analysis/colour/neutral-gains.ts';
export { algorithms, type AlgorithmId } from './algorithms/list.ts';
export {
  COLOUR_MATRIX_RULES,
  SHADING_SOURCES,
  TONE_OPERATORS,
  WHITE_BALANCE_RULES,
} from './corrections/choices.ts';
export { illuminants, type IlluminantId } from './illuminants/list.ts';
export { nativeLight } from './illuminants/light.ts';
export {
  MOSAICS,
  takesMosaic,
  type IspDescriptor,
  type TunedField,
} from './isps/isp-descriptor.ts';
export {
  ispNamed,
  isps,
  planOfIsp,
  whyNotDeveloped,
  whyNotSuited,
  type IspId,
  type IspPlan,
} from './isps/list.ts';
export type { IspModuleDescriptor } from './isps/fast-open-isp/module-descriptor.ts';
export type { IspParameters } from './isps/fast-open-isp/order.ts';
export type { NetworkDescriptor, NetworkInput } from './networks/descriptor.ts';
export type { OutputSettings } from './networks/output-settings.ts';
export { EXAMPLE_NETWORK } from './networks/example-network.ts';
export {
  DATASET_FIGURES,
  OUTPUT_KINDS,
  TASK_NAMES,
  figureRange,
  kindNamed,
  taskNamed,
  type OutputKind,
  type Task,
} from './networks/tasks/list.ts';
export { GHOST_PAIRS, coatingOf } from './optics/stray/coating.ts';
export { USUAL_SHOULDER_DEGREES, USUAL_SLOPE } from './optics/stray/scatter-kernel.ts';
export {
  ENVIRONMENT,
  isUsual,
  readEnvironment,
  type Environment,
} from './optics/heat/environment.ts';
export { MATERIALS } from './optics/heat/materials.ts';
export { optics, type OpticsId } from './optics/list.ts';
export { SHAPE_COLUMNS, SHAPE_KINDS, isAspheric } from './optics/ray-trace/surfaces/shape.ts';
export { shapeValue, withShapeValue } from './optics/ray-trace/surfaces/shape-row.ts';
export { scenes, type SceneId } from './scenes/list.ts';
export { QUANTUM_EFFICIENCY } from './sensors/bayer/quantum-efficiency.ts';
export { BAYER_ORDERS } from './sensors/bayer/descriptor.ts';
export {
  FILTER_COLOURS,
  NAMED_TILES,
  bayerOrderOf,
  defaultEfficiency,
  isTile,
  type FilterColour,
} from './sensors/colour-filters.ts';
export { blankSensor } from './sensors/blank-sensor.ts';
export { withoutIdleEffects } from './sensors/read-out/effect-fields.ts';
export { sensors, type SensorId } from './sensors/list.ts';
export { knownFrames } from './pipeline/known-frames.ts';
export { FRAME, MOTION, readFrame, readMotion } from './pipeline/read-motion.ts';
export { TASK, TASK_KINDS, readTask } from './pipeline/read-task.ts';
export { captureProblem } from './sensors/chip/captures.ts';
export { mapsProblem } from './sensors/chip/maps-problem.ts';
export { MERGE, SHUTTER } from './sensors/chip/chip-fields.ts';
export { readSensorOverlay, sensorAtCelsius } from './sensors/read-sensor-file.ts';
export { SENSOR_FIELDS } from './sensors/sensor-file-fields.ts';
export { sensorOfFile } from './sensors/sensor-file.ts';
export {
  limitProblem,
  toEngineUnits,
  type ChoiceField,
  type DocumentField,
  type Field,
  type FieldValue,
  type Matrix,
  type MatrixField,
  type NumberField,
  type ObjectField,
  type SwitchField,
  type OnBlank,
  type Pair,
  type PairField,
  type ParameterProblem,
  type ParametersOf,
} from './field-descriptor.ts';
export {
  MEASUREMENTS,
  measurementNamed,
  type Measurement,
  type MeasurementName,
  type MeasurementOf,
} from './pipeline/measurements/list.ts';
export type {
  Figure,
  MeasurementDescriptor,
} from './pipeline/measurements/measurement-descriptor.ts';
export { BANDS, WAVELENGTHS, energyToPhotons, photonsToEnergy } from './quantities/wavelengths.ts';
export type { Unit } from './quantities/units.ts';
export { csvText } from './text/csv-text.ts';
export { readDocument } from './read-document.ts';
export { isObject } from './text/json-fields.ts';
export { didYouMean, distance } from './text/near-miss.ts';
export { plainNumber } from './text/plain-number.ts';
export { publishedChoice, publishedName } from './text/published-name.ts';
export {
  checkConfiguration,
  configurationCount,
  configuredLens,
  valueAt,
  withValues,
  type Configuration,
} from './optics/ray-trace/configurations.ts';
export type { Aperture } from './optics/ray-trace/apertures.ts';
export type { AxisMove } from './optics/ray-trace/axis-moves.ts';
export { SimulationError } from './simulation-error.ts';
