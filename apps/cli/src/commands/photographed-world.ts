import {
  isThroughLens,
  labelView,
  lensPaths,
  mapThroughLens,
  newLensRay,
  sourcePoint,
  type RenderedWorld,
  type SimulationPlan,
} from '@lumenloom/engine';
import { openedWorld, type Render } from '@lumenloom/node-host';
import {
  cameraRay,
  rayInWorld,
  worldInFront,
  worldLabels,
  type WorldInFront,
} from '@lumenloom/world';

/** A plan whose world is rendered. */
export type Photographed = SimulationPlan & {
  readonly world: NonNullable<SimulationPlan['world']> & { readonly rendered: RenderedWorld };
};

export const isPhotographed = (plan: SimulationPlan): plan is Photographed =>
  plan.world?.rendered !== undefined;

/** Whether something of a world moves, so that a later picture shows another one. */
export const isMoving = ({ world }: SimulationPlan): boolean =>
  world !== undefined && JSON.stringify(world.document).includes('"motion":');

/** Identifiers of a world as those of a render. */
export const identifiersOfWorld = ({
  world: { rendered },
}: Photographed): NonNullable<Awaited<ReturnType<Render['identifiers']>>> => ({
  rows: rendered.view.rows,
  columns: rendered.view.columns,
  values: rendered.ids,
  notes: [],
});

/**
 * Labels of the picture of a world as COCO has them: identifiers where the lens images them.
 *
 * @param fileName of the picture.
 */
export async function labelsOfWorld(plan: Photographed, fileName: string) {
  const { optics, grid, scene, world } = plan;
  const { view, ids, depth, marginPixels } = world.rendered;
  const size = { rows: view.rows, columns: view.columns };
  const isOnSensor = isThroughLens(plan);
  const lens = await labelView({ optics, grid, hfov: scene.parameters.hfov, isOnSensor }, size);
  const { lit, camera } = worldInFront(await openedWorld(world), view);
  const middleAt = isOnSensor ? await middleRays(plan, camera.matrix) : undefined;
  return worldLabels(
    lit,
    {
      rows: grid.rows,
      columns: grid.columns,
      ids: mapThroughLens(lens, { ...size, values: ids }).values,
      depth: mapThroughLens(lens, { ...size, values: depth }).values,
      margin: [marginPixels, marginPixels],
      rayAt: (column, row) => {
        if (middleAt) return middleAt(column, row);
        const [right, down] = [column - lens.sensorAxis[0], row - lens.sensorAxis[1]];
        if (Math.hypot(right, down) > lens.sensorRadius) return undefined;
        return cameraRay(camera, ...sourcePoint(lens, [column, row]));
      },
    },
    fileName,
  );
}

/** The ray in the middle of the beam of each place of the sensor. */
async function middleRays(
  { optics, grid, world: { params, rendered } }: Photographed,
  pinhole: WorldInFront['camera']['matrix'],
): Promise<(column: number, row: number) => ReturnType<typeof cameraRay> | undefined> {
  const { sendMiddle } = await lensPaths({ optics, grid, lensBands: params.lensBands });
  const place = rayInWorld(pinhole, rendered.view.entrancePupil);
  const ray = newLensRay();
  return (column, row) => (sendMiddle([column, row], ray) ? place(ray) : undefined);
}
