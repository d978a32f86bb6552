import { toPlan } from '@lumenloom/contract';
import type { SimulationPlan } from '@lumenloom/engine';

/** A context that ignores log and progress. */
export const quiet = {
  stopped: () => false,
  log: () => undefined,
  progress: () => undefined,
  stage: () => undefined,
};

/**
 * The plan of a recipe under D65, in which everything that is not given has its default; `hfov` in
 * degrees.
 */
export function planOf(
  choices: Readonly<Record<string, string>>,
  columns: number,
  rows: number,
  hfov: number,
): SimulationPlan {
  const parameters = Object.fromEntries(
    ['macbeth', 'pointarray', 'gridlines', 'slantededge', 'ringsrays', 'sceneFile'].map((name) => [
      `${name}Params`,
      { hfov },
    ]),
  );
  const decoded = toPlan({
    illuminant: 'D65',
    sensor: 'Bayer-grbg',
    sensorParams: { cols: columns, rows },
    ...parameters,
    ...choices,
  });
  if (!decoded.ok || !decoded.value.plan) throw new Error(JSON.stringify(decoded));
  return decoded.value.plan;
}
