import { readWorldDocument, type WorldSet } from '@lumenloom/contract';
import { SimulationError } from '@lumenloom/engine';
import { openedWorld } from '@lumenloom/node-host';
import {
  Draws,
  drawnValues,
  placedObjects,
  withWorldValue,
  type PlacedObject,
} from '@lumenloom/world';

type Opened = Parameters<typeof openedWorld>[0];

/** A world of a set. */
export interface DrawnWorld {
  readonly document: object;
  /** A line of draws.ndjson. */
  readonly record: {
    readonly index: number;
    readonly values: Readonly<Record<string, unknown>>;
    readonly placed: readonly PlacedObject[];
  };
  /** Objects for which no place was found. */
  readonly failed: number;
}

/**
 * Draws a world of a set.
 *
 * @param base its world as it was read from JSON.
 * @throws SimulationError for a path that leads nowhere and a world that is wrong.
 */
export async function drawnWorld(
  { seed, vary, place }: WorldSet,
  base: Opened,
  index: number,
): Promise<DrawnWorld> {
  const draws = new Draws(seed, index);
  const values = drawnValues(vary, index, draws);
  let { document } = base;
  for (const [at, { path }] of vary.entries()) {
    if (path.startsWith('recipe.')) continue;
    document = withWorldValue(document, path, values.get(path), `vary[${at}].path`);
  }
  const checked = { ...base, document: checkedDocument(document) };
  if (place.length === 0) return { document, record: recordOf(index, values, []), failed: 0 };
  const { world } = await openedWorld(checked);
  const { placed, left, failed } = placedObjects(world, place, draws);
  for (const { object, position, degrees } of placed) {
    document = withWorldValue(document, `objects.${object}.position`, position);
    document = withWorldValue(document, `objects.${object}.rotation`, undefined);
    document = withWorldValue(document, `objects.${object}.degrees`, degrees);
  }
  for (const name of left) document = withWorldValue(document, `objects.${name}.visible`, false);
  return { document, record: recordOf(index, values, placed), failed };
}

const recordOf = (
  index: number,
  values: ReadonlyMap<string, unknown>,
  placed: readonly PlacedObject[],
): DrawnWorld['record'] => ({ index, values: Object.fromEntries(values), placed });

function checkedDocument(document: object): object {
  const read = readWorldDocument(document);
  if (read.ok) return read.value;
  const { field, message } = read.problems[0]!;
  throw new SimulationError('bad-parameter', message, field);
}
