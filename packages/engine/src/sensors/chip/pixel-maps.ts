import { allocateShared } from '../../images/shared-array.ts';
import { fail } from '../../text/json-fields.ts';
import { mapsProblem } from './maps-problem.ts';

/** The planes of single pixels, row by row, in shared memory. */
export interface MapPlanes {
  /** Response over the response of the mean pixel, minus 1. */
  readonly prnu?: Float32Array;
  /** Electrons above the mean pixel in the dark, those of rows and columns included. */
  readonly dsnu?: Float32Array;
  /** 0 for a good pixel, else of `DEFECT_CODES`. */
  readonly defects?: Uint8Array;
}

/** The maps that a sensor file may name, in the order in which they are read. */
export const MAP_NAMES = [
  'prnu',
  'dsnu',
  'defects',
] as const satisfies readonly (keyof MapPlanes)[];

/** What is known of each pixel of one sensor. JSON of it has its size and digest alone. */
export class PixelMaps {
  readonly rows: number;
  readonly columns: number;
  /** Of the planes: equal maps have equal digests. */
  readonly digest: string;
  readonly planes: MapPlanes;
  /** Key of the file of a library that holds the planes, which do not travel with a plan. */
  readonly stored: string | undefined;

  constructor(
    { rows, columns, digest }: Pick<PixelMaps, 'rows' | 'columns' | 'digest'>,
    planes: MapPlanes,
    stored?: string,
  ) {
    this.rows = rows;
    this.columns = columns;
    this.digest = digest;
    this.planes = planes;
    this.stored = stored;
  }

  toJSON(): Pick<PixelMaps, 'rows' | 'columns' | 'digest'> {
    const { rows, columns, digest } = this;
    return { rows, columns, digest };
  }
}

/**
 * The planes of a block of pixels, which begins at the corner of the sensor.
 *
 * @throws SimulationError for a block that is larger than the maps.
 */
export function planesOf(
  maps: PixelMaps,
  block: { readonly rows: number; readonly columns: number },
): MapPlanes {
  const { rows, columns, planes } = maps;
  if (rows === block.rows && columns === block.columns) return planes;
  if (block.rows > rows || block.columns > columns) {
    const { field, message } = mapsProblem({ maps }, block)!;
    return fail(field, message);
  }
  const part = <Plane extends Float32Array | Uint8Array>(plane: Plane): Plane => {
    const bytes = plane.BYTES_PER_ELEMENT;
    const shared = allocateShared(block.rows * block.columns * bytes);
    const out = (plane instanceof Uint8Array
      ? new Uint8Array(shared)
      : new Float32Array(shared)) as unknown as Plane;
    for (let row = 0; row < block.rows; row += 1)
      out.set(plane.subarray(row * columns, row * columns + block.columns), row * block.columns);
    return out;
  };
  return Object.fromEntries(
    Object.entries(planes).map(([name, plane]) => [name, part(plane as Float32Array | Uint8Array)]),
  );
}
