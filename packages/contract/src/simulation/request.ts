import {
  EXAMPLE_NETWORK,
  SimulationError,
  algorithms,
  blankSensor,
  checkConfiguration,
  configurationCount,
  configuredLens,
  illuminants,
  isps,
  knownFrames,
  optics,
  readFrame,
  readMotion,
  readTask,
  scenes,
  sensors,
  takesMosaic,
  whyNotDeveloped,
  withoutIdleEffects,
} from '@lumenloom/engine/catalogue';
import type {
  CorrectionPlan,
  ExposurePlan,
  FocusSettings,
  LensChoice,
  ScenePlan,
  SensorPlan,
  SimulationPlan,
} from '@lumenloom/engine';
import { z } from 'zod';
import { problemsOf, type Decoded, type Findings, type Problem } from './decoded.ts';
import { messages } from '../messages.ts';
import { LENS_SHADING_FIELDS, TONE_MAP_FIELDS } from './correction-fields.ts';
import { planCorrections, type RequestedCorrections } from './correction-plan.ts';
import { EXPOSURE_FIELDS } from './exposure-fields.ts';
import { hashedOptics, heatedSensor, planEnvironment } from './environment-plan.ts';
import { planExposure } from './exposure-plan.ts';
import { member, parameterObjects } from './family.ts';
import { isBlank } from './blank.ts';
import { parametersSchema } from './field-schema.ts';
import { readOr } from './read-or.ts';
import { planFlicker, unknownFlickerKeys } from './flicker-plan.ts';
import { planOptics } from './focus-plan.ts';
import { OPTICS_FIELDS } from './optics-fields.ts';
import {
  filledFrom,
  unknownKeysOf,
  unknownParameters,
  type GivenParameters,
} from './given-parameters.ts';
import { LAB_FIELDS } from './lab-fields.ts';
import { planLab } from './lab-plan.ts';
import { planIsp } from './isp-parameters.ts';
import { darknessProblems, planIlluminant, planImageWhite, planLuminance } from './light-plan.ts';
import { choicesSchema, simulationRequestSchema } from './request-schema.ts';
import type { OwnParts } from './own-parts.ts';
import { planScene } from './scene-plan.ts';
import { hashToSeed, laterSeed } from './seed.ts';
import { planWorld } from './world-plan.ts';
import { fixedPatternSeed, planSensor, sensorWithFields } from './sensor-plan.ts';
import { strayProblems } from './stray-plan.ts';

/** Largest pictures that are computed (docs/reference/protocol.md#f13). */
export interface Budget {
  readonly sensorPixels: number;
  readonly sceneSamples: number;
}
export const DEFAULT_BUDGET: Budget = { sensorPixels: 24e6, sceneSamples: 16e6 };

/** A request that can be run. */
export interface AcceptedRequest {
  /** Undefined when there is nothing to compute; `notes` then says what to choose. */
  readonly plan: SimulationPlan | undefined;
  /** What was defaulted, ignored or decided for the person, one sentence each. */
  readonly notes: readonly string[];
  /** Keys of the request that nothing reads. */
  readonly unknownKeys: readonly string[];
}

const REQUEST_KEYS: ReadonlySet<string> = new Set(Object.keys(simulationRequestSchema.shape));

/**
 * Turns a request body into the engine's plan. Names of the request, strings and display units end
 * here. Only the parameters of what is chosen are read, so a typing mistake in another dialog never
 * blocks a run.
 *
 * @param exposureSeconds in place of the exposure of the request.
 * @param own parts from files, in place of what the request chooses.
 */
export function toPlan(
  body: unknown,
  budget: Budget = DEFAULT_BUDGET,
  exposureSeconds?: number,
  own: OwnParts = {},
): Decoded<AcceptedRequest> {
  const chosen = choicesSchema.safeParse(body);
  if (!chosen.success) return { ok: false, problems: problemsOf(chosen.error) };
  const { data } = chosen;
  const notes: Findings['notes'] = [];
  const problems: Findings['problems'] = [];
  const findings: Findings = { notes, problems };
  const inFront = planWorld(data, own, findings);
  const members = chosenMembers(inFront ? { ...data, scene: '' } : data, own, notes);
  const parameters = parametersOf(members).safeParse(data);
  if (!parameters.success) return { ok: false, problems: problemsOf(parameters.error) };
  const requested = parameters.data as RequestedParameters;
  const unknownKeys = unknownKeysIn(data, members, requested);
  const { scene } = members;
  const illuminant =
    own.illuminant ?? planIlluminant(data.illuminant, requested.illuminantCustomPhotons, notes);
  const luminance = planLuminance(data, illuminant, findings);
  problems.push(...strayProblems(opticsParamsOf(data)));
  const camera = { members, requested };
  const wishes = { budget, exposureSeconds, data };
  const { sensor, grid, isp, exposure, ...developing } = planCamera(camera, own, wishes, findings);
  const imageWhite = planImageWhite(requested.sceneFileIlluminantData, findings);
  problems.push(...darknessProblems(illuminant, 'illuminantCustomPhotons'));
  const scenePlan = inFront?.scene ?? chosenScene(scene, requested, own, { budget, findings });
  const lab = planLab(labParamsOf(data, body), sensor !== undefined, findings);
  const frames = planSceneFrames(scenePlan, sensor, own, findings);
  const planned = planLens(members, own, data, { findings, hasWorld: inFront !== undefined });
  const { objectDistance } = focusOf(planned);
  const { frame, objectAt, ...inTime } = planTime(sensor, objectDistance, data, findings);
  const ofObject = planObject(scene, { ...planned, objectAt }, data, problems);
  if (inTime.motion) problems.push(...motionProblems(scene, { ...planned, ...frames }));
  if (problems.length > 0) return { ok: false, problems };
  if (!scenePlan) {
    notes.push('Choose a scene to simulate.');
    return { ok: true, value: { plan: undefined, notes, unknownKeys } };
  }

  const recipe = {
    scene: scenePlan,
    illuminant: inFront ? WORLD_LIGHT : illuminant,
    luminance: inFront ? { of: 'as given' as const } : luminance,
    imageWhite,
    ...planned,
    grid,
    sensor,
    isp,
    maximumSceneSamples: budget.sceneSamples,
    ...inTime,
    ...frames,
  };
  const hashed = { ...recipe, ...hashedParts(recipe, frames), ...developing };
  const plan: SimulationPlan = {
    ...recipe,
    ...(inFront && { world: inFront.world }),
    ...developing,
    algorithm: own.algorithm ?? members.algorithm,
    quality: 'normal',
    exposureSeconds,
    ...(exposure && { exposure }),
    ...(frame && { frame }),
    ...(lab && { lab }),
    ...ofObject,
    noise: true,
    seeds: seedsOf(data, temporalSeed(hashed, exposureSeconds, exposure), recipe, frame),
  };
  return { ok: true, value: { plan, notes, unknownKeys } };
}

/** The members of the lists, those for parts from files too. */
const chosenMembers = (data: Choices, own: OwnParts, notes: Findings['notes']): Members =>
  findMembers(
    {
      ...data,
      ...(own.scene && { scene: scenes.appleJpg.label }),
      ...(own.sensor && { sensor: sensors.bayerGrbg.label }),
      ...(own.algorithm && { algorithm: '' }),
    },
    notes,
  );

/** Until the world is rendered, which brings its own. */
const WORLD_LIGHT = { label: '', energy: undefined, absolute: true };

/** The seeds of the request; without them those of its recipe, a later one for each frame. */
const seedsOf = (
  { seed, fpnSeed }: Choices,
  byRecipe: number,
  { sensor, grid: { rows, columns } }: Pick<SimulationPlan, 'sensor' | 'grid'>,
  frame: SimulationPlan['frame'] | undefined,
): SimulationPlan['seeds'] => ({
  temporal: laterSeed(seed ?? byRecipe, frame?.index ?? 0),
  fixedPattern: fpnSeed ?? fixedPatternSeed(sensor?.label, rows, columns),
});

/** The scene of the recipe, or the user's own with its angle of view. */
function chosenScene(
  scene: Members['scene'],
  requested: RequestedParameters,
  own: OwnParts,
  { budget, findings }: { readonly budget: Budget; readonly findings: Findings },
): ScenePlan | undefined {
  const listed =
    scene && planScene(scene.id, requested[scene.wireKey], budget.sceneSamples, findings);
  return own.scene && listed
    ? { ...own.scene, id: 'own', parameters: { hfov: listed.parameters.hfov } }
    : listed;
}

/** How the light changes with time, and what the meter does about it. */
function planTime(
  sensor: SensorPlan | undefined,
  objectDistance: number | undefined,
  data: Choices,
  findings: Findings,
): Pick<SimulationPlan, 'flicker' | 'antiFlickerHertz' | 'motion' | 'frame' | 'objectAt'> {
  const { notes, problems } = findings;
  const flicker = planFlicker(data.flicker, findings);
  const { antiFlickerHertz } = data;
  const { motion, atMetres: objectAt } =
    readOr(data.motion, (sent) => readMotion(sent, objectDistance), problems) ?? {};
  const frame = readOr(data.frame, readFrame, problems);
  if (!sensor && flicker) notes.push('No sensor is chosen, so flicker of the light is not used.');
  if (!sensor && motion) notes.push('No sensor is chosen, so motion is not used.');
  const at = objectAt === undefined ? {} : { objectAt };
  return sensor
    ? {
        ...at,
        ...(flicker && { flicker }),
        ...(antiFlickerHertz !== undefined && { antiFlickerHertz }),
        ...(motion && { motion }),
        ...(frame && { frame }),
      }
    : at;
}

/** What the recipe says of the object and changes no picture. */
function planObject(
  scene: Members['scene'],
  {
    objectAt,
    ...planned
  }: Pick<SimulationPlan, 'optics' | 'depth'> & { readonly objectAt: number | undefined },
  { task: sent, illuminantLux }: Choices,
  problems: Problem[],
): Pick<SimulationPlan, 'objectAt' | 'task' | 'illuminantLux'> {
  const { objectDistance, autofocus } = focusOf(planned);
  const findsDistance = autofocus && (planned.depth || (scene && 'hasDepth' in scene));
  const isAtDistance = (objectDistance ?? objectAt) !== undefined || Boolean(findsDistance);
  const task = readOr(sent, (value) => readTask(value, isAtDistance), problems);
  return {
    ...(objectAt !== undefined && { objectAt }),
    ...(task && { task }),
    ...(illuminantLux !== undefined && { illuminantLux }),
  };
}

/** How the lens of a plan is focused; all blank: as its file has it. */
const focusOf = ({ optics }: Pick<SimulationPlan, 'optics'>): FocusSettings =>
  (typeof optics === 'object' && 'focus' in optics && optics.focus) || {};

/** Scenes from files that follow each other, each with the angle of view of the first. */
function planSceneFrames(
  scene: ScenePlan | undefined,
  sensor: SensorPlan | undefined,
  { sceneFrames }: OwnParts,
  { notes }: Findings,
): Pick<SimulationPlan, 'sceneFrames'> {
  if (!sceneFrames || scene?.id !== 'own') return {};
  if (!sensor) notes.push('No sensor is chosen, so the picture is that of the first scene.');
  const { hertz, scenes } = sceneFrames;
  const { id, parameters } = scene;
  const planned = scenes.map(({ scene: own, depth }) => ({
    scene: { ...own, id, parameters },
    ...(depth && { depth }),
  }));
  return sensor ? { sceneFrames: { hertz, scenes: planned } } : {};
}

/** What cannot move. */
const motionProblems = (
  scene: Members['scene'],
  { depth, optics: lens, sceneFrames }: Pick<SimulationPlan, 'depth' | 'optics' | 'sceneFrames'>,
): Problem[] => [
  ...(sceneFrames ? [{ field: 'motion', message: messages.motionOrSceneFrames }] : []),
  ...(depth || (scene && 'hasDepth' in scene)
    ? [{ field: 'motion', message: messages.motionNeedsFlat }]
    : []),
  ...(typeof lens === 'object' && 'ghosts' in lens && lens.ghosts.pairs > 0
    ? [{ field: 'motion', message: messages.motionWithoutGhosts }]
    : []),
];

/** The lens with its focus, and the distances that the recipe gives the scene. */
function planLens(
  { scene, optics }: Members,
  own: OwnParts,
  data: Choices,
  { findings, hasWorld }: { readonly findings: Findings; readonly hasWorld: boolean },
): Pick<SimulationPlan, 'optics' | 'depth'> {
  // A file of the user's own takes the place of a chart, and of its distances.
  const isChartWithDepth = !own.scene && scene !== undefined && 'hasDepth' in scene;
  const hasDepth = own.depth !== undefined || isChartWithDepth || hasWorld;
  if (!own.depth && !hasWorld && !isBlank(data.sceneDepth))
    findings.problems.push({ field: 'sceneDepth', message: messages.depthOfLibrary });
  const requested = opticsParamsOf(data);
  if (hasDepth && !isBlank(requested?.['objectDistance']))
    findings.notes.push('The scene has distances of its own: the object distance is not used.');
  return {
    ...(own.depth && { depth: own.depth }),
    optics: planEnvironment(
      planOptics(
        inConfiguration(own.optics ?? optics, requested?.['configuration'], findings),
        requested,
        hasDepth,
        findings,
      ),
      data.environment,
      findings,
    ),
  };
}

/** The lens in the configuration that a recipe asks for. */
function inConfiguration(lens: LensChoice, wanted: unknown, findings: Findings): LensChoice {
  const configuration = typeof wanted === 'number' ? wanted : 1;
  const file = typeof lens === 'object' && !('kind' in lens) ? lens : undefined;
  try {
    checkConfiguration(configuration, file ? configurationCount(file) : 1);
    return file ? configuredLens(file, configuration) : lens;
  } catch (error) {
    if (!(error instanceof SimulationError)) throw error;
    findings.problems.push({ field: 'opticsParams.configuration', message: error.message });
    return lens;
  }
}

/** The sensor, the grid of its pixels, and the ISP where it can develop what the sensor gives. */
function planCamera(
  { members, requested }: { readonly members: Members; readonly requested: RequestedParameters },
  own: OwnParts,
  {
    budget,
    exposureSeconds,
    data,
  }: {
    readonly budget: Budget;
    readonly exposureSeconds: number | undefined;
    readonly data: Choices;
  },
  findings: Findings,
): Pick<SimulationPlan, 'sensor' | 'grid' | 'isp' | 'exposure' | keyof CorrectionPlan> {
  const { notes, problems } = findings;
  const { isp, sensorParameters } = members;
  const parameters = requested[sensorParameters.wireKey];
  const filed = sensorWithFields(members.sensor, own.sensor, data.sensorFile, findings);
  const file = heatedSensor(filed, data.environment, findings);
  const { sensor: listed, grid } = planSensor(
    members.sensor,
    file ? filledFrom(file.parameters, parameters) : parameters,
    budget.sensorPixels,
    findings,
    file,
  );
  const { quantumEfficiency } = own;
  if (quantumEfficiency && !listed)
    notes.push('No sensor is chosen, so its quantum efficiency is not used.');
  const sensor = listed && quantumEfficiency ? withEfficiency(listed, quantumEfficiency) : listed;
  const exposure = planExposure(exposureParamsOf(data), exposureSeconds, findings);
  const shading = own.lensShading;
  const corrections = planCorrections(correctionsOf(data), shading, findings, sensor !== undefined);
  if (!sensor && exposure) notes.push('No sensor is chosen, so its exposure is not used.');
  problems.push(
    ...exposureProblems(sensor, 'exposure', exposureSeconds),
    ...exposureProblems(
      sensor,
      'exposureParams.seconds',
      exposure?.mode === 'fixed' ? exposure.seconds : undefined,
    ),
  );
  const isTaken = isp && sensor && takesMosaic(isp, sensor);
  const whyNot = isp && sensor && whyNotDeveloped(isp.id, sensor);
  if (whyNot) notes.push(`${whyNot} The picture is what ${sensor.label} has read, in grey.`);
  return {
    sensor,
    grid,
    ...(exposure && { exposure }),
    isp: isTaken
      ? planIsp(
          isp.id,
          requested[isp.wireKey],
          { bits: corrections.toneMap?.bits ?? sensor.bits },
          budget.sensorPixels,
          findings,
        )
      : undefined,
    ...corrections,
  };
}

/** A sensor with a quantum efficiency that somebody states. */
function withEfficiency(
  { assumed = [], ...sensor }: SensorPlan,
  quantumEfficiency: SensorPlan['quantumEfficiency'],
): SensorPlan {
  const left = assumed.filter(({ key }) => key !== 'quantumEfficiency');
  const stated = { ...sensor, quantumEfficiency };
  return left.length > 0 ? { ...stated, assumed: left } : stated;
}

/** An exposure that is longer than the sensor allows. */
const exposureProblems = (
  sensor: SensorPlan | undefined,
  field: string,
  exposureSeconds: number | undefined,
): Problem[] =>
  exposureSeconds !== undefined && exposureSeconds > (sensor?.longestExposureSeconds ?? Infinity)
    ? [
        {
          field,
          message: `The longest exposure of ${sensor!.label} is ${sensor!.longestExposureSeconds} s, not ${exposureSeconds} s.`,
        },
      ]
    : [];

/**
 * A hash of the whole recipe with its exposure, so that two exposures never share their noise
 * (docs/reference/physics.md#p16).
 */
const temporalSeed = (
  recipe: Pick<SimulationPlan, 'scene' | 'depth' | 'lensShading' | 'sensor'>,
  exposureSeconds: number | undefined,
  exposure: ExposurePlan | undefined,
): number =>
  hashToSeed({
    ...recipe,
    scene: hashedScene(recipe.scene),
    sensor: hashedSensor(recipe.sensor),
    ...(recipe.depth && { depth: recipe.depth.digest }),
    ...(recipe.lensShading && { lensShading: hashedShading(recipe.lensShading) }),
    ...(exposure?.mode === 'fixed'
      ? { exposureSeconds: exposure.seconds }
      : { exposureSeconds, exposure }),
  });

/** A scene from a file stands in the seed with its digest instead of its pixels. */
const hashedScene = (scene: ScenePlan): object =>
  scene.id === 'own' ? { digest: scene.digest, parameters: scene.parameters } : scene;

/** A sensor stands in the seed without effects that are off, and without what is said of it. */
const hashedSensor = (sensor: SimulationPlan['sensor']): object | undefined =>
  sensor && {
    ...sensor,
    assumed: undefined,
    parameters: withoutIdleEffects(sensor.parameters),
    ...(sensor.chip?.captures && {
      chip: {
        ...sensor.chip,
        captures: sensor.chip.captures.map((capture) => ({
          ...capture,
          parameters: withoutIdleEffects(capture.parameters),
        })),
      },
    }),
  };

/** The lens as its file has it where no heat changes it, the scenes that follow, and the ISP. */
const hashedParts = (
  { optics: lens, isp }: Pick<SimulationPlan, 'optics' | 'isp'>,
  frames: Pick<SimulationPlan, 'sceneFrames'>,
) => ({ optics: hashedOptics(lens), ...hashedFrames(frames), ...hashedIsp(isp) });

/** Scenes that follow each other stand in the seed with their digests. */
const hashedFrames = ({ sceneFrames }: Pick<SimulationPlan, 'sceneFrames'>): object =>
  sceneFrames ? { sceneFrames: knownFrames(sceneFrames) } : {};

/** An ISP stands in the seed under the name of its report. */
const hashedIsp = (isp: SimulationPlan['isp']): object => ({
  isp: undefined,
  ...(isp && {
    [isps[isp.id].reportKey]: { label: isps[isp.id].label, parameters: isp.parameters },
  }),
});

/** Gains from a file stand in the seed with their digest. */
const hashedShading = (shading: NonNullable<SimulationPlan['lensShading']>): object =>
  shading.from === 'file' ? { ...shading, gains: undefined } : shading;

type Choices = z.output<typeof choicesSchema>;
const opticsParamsOf = (data: Choices) => data['opticsParams'] as GivenParameters | undefined;
const correctionsOf = (data: Choices) => data as RequestedCorrections;
/** A body that has been read: blank objects are gone from what was read. */
type GivenBody = Readonly<Record<string, unknown>>;
/** Undefined where the body asks for nothing. */
const labParamsOf = (data: Choices, body: unknown = data) =>
  isBlank((body as GivenBody)['labParams']) ? undefined : (data['labParams'] as GivenParameters);
const exposureParamsOf = (data: Choices) => data['exposureParams'] as GivenParameters | undefined;
type Members = ReturnType<typeof findMembers>;

/** Checked parameters of what is chosen, by their names in the request. */
type RequestedParameters = Readonly<Record<string, GivenParameters | undefined>> & {
  readonly illuminantCustomPhotons?: readonly (number | undefined)[] | null;
  readonly sceneFileIlluminantData?: readonly (readonly (number | undefined)[])[] | null;
};

/** The chosen member of each family; undefined where the choice is blank or cannot be used. */
function findMembers(data: Choices, notes: string[]) {
  const [sceneId, scene] = member(scenes, data.scene) ?? [];
  const [, sensor] = member(sensors, data.sensor) ?? [];
  const [opticsId] = member(optics, data.optics) ?? [];
  const [algorithm] = member(algorithms, data.algorithm) ?? [];
  const [ispId, isp] = member(isps, data.isp) ?? [];
  if (isp && !sensor)
    notes.push(`No sensor is chosen, so ${isp.label} has nothing to work on and is skipped.`);
  if (!isBlank(data['sceneFile']))
    notes.push('sceneFile is ignored: built-in scenes are chosen by name in scene.');
  return {
    isCustomLight: data.illuminant === illuminants.custom.label,
    scene: sceneId && scene && { ...scene, id: sceneId },
    optics: opticsId,
    sensor,
    /** Read without a sensor too. */
    sensorParameters: sensor ?? blankSensor,
    isp: sensor && ispId && isp && { ...isp, id: ispId },
    algorithm: data.algorithm === EXAMPLE_NETWORK.file ? EXAMPLE_NETWORK : algorithm,
  };
}

/** The schema of what the chosen members read from a request. */
function parametersOf({ isCustomLight, scene, sensorParameters, isp }: Members) {
  const { illuminantCustomPhotons, sceneFileIlluminantData } = simulationRequestSchema.shape;
  const read = [scene, sensorParameters, isp].filter((chosen) => chosen !== undefined);
  return z.object({
    ...Object.fromEntries(
      read.map(({ wireKey, fields }) => [wireKey, parametersSchema(wireKey, fields)]),
    ),
    ...(isCustomLight && { illuminantCustomPhotons }),
    ...(scene?.nativeIlluminant === 'display-white' && { sceneFileIlluminantData }),
  });
}

/** Keys that nothing reads: of the request, then of each chosen member's parameters. */
function unknownKeysIn(
  data: Choices,
  members: Members,
  requested: RequestedParameters,
): readonly string[] {
  const { scene, sensorParameters, isp } = members;
  // Without a sensor most of its parameters are not read, but they are no mistake.
  const sensorFields = parameterObjects(sensors)[sensorParameters.wireKey];
  const read = [scene, { ...sensorParameters, fields: sensorFields }, isp];
  return [
    ...unknownKeysOf(data, REQUEST_KEYS),
    ...unknownParameters(OPTICS_FIELDS, opticsParamsOf(data), 'opticsParams.'),
    ...unknownParameters(EXPOSURE_FIELDS, exposureParamsOf(data), 'exposureParams.'),
    ...unknownParameters(LAB_FIELDS, labParamsOf(data), 'labParams.'),
    ...unknownFlickerKeys(data.flicker, 'flicker.'),
    ...unknownParameters(TONE_MAP_FIELDS, correctionsOf(data).toneMap, 'toneMap.'),
    ...unknownParameters(LENS_SHADING_FIELDS, correctionsOf(data).lensShading, 'lensShading.'),
    ...read
      .filter((chosen) => chosen !== undefined)
      .flatMap(({ wireKey, fields }) =>
        unknownParameters(fields, requested[wireKey], `${wireKey}.`),
      ),
  ];
}
