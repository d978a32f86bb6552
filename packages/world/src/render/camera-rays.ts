import { refuseAt } from '../document/problem.ts';
import type { World } from '../document/read-world.ts';
import type { Vector } from '../document/world-document.ts';
import type { Poses } from '../document/poses.ts';
import { direction, inverseOf, point, times, type Matrix } from '../pose/matrix.ts';
import { unit } from '../pose/vector.ts';
import { suggestion } from '../document/poses.ts';

/** A pinhole camera in a world. */
export interface Camera {
  readonly matrix: Matrix;
  readonly columns: number;
  readonly rows: number;
  readonly hfovDegrees: number;
}

/** What a camera has where its document leaves it out. */
const USUAL = { hfovDegrees: 40, columns: 640, rows: 480 };
/** Pixels of a picture. */
const MOST_PIXELS = 12_500_000;

/** Values that stand in place of those of the document. */
export type CameraSizes = Partial<Pick<Camera, 'columns' | 'rows' | 'hfovDegrees'>>;

/** The camera of a world at the time of its poses. */
export function cameraOf(world: World, poses: Poses, sizes: CameraSizes = {}): Camera {
  const { document } = world;
  const keys = document.camera ?? {};
  const { from } = keys;
  const [assetName = '', ...rest] = (from ?? '').split('/');
  const asset = world.assets.get(assetName);
  const found = asset?.cameras.find(({ name }) => name === rest.join('/'));
  if (from !== undefined && !found)
    refuseAt(
      'camera.from',
      `camera.from: there is no camera ${from.slice(0, 100)}${suggestion(
        from,
        [...world.assets.values()].flatMap(({ name, cameras }) =>
          cameras.map((camera) => `${name}/${camera.name}`),
        ),
      )}`,
    );
  const owner = world.objects.find(({ keys: object }) => object.asset === assetName);
  const own = poses.of(keys, 'camera');
  const matrix = found ? times(owner ? poses.ofObject(owner.keys.name) : own, found.matrix) : own;
  const camera = {
    matrix,
    columns: sizes.columns ?? keys.columns ?? USUAL.columns,
    rows: sizes.rows ?? keys.rows ?? USUAL.rows,
    hfovDegrees: sizes.hfovDegrees ?? keys.hfovDegrees ?? found?.hfovDegrees ?? USUAL.hfovDegrees,
  };
  if (camera.columns * camera.rows > MOST_PIXELS)
    refuseAt('camera.columns', `camera.columns: a picture has at most ${MOST_PIXELS} pixels.`);
  return camera;
}

/** The ray through a place of the picture; the middle of the first pixel is (1/2, 1/2). */
export function cameraRay(
  { matrix, columns, rows, hfovDegrees }: Camera,
  column: number,
  row: number,
): { readonly origin: Vector; readonly direction: Vector } {
  const pitch = (2 * Math.tan((hfovDegrees * Math.PI) / 360)) / columns;
  return {
    origin: point(matrix, [0, 0, 0]),
    direction: unit(
      direction(matrix, [(column - columns / 2) * pitch, (rows / 2 - row) * pitch, -1]),
    ),
  };
}

/** Depth of a point from the pinhole along the axis, m. */
export function depthOf({ matrix }: Camera, [x, y, z]: Vector): number {
  const axis = unit([matrix[8]!, matrix[9]!, matrix[10]!]);
  return -(axis[0] * (x - matrix[12]!) + axis[1] * (y - matrix[13]!) + axis[2] * (z - matrix[14]!));
}

/** Column and row, from the upper left corner, at which a point stands. */
export function pixelOf(
  { matrix, columns, rows, hfovDegrees }: Camera,
  at: Vector,
): readonly [number, number] {
  const pitch = (2 * Math.tan((hfovDegrees * Math.PI) / 360)) / columns;
  const [x, y, z] = point(inverseOf(matrix), at);
  return [columns / 2 + x / -z / pitch, rows / 2 - y / -z / pitch];
}
