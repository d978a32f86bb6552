import { toEngineUnits } from '../field-descriptor.ts';
import type { Host } from '../host.ts';
import type {
  CodesIsp,
  Development,
  IspCamera,
  IspCode,
  IspHost,
  IspSink,
  PlannedIsp,
} from '../isps/isp-code.ts';
import { takesMosaic, type Suited } from '../isps/isp-descriptor.ts';
import { ispNamed, isps, planOfIsp, whyNotSuited, type IspId, type IspPlan } from '../isps/list.ts';
import { sceneTraits } from '../scenes/paint-scene.ts';
import { quantumEfficiencyOf } from '../sensors/pixel.ts';
import { SimulationError } from '../simulation-error.ts';
import type { StageContext } from '../stage.ts';
import { cameraLight } from './camera-light.ts';
import {
  correctedMosaic,
  limitedShading,
  linearOf,
  type SensedMosaic,
} from './corrections-stage.ts';
import { lightEnergy } from './develop-raw.ts';
import { onAxis } from './optical-image-stage.ts';
import type { SimulationPlan } from './plan.ts';
import type { SensedPlan } from './sensor-stage.ts';
import type { Shot } from './shot.ts';

/** The chosen ISP, where it can develop what the sensor gives. */
export const ispOf = ({ isp, sensor }: SensedPlan): IspPlan | undefined =>
  isp && takesMosaic(isps[isp.id], sensor) ? isp : undefined;

const codeOf = async (id: IspId): Promise<IspCode<object>> =>
  (await ispNamed(id).load()).code as IspCode<object>;

/** What an ISP may ask about the camera of a shot. */
export const cameraOf = ({ plan, lens, lit }: Shot<SensedPlan>): IspCamera => ({
  ...plan,
  light: {
    energy: lightEnergy(plan),
    white: lit.white,
    whiteOnAxis: () =>
      quantumEfficiencyOf(plan.sensor).map((response) => onAxis(lens, lit.white, response)),
  },
  isExposureFree: plan.exposure === undefined && plan.exposureSeconds === undefined,
  showsMarks: sceneTraits(plan.scene).marks !== undefined,
});

/** The ISP of a shot, with what it asks of the run before there is a picture; undefined without. */
export async function plannedIsp(
  shot: Shot<SensedPlan>,
  host: Pick<Host, 'memory'>,
  isp: IspPlan | undefined = ispOf(shot.plan),
): Promise<PlannedIsp | undefined> {
  if (!isp) return undefined;
  return (await codeOf(isp.id)).plan(cameraOf(shot), isp.parameters, host);
}

/** The ISP of a plan where codes are all that it needs; without rules and corrections. */
export async function codesIsp(plan: SensedPlan): Promise<CodesIsp | undefined> {
  const isp = ispOf(plan);
  return isp && (await codeOf(isp.id)).ofCodes?.(isp.parameters);
}

/** The shot as the meter takes it. */
export const meteredShot = (
  shot: Shot<SensedPlan>,
  planned: Pick<PlannedIsp, 'shown' | 'exposure'> | undefined,
): Shot<SensedPlan> => ({
  ...shot,
  shown: planned?.shown,
  plan: { ...shot.plan, ...(planned?.exposure && { exposure: planned.exposure.plan }) },
});

/** What a sensor gave, as it is developed. */
export type ToDevelop = SensedMosaic & {
  readonly exposureSeconds: number;
  readonly key?: string | undefined;
  readonly hasDefects?: boolean;
};

/** Develops what the sensor of a shot has read. */
export const developStage = (
  planned: PlannedIsp,
  shot: Shot<SensedPlan>,
  sensed: ToDevelop,
  {
    host,
    stage,
    sink,
  }: {
    readonly host: IspHost;
    readonly stage: StageContext;
    readonly sink?: IspSink;
  },
): Promise<Development> => {
  const { sensor, lensShading } = shot.plan;
  const { raw, key, exposureSeconds, hasDefects = false } = sensed;
  return planned.develop(
    {
      raw,
      key,
      exposureSeconds,
      hasDefects,
      isMerged: sensed.linear !== undefined,
      linear: () => linearOf(sensed, sensor),
      corrected: (shown) => correctedMosaic(shot, sensed, shown, host, stage),
      shading: async () => lensShading && limitedShading(shot, lensShading, host, stage),
    },
    host,
    stage,
    sink,
  );
};

/**
 * Parameters of the ISP of a run, or of the first of the list, that suit its light: on the sensor
 * of the run, or the reference sensor.
 *
 * @throws SimulationError where the ISP cannot be suited, or there are no colours to fit.
 */
export async function suitedIsp(
  plan: SimulationPlan,
): Promise<Suited<object> & { readonly changes: string; readonly clips: string }> {
  const first = Object.keys(isps)[0] as IspId;
  const { id, parameters } = plan.isp ?? planOfIsp(first, toEngineUnits(isps[first].fields, {}));
  const { energy, sensor } = cameraLight(plan);
  const whyNot = whyNotSuited(id, sensor);
  if (whyNot) throw new SimulationError('bad-parameter', whyNot.message, whyNot.field);
  const { changes, clips, load } = ispNamed(id).suit!;
  const found = (await load()).suit(energy, sensor, parameters);
  return { ...found, changes, clips };
}
