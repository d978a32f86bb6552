export * from './messages.ts';
export { WORKBENCH_FEATURES, deploymentSchema, type Deployment, type WorkbenchFeature } from './deployment.ts';
export * from './simulation/events.ts';
export { fovCheckRequestSchema, toFovCheck, type FovCheck } from './simulation/fov-check.ts';
export { getIlluminantRequestSchema, getIlluminantResponseSchema, toIlluminantQuery, type IlluminantQuery } from './simulation/get-illuminant.ts';
export { toIspParameters } from './simulation/isp-parameters.ts';
export { hashToSeed } from './simulation/seed.ts';
export { stopRequestSchema, toStopRequest } from './simulation/stop.ts';
export {
  DEFAULT_BUDGET, DEFAULT_CUSTOM_PHOTONS, fixedPatternSeed, simulationRequestSchema, toPlan, toSensorPlan,
  type AcceptedRequest, type Budget, type Decoded, type Problem,
} from './simulation/request.ts';
