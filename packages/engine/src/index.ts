export type { CameraModelName } from './analysis/camera-models.ts';
export { homography } from './analysis/colour/homography.ts';
export { edgeSfr, tiltOf, type EdgeSfr } from './analysis/edge-sfr/edge-sfr.ts';
export {
  ENCODINGS,
  ALL_CHANNELS,
  MEASURED_CHANNELS,
  insidePicture,
  measuredRegion,
  type MeasuredPicture,
  type Rectangle,
} from './analysis/measured-picture.ts';
export { pictureDifference, type PictureDifference } from './analysis/picture-difference.ts';
export { statisticsOf, type Statistics } from './analysis/region-statistics.ts';
export { deltaE2000 } from './colour/delta-e-2000.ts';
export { deltaE76, labOf } from './colour/lab.ts';
export { colourTemperatureOf } from './colour/colour-temperature.ts';
export { chromaticityOf, luminanceOf, xyzOf } from './colour/xyz.ts';
export { DeviceError, orOnProcessor, type Device, type DeviceFacts } from './device.ts';
export type {
  Host,
  Job,
  Network,
  OpenedNetwork,
  Precision,
  RgbImage,
  Tensor,
  WeightsFile,
} from './host.ts';
export {
  lightScene,
  nativeLight,
  shownSpectrum,
  type IlluminantPlan,
  type LuminancePlan,
  type ShownIlluminant,
} from './illuminants/light.ts';
export type { FlickerPlan } from './illuminants/flicker.ts';
export { readLight } from './illuminants/read-light.ts';
export {
  halfPrecision,
  npyHeader,
  npyLayout,
  readNpy,
  readRealNpy,
  type NpyArray,
  type NpyType,
  type RealArray,
} from './images/npy.ts';
export { isTiff, readDng, type DngPicture } from './images/read-dng.ts';
export type { ShadingFile } from './corrections/lens-shading.ts';
export { asShown, type IspImage } from './isps/fast-open-isp/output.ts';
export type { IspReport } from './isps/fast-open-isp/report.ts';
export { runIsp, type IspResult, type RawMosaic } from './isps/fast-open-isp/run-isp.ts';
export type { IspSink, ReplacedArray } from './isps/isp-code.ts';
export {
  readDescriptor,
  type NetworkDescriptor,
  type NetworkInput,
  type PartialDescriptor,
} from './networks/descriptor.ts';
export { drawFinding } from './algorithms/own-network/build.ts';
export {
  cornersOf,
  rectangleOverlap,
  rectangleRound,
  type TurnedRectangle,
} from './analysis/turned-rectangle.ts';
export { lineOf } from './networks/tasks/text/read-line.ts';
export type { FoundBox } from './networks/tasks/detection/finding.ts';
export type { Finding, FindingOf } from './networks/tasks/list.ts';
export { loadTask } from './networks/tasks/load-task.ts';
export { className } from './networks/tasks/task-code.ts';
export type { NetworkQuestion } from './networks/find-in-picture.ts';
export type { OwnNetwork } from './networks/own-network.ts';
export type { OnnxFile, Port } from './networks/onnx-file.ts';
export { halfBits, prepareInput } from './networks/prepare-input.ts';
export { readAnswer } from './networks/read-answer.ts';
export { checkedFeeds } from './networks/feeds.ts';
export { observeOutputs } from './networks/observe-outputs.ts';
export { recogniseNetwork, type RecognisedNetwork } from './networks/recognise.ts';
export { readOutPlain, type ReadOutSettings } from './sensors/read-out/read-out-plain.ts';
export { fieldOfViewOf } from './optics/field-of-view.ts';
export {
  loadGlassCatalogue,
  type GlassCatalogue,
  type PrintedGlass,
} from './optics/glass/glass-catalogue.ts';
export { GLASSES, abbeFigures, refractiveIndex } from './optics/glass/refractive-index.ts';
export type { CataloguedGlass } from './optics/glass/dispersion-formulas.ts';
export { readAgf } from './optics/glass/read-agf.ts';
export {
  isBeyondPicture,
  isInField,
  isInFrame,
  labelView,
  leastSampling,
  sensorPoint,
  sourcePoint,
  type LabelView,
  type Point,
} from './labels/label-view.ts';
export {
  labelsThroughLens,
  type Annotation,
  type WarpedAnnotation,
} from './labels/labels-through-lens.ts';
export { inverseMap, mapThroughLens, type PixelMap } from './labels/map-through-lens.ts';
export { maskOf, runLengthsOf, type RunLengths } from './labels/run-lengths.ts';
export type { Box } from './labels/warp-polygon.ts';
export { drawLens } from './drawings/lens-drawing.ts';
export { pictureCamera, type PictureCamera } from './optics/picture-camera.ts';
export { findLensFile, loadLensFile } from './optics/load-lens-file.ts';
export type { AutofocusWish } from './optics/focus/focus-settings.ts';
export { autofocused } from './pipeline/focused-plan.ts';
export {
  focusOfPlan,
  loadLens,
  lensOfPlan,
  withLens,
  type AdjustedLens,
  type AnyLensFile,
  type LensChoice,
  type OpticsPlan,
} from './optics/load-lens.ts';
export { conjugatesOf, depthOfField, type Conjugates } from './optics/focus/conjugates.ts';
export { focusDesign } from './optics/focus/focus-design.ts';
export { atTemperature } from './optics/heat/at-temperature.ts';
export { heatCurves, type HeatCurves } from './optics/heat/heat-curves.ts';
export { thermalTable, type ThermalTable } from './optics/heat/thermal-table.ts';
export { withThermal } from './optics/heat/with-thermal.ts';
export {
  thinBestFocus,
  thinConjugates,
  thinFocus,
  thinThroughFocus,
} from './optics/focus/thin-focus.ts';
export type { FocusSettings } from './optics/focus/focus-settings.ts';
export {
  bestFocus,
  throughFocus,
  type BestFocus,
  type ThroughFocus,
} from './optics/focus/through-focus.ts';
export {
  lensDirections,
  lensFields,
  ofDirections,
  type Directed,
  type Towards,
} from './optics/lens-fields.ts';
export {
  fitLens,
  fitMap,
  lensGeometry,
  type FieldGeometry,
  type FittedModel,
} from './optics/lens-geometry.ts';
export { decodeText } from './text/numbered-lines.ts';
export {
  checkConfiguration,
  configurationCount,
  configuredLens,
  type Configuration,
} from './optics/ray-trace/configurations.ts';
export type { LensFileFacts, ReadAnyLens, ReadLens } from './lens-files/lens-file-facts.ts';
export { readAnyLens, readLens } from './lens-files/read-lens.ts';
export { withPointFiles } from './lens-files/point-files.ts';
export { readAnyLensFile } from './lens-files/read-measured-json.ts';
export {
  isMeasured,
  measuredNumberOf,
  type MeasuredLensFile,
  type MeasuredNumber,
} from './optics/measured/measured-file.ts';
export { changedMeasured } from './optics/measured/read-measured.ts';
export { measuredOverview } from './optics/measured/measured-overview.ts';
export { exportedMeasured } from './optics/measured/export-measured.ts';
export { measuredDesign, type MeasuredDesign } from './optics/measured/measured-design.ts';
export {
  measuredGeometry,
  measuredGrid,
  measuredMap,
  measuredReport,
  measuredSpread,
  ownModel,
  type MeasuredReport,
} from './optics/measured/measured-report.ts';
export { calibrationLens } from './lens-files/calibration-lens.ts';
export { exportedLens } from './lens-files/export-lens.ts';
export {
  lensReport,
  modulationTransferCurves,
  pointSpreadImage,
  type SpreadImage,
  type LensReport,
} from './optics/lens-report.ts';
export { chiefGrid, lensLayout, readGivenFields } from './optics/lens-layout.ts';
export { GHOST_PAIRS, coatingOf, type Coating } from './optics/stray/coating.ts';
export { ghostsOf, type FieldGhosts } from './optics/stray/ghosts.ts';
export {
  USUAL_SHOULDER_DEGREES,
  USUAL_SLOPE,
  scatterKernel,
  scatterPeakPerSr,
  veilingGlareIndex,
} from './optics/stray/scatter-kernel.ts';
export { chosenLens, sharpDepthMm, stoppedTo, type ChosenLens } from './optics/chosen-lens.ts';
export { axialFocus } from './optics/axial-focus.ts';
export { blurReach } from './optics/form-image/blur-reach.ts';
export { lensPositions, type LensPosition } from './optics/lens-positions.ts';
export { lensOverview, type LensOverview } from './optics/lens-overview.ts';
export { fieldFoci, spotDiagram } from './optics/lens-sheet.ts';
export { lensAnalyses, type AnalysisSettings, type LensAnalysis } from './optics/lens-analyses.ts';
export { sizedLens } from './optics/sized-lens.ts';
export type { SeidelSums, SeidelTerms } from './optics/seidel-sums.ts';
export {
  changeLens,
  lensValueOf,
  withGroups,
  type LensChange,
} from './optics/ray-trace/change-lens.ts';
export { straightDesign } from './optics/ray-trace/pictured-design.ts';
export {
  LENS_PATHS,
  lensPartOf,
  type ActionPart,
  type LensPart,
} from './optics/ray-trace/lens-path.ts';
export { wordsOfShape } from './optics/ray-trace/surfaces/shape.ts';
export { lensDesign, type LensDesign } from './optics/ray-trace/lens-design.ts';
export { readLensFile, type LensFile } from './optics/ray-trace/lens-file.ts';
export { newRay } from './optics/ray-trace/ray.ts';
export { traceRay, tracedLens } from './optics/ray-trace/trace-ray.ts';
export { readGivenRays, traceRays } from './optics/ray-trace/trace-rays.ts';
export { lensMerit, type LensMerit } from './lens-design/lens-merit.ts';
export { readLensStudy, type LensStudy } from './lens-design/lens-study.ts';
export {
  foundLens,
  meritFunction,
  optimiseLens,
  type LensSearch,
  type LensValues,
  startsOf,
  type StartsOfSearch,
} from './lens-design/optimise-lens.ts';
export { completeLens } from './lens-design/complete-lens.ts';
export { readTolerances, type ToleranceStudy } from './lens-design/tolerance-document.ts';
export { tolerancesOf, type ToleranceResult } from './lens-design/tolerances.ts';
export { digestOf } from './digest.ts';
export type {
  HiddenRule,
  RenderedWorld,
  WorldExposure,
  WorldFacts,
  WorldGroupLight,
  WorldLightPicture,
  WorldNoise,
  WorldParams,
  WorldPaths,
  WorldPicture,
  WorldPlan,
  WorldRenderer,
  WorldView,
} from './worlds.ts';
export { withWorld } from './pipeline/with-world.ts';
export { lampLevel, lampLevelAt } from './pipeline/lamp-levels.ts';
export { adaptivePaths, pilotPaths, pilotSeed } from './pipeline/adaptive-paths.ts';
export { isThroughLens, lensOfRun } from './pipeline/lens-of-run.ts';
export {
  bandGroups,
  lensPaths,
  newLensRay,
  type LensPaths,
  type LensPathsPlan,
  type LensRay,
} from './optics/lens-paths.ts';
export { loadOnce } from './load-once.ts';
export { compileKernel } from './kernels/instantiate-kernel.ts';
export { placeBlocks, type KernelExports } from './kernels/kernel-memory.ts';
export { jobs, runJob, type JobName } from './pipeline/jobs.ts';
export { hiddenLevelRule } from './pipeline/hidden-rule.ts';
export { shareParts, spreadParts, type PartRunners } from './pipeline/share-parts.ts';
export type { CorrectionPlan } from './corrections/correction-plan.ts';
export type { HeldPlan, SimulationPlan } from './pipeline/plan.ts';
export { toRgb } from './pipeline/algorithm-stage.ts';
export { objectOfPlan } from './pipeline/object-of-plan.ts';
export type { AlgorithmReport, SimulationReport } from './pipeline/report.ts';
export { gaussianOf } from './random/gaussian.ts';
export { philox } from './random/philox.ts';
export { normalQuantile } from './random/normal-distribution.ts';
export { veilingGlare, type VeilingGlareReport } from './pipeline/measurements/veiling-glare.ts';
export { fieldSfr, type FieldSfr, type FieldSfrReport } from './pipeline/measurements/field-sfr.ts';
export type { Measurement } from './pipeline/measurements/list.ts';
export { measureChart } from './pipeline/measurements/macbeth.ts';
export { suitedIsp } from './pipeline/isp-stage.ts';
export type { RunContext } from './pipeline/run-context.ts';
export { simulate, type SimulationResult } from './pipeline/simulate.ts';
export { ispLines } from './isps/fast-open-isp/lines.ts';
export { memoryOf, stageMemory, type StageMemory } from './stage-memory.ts';
export { checkStopped, type LogTopic } from './stage.ts';
export {
  STAGE_ARRAYS,
  type SinkArray,
  type StageArray,
  type StageSink,
} from './pipeline/stage-sink.ts';
export { focusOf } from './pipeline/scene-at.ts';
export { irradianceOf, spectraOf, stagesOf, type Stages } from './pipeline/stages-of.ts';
export { csvText } from './text/csv-text.ts';
export { escapeMarkup } from './text/escape-markup.ts';
export { decimalsFor, meanOf, medianOf, wilsonInterval } from './quantities/statistics.ts';
export { resampleAtBands } from './quantities/resample-spectrum.ts';
export {
  energyToPhotons,
  middleOf,
  photonsToEnergy,
  WAVELENGTHS,
} from './quantities/wavelengths.ts';
export type { ShownImage } from './images/shown-image.ts';
export { sceneTraits, type ScenePlan } from './scenes/paint-scene.ts';
export { depthOfPlan } from './scenes/planned-depth.ts';
export type { OwnScene, OwnSceneData } from './scenes/own-scene.ts';
export { knownDistances, type DepthPlan, type SceneDepth } from './scenes/scene-depth.ts';
export { reduceCube, type SpectralCube } from './scenes/reduce-cube.ts';
export { allocateShared, sharedFloat32, sharedUint16 } from './images/shared-array.ts';
export {
  arePrimariesOfSrgb,
  linearSrgbFrom,
  toLinearSrgb,
  type Primaries,
} from './colour/primaries.ts';
export { XYZ_TO_LINEAR_SRGB, linearToSrgb, srgbDecoder } from './colour/srgb.ts';
export type { LabPlan } from './pipeline/lab/lab-plan.ts';
export type { ExposurePlan } from './sensors/exposure.ts';
export { quantumEfficiencyOf, usualGain, type SensorPlan } from './sensors/pixel.ts';
export {
  brightnessChannel,
  mosaicOf,
  type FilterColour,
  type Mosaic,
} from './sensors/colour-filters.ts';
export { readQuantumEfficiency } from './sensors/read-quantum-efficiency.ts';
export { readTiff } from './images/read-tiff.ts';
export { MAP_NAMES, PixelMaps, type MapPlanes } from './sensors/chip/pixel-maps.ts';
export type { OpenMap } from './sensors/chip/read-pixel-maps.ts';
export { readSensorFile, type SensorFileReading } from './sensors/read-sensor-file.ts';
export type { SensorFile } from './sensors/sensor-file.ts';
export {
  REFERENCE_NEAR_INFRARED,
  endOfEfficiency,
  withNearInfrared,
  type NearInfrared,
} from './sensors/near-infrared.ts';
export {
  designSensor,
  type SensorDesign,
  type SensorDesignFigures,
} from './sensors/sensor-design.ts';
export { ASSUMED_NAMES, assumedLines, type AssumedFigure } from './sensors/assumed-figures.ts';
export { writeSensorFile } from './sensors/write-sensor-file.ts';
export {
  FIGURES_NM,
  modelSensor,
  type PixelSize,
  type SensorLevel,
  type SensorModel,
} from './pipeline/sensor-model.ts';
export { sensorColour, type SensorColour } from './pipeline/measurements/sensor-colour.ts';
export { sensorOverview, type SensorOverview } from './sensors/sensor-overview.ts';
export type { BayerOrder } from './sensors/bayer/descriptor.ts';
export { EMVA_FIGURES } from './analysis/emva1288/figure-names.ts';
export { emvaFigures, type EmvaFigures, type EmvaSeries } from './analysis/emva1288/figures.ts';
export {
  FrameStacker,
  allPixels,
  meanProfiles,
  mosaicPixels,
  pairStatistics,
  spatialParts,
  spatialVariance,
  type FrameStack,
  type PairStatistics,
  type PixelSet,
} from './analysis/emva1288/frames.ts';
export { spectrograms } from './analysis/emva1288/spectrogram.ts';
export { histogramOf } from './analysis/histogram.ts';
export {
  characteriseSensor,
  framesTaken,
  monochromaticLight,
  type Characterisation,
  type MeasuredChannel,
} from './pipeline/characterise-sensor.ts';
export {
  characteriseMerged,
  sensorsOfCaptures,
  type MergedFigures,
} from './pipeline/characterise-captures.ts';
export {
  characteriseArray,
  type ArrayFigure,
  type ArrayPlan,
} from './pipeline/characterise-array.ts';
export {
  CAMERA_PARTS,
  exposureOfPlan,
  pictureOfParts,
  type CameraPart,
} from './pipeline/camera-parts.ts';
export { heldPlan, meteredSeconds, meterOnce } from './pipeline/held-plan.ts';
export { cameraLight, type CameraLight } from './pipeline/camera-light.ts';
export { cameraColour, codeLevels, type CameraColour } from './pipeline/camera-colour.ts';
export { correctRaw, type RawCorrections } from './isps/fast-open-isp/correct-raw.ts';
export type { DeepImage } from './images/deep-image.ts';
export { developRaw } from './pipeline/develop-raw.ts';
export { gainText } from './pipeline/lines/sensor-lines.ts';
export { describeChip, type ChipReport } from './pipeline/describe-chip.ts';
export { exposeSensor } from './pipeline/expose-sensor.ts';
export { exposeIrradiance, isWide } from './pipeline/expose-irradiance.ts';
export { chipLines } from './pipeline/lines/chip-lines.ts';
export { parseJson } from './text/parse-json.ts';
export { SimulationError } from './simulation-error.ts';
export { BITS, VERSION } from './version.ts';
