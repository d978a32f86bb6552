export * from './messages.ts';
export { pageMessages } from './page-messages.ts';
export { refuse } from './refuse.ts';
export type { OwnParts } from './simulation/own-parts.ts';
export {
  DEFAULT_OFFERS,
  WORKBENCH_FEATURES,
  deploymentSchema,
  type Deployment,
  type WorkbenchFeature,
} from './deployment.ts';
export { cameraRecipe } from './simulation/camera-recipe.ts';
export { exampleFigure, exampleSchema, figureNames, type Example } from './example.ts';
export * from './simulation/events.ts';
export { fovCheckRequestSchema, toFovCheck, type FovCheck } from './simulation/fov-check.ts';
export {
  getIlluminantRequestSchema,
  getIlluminantResponseSchema,
  toIlluminantQuery,
  type IlluminantQuery,
} from './simulation/get-illuminant.ts';
export { logLineText, type LogLine } from './simulation/log-text.ts';
export {
  CORRECTION_CHOICES,
  LENS_SHADING_FIELDS,
  TONE_MAP_FIELDS,
} from './simulation/correction-fields.ts';
export { toToneMap } from './simulation/correction-plan.ts';
export { EXPOSURE_FIELDS } from './simulation/exposure-fields.ts';
export { LAB_FIELDS } from './simulation/lab-fields.ts';
export { FLICKER_FIELDS } from './simulation/flicker-fields.ts';
export { RECIPE_DOCUMENTS, RECIPE_PARAMETERS } from './simulation/recipe-objects.ts';
export { planFlicker, unknownFlickerKeys } from './simulation/flicker-plan.ts';
export {
  FOCUS_FIELDS,
  LENS_FILE_FIELDS,
  OPTICS_FIELDS,
  STRAY_FIELDS,
} from './simulation/optics-fields.ts';
export { withHelp } from './simulation/wish-help.ts';
export { labels, member, parameterObjects } from './simulation/family.ts';
export { parametersOfIsp, toIspParameters } from './simulation/isp-parameters.ts';
export { hashToSeed, laterSeed } from './simulation/seed.ts';
export { stopRequestSchema, toStopRequest } from './simulation/stop.ts';
export { fieldPath, problemsOf, type Decoded, type Problem } from './simulation/decoded.ts';
export { DEFAULT_CUSTOM_PHOTONS, PHOTON_UNIT } from './simulation/light-plan.ts';
export { isBlank } from './simulation/blank.ts';
export { DEFAULT_BUDGET, toPlan, type AcceptedRequest, type Budget } from './simulation/request.ts';
export {
  LARGEST_SEED,
  RECIPE_NUMBERS,
  type RecipeNumberName,
} from './simulation/recipe-numbers.ts';
export { simulationRequestSchema } from './simulation/request-schema.ts';
export {
  FIGURE_NAMES,
  figureOf,
  isFigure,
  recipeForFigures,
  reportProblems,
  stepsOf,
} from './simulation/report-schema.ts';
export {
  figureGroup,
  figureInWords,
  figureLabel,
  figureParts,
  foundFigures,
  limitInWords,
  withUnit,
} from './simulation/figure-labels.ts';
export { fixedPatternSeed, toSensorPlan } from './simulation/sensor-plan.ts';
export {
  sensorDesignSchema,
  toSensorConditions,
  toSensorDesign,
  type SensorConditions,
} from './sensor-design/sensor-design-document.ts';
export {
  figureKey,
  evaluationDocumentSchema,
  isDatasetFigure,
  readEvaluationDocument,
  sweepEvaluationSchema,
  type EvaluationDocument,
  type SweepEvaluation,
} from './evaluation/evaluation-document.ts';
export {
  countRuns,
  lengthOf,
  LONGEST_SWEEP_NAME,
  readSweepDocument,
  SWEEP_MODES,
  sweepDocumentSchema,
  type SweepDocument,
  type Variation,
} from './sweep/sweep-document.ts';
export { readPredictionPlan, type PredictionDocument } from './sweep/prediction-document.ts';
export type { Hold } from './sweep/hold.ts';
export type { RunConditions } from './sweep/run-conditions.ts';
export {
  newStudyAnswerSchema,
  studiesAnswerSchema,
  studyRunSchema,
  studyStatusSchema,
  type StudyRun,
  type StudyStatus,
} from './study/study-status.ts';
export {
  MOST_CANDIDATES,
  PART_LISTS,
  choiceDocumentSchema,
  readChoiceDocument,
  type ChoiceDocument,
  type PartList,
} from './choice/choice-document.ts';
export type { Requirement, Requirements } from './choice/requirements.ts';
export {
  choiceDryRunSchema,
  choiceLookSchema,
  goalDocumentSchema,
  isGoalDocument,
  yieldCameraSchema,
  type ChoiceDryRun,
  type ChoiceLook,
  type GoalDocument,
  type GoalOfStudies,
  type YieldCameraLine,
} from './study/study-goals.ts';
export { noSuchFigure } from './simulation/no-such-figure.ts';
export {
  canTakeMore,
  moreRunsSchema,
  readMoreRuns,
  withMorePictures,
  withMoreRuns,
  type MoreRuns,
} from './study/more-runs.ts';
export { LONGEST_SWEEP_NAME as LONGEST_STUDY_NAME } from './sweep/sweep-document.ts';
export {
  STUDY_ALGORITHMS,
  STUDY_FUNCTIONS,
  algorithmOf,
  isWeighted,
  readStudyDocument,
  searchedObjectives,
  sourceName,
  studyDocumentSchema,
  variableKey,
  type StudyDocument,
  type StudyVariable,
} from './study/study-document.ts';
export {
  evaluationStatusSchema,
  evaluationsAnswerSchema,
  newEvaluationAnswerSchema,
  type EvaluationStatus,
} from './evaluation/evaluation-status.ts';
export {
  arrivedDatasetSchema,
  arrivingAnswerSchema,
  arrivingQuerySchema,
  changedDatasetSchema,
  datasetSchema,
  datasetsAnswerSchema,
  newDatasetSchema,
  pieceQuerySchema,
  wholeDatasetSchema,
  type ChangedDataset,
  type DatasetFile,
  type DatasetsAnswer,
  type WholeDataset,
} from './evaluation/datasets.ts';
export {
  LARGEST_WORLD,
  readWorldDocument,
  readWorldMaterial,
  worldDocumentSchema,
  type WorldContent,
} from './world/world-document.ts';
export { ALONE_LUX, worldOfGeometry } from './world/geometry-alone.ts';
export { readWorldSet, type WorldSet } from './world/world-set.ts';
export { listQuerySchema } from './sweep/list-query.ts';
export {
  newSweepAnswerSchema,
  sweepOutcomeSchema,
  sweepStatusSchema,
  sweepsAnswerSchema,
  type SweepOutcome,
  type SweepStatus,
} from './sweep/sweep-status.ts';
export {
  LAB_PROFILES,
  labJsonSchema,
  labReportSchema,
  type LabCameraReport,
  type LabCurve,
  type LabFigure,
  type LabProfile,
  type LabReport,
  type LabSectionReport,
} from './lab/lab-report.ts';
export {
  LAB_CHARTS,
  labFrameSchema,
  type LabChart,
  type LabFrameEntry,
} from './lab/lab-manifest.ts';
export {
  LAB_SEEDS,
  REPORT_RECIPES,
  readReportDocument,
  reportDocumentSchema,
  type ReportDocument,
} from './lab/report-document.ts';
export {
  newReportAnswerSchema,
  reportStatusSchema,
  reportsAnswerSchema,
  type ReportStatus,
} from './lab/report-status.ts';
export { LARGEST_RESUME_BYTES, applicantSchema, type Applicant } from './forms/apply.ts';
export { QUESTION_TYPES, contactSchema, type ContactMessage } from './forms/contact.ts';
export { salesInquirySchema, type SalesInquiry } from './forms/contact-sales.ts';
export {
  licenseCheckAnswerSchema,
  licenseCheckSchema,
  type LicenseCheck,
} from './forms/license-check.ts';
export {
  API_TOKEN_SCOPES,
  LONGEST_LIFE_DAYS,
  apiTokensAnswerSchema,
  newApiTokenAnswerSchema,
  newApiTokenSchema,
  type ApiToken,
  type ApiTokenScope,
  type NewApiToken,
} from './accounts/api-tokens.ts';
export {
  addressSchema,
  checkEmailAnswerSchema,
  signupCodeSchema,
  verifyCodeSchema,
} from './accounts/codes.ts';
export {
  newProjectSchema,
  projectNameSchema,
  projectSchema,
  projectsAnswerSchema,
  savedRecipeSchema,
  wholeProjectSchema,
  type Project,
  type WholeProject,
} from './projects.ts';
export { preferencesSchema, type Preferences } from './preferences.ts';
export { loginAnswerSchema, loginSchema } from './accounts/login.ts';
export { newPasswordSchema, resetPasswordSchema } from './accounts/reset-password.ts';
export {
  signupEmailSchema,
  signupNamesSchema,
  signupPasswordSchema,
  signupSchema,
} from './accounts/signup.ts';
export { projectOptions, readProjectFile, type ProjectFile } from './library/project-file.ts';
export {
  nameInChoice,
  namesInRecipe,
  withoutNames,
  type NameInRecipe,
} from './library/names-in-recipe.ts';
export {
  KINDS_OF_CHOICE,
  ownIdOf,
  ownName,
  type LibraryKind,
  type OwnChoice,
} from './library/own-names.ts';
export {
  EXPORT_FORMATS,
  configurationQuerySchema,
  exportQuerySchema,
  type ExportQuery,
} from './library/lens-file-facts.ts';
export {
  libraryAnswerSchema,
  listedLensSchema,
  listedSensorSchema,
  newOwnFileSchema,
  ownFileSchema,
  renamedFileSchema,
  wholeOwnFileSchema,
  worldFileQuerySchema,
  type LensSheet,
  type ListedLens,
  type ListedSensor,
  type NewOwnFile,
  type OwnFile,
  type OwnFilePreview,
  type SheetPlot,
  type WholeOwnFile,
} from './library/own-files.ts';
export {
  arrivedTrialSchema,
  networkSettingsSchema,
  networkTrialSchema,
  newTrialSchema,
  triedNetworkSchema,
  type ArrivedTrial,
  type NetworkTrial,
  type TriedNetwork,
} from './library/network-trial.ts';
export {
  namedPartsSchema,
  partsAnswerSchema,
  readPartsSchema,
  scaledLensSchema,
  type NamedParts,
  type PartsAnswer,
  type ReadParts,
  type NetworkFigures,
} from './library/parts.ts';
export { dashboardSchema, type DashboardMetrics } from './dashboard.ts';
export {
  ACCOUNT_PLANS,
  PRICED_PLANS,
  PRODUCT_TYPES,
  type AccountPlan,
  type PricedPlan,
  type ProductType,
} from './plans.ts';
export { siteMessages } from './site-messages.ts';
export { oneLine, ownSentences, SHORTEST_PASSWORD } from './text-fields.ts';
