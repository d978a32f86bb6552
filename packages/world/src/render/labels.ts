import { runLengthsOf } from '@lumenloom/engine';
import type { Vector } from '../document/world-document.ts';
import type { LitWorld } from '../light/lit-world.ts';
import { PosedWorld } from '../geometry/posed-world.ts';
import { cameraRay, type Camera } from './camera-rays.ts';
import { firstSolid } from './first-solid.ts';
import type { WorldPicture } from './picture.ts';

/** Below this share of an object in the picture it is a crowd, unless the document says another. */
const MIN_VISIBLE = 0.25;

/** What stands at the middle of each pixel of a picture, and where its rays come from. */
export interface LabelledPicture {
  readonly columns: number;
  readonly rows: number;
  readonly ids: Uint16Array;
  /** m. */
  readonly depth: Float32Array;
  /** Pixels round the picture in which an object alone is looked for: columns, rows. */
  readonly margin: readonly [columns: number, rows: number];
  /** The ray of a place of the picture, also beyond it; undefined where there is none. */
  readonly rayAt: (
    column: number,
    row: number,
  ) => { readonly origin: Vector; readonly direction: Vector } | undefined;
}

/** The picture of a rendering; an object is looked for in a frame's width round it. */
export const labelledPicture = (camera: Camera, picture: WorldPicture): LabelledPicture => ({
  ...picture,
  margin: [picture.columns, picture.rows],
  rayAt: (column, row) => cameraRay(camera, column, row),
});

/** Labels of a picture as COCO writes them (docs/reference/world.md#w9). */
export function worldLabels(lit: LitWorld, picture: LabelledPicture, fileName: string) {
  const { columns, rows } = picture;
  const { world } = lit.light;
  const minVisible = world.document.labels?.minVisible ?? MIN_VISIBLE;
  const categories: string[] = [];
  const annotations = world.objects.flatMap((object) => {
    const { label, name } = object.keys;
    if (label === undefined) return [];
    return Array.from({ length: object.instances }, (_, instance) => {
      const mask = maskOf(picture, object.id + instance);
      if (mask.area === 0) return undefined;
      if (!categories.includes(label)) categories.push(label);
      const alone = aloneIn(lit, picture, object.id + instance);
      const visibleShare = Math.min(1, mask.area / Math.max(1, alone));
      return {
        image_id: 1,
        category_id: categories.indexOf(label) + 1,
        bbox: mask.box,
        area: mask.area,
        segmentation: runLengthsOf(mask.data, rows, columns),
        iscrowd: visibleShare < minVisible ? 1 : 0,
        visibleShare,
        distance: mask.nearest,
        object: name,
        instance,
      };
    }).filter((one) => one !== undefined);
  });
  return {
    images: [{ id: 1, file_name: fileName, width: columns, height: rows }],
    categories: categories.map((name, at) => ({ id: at + 1, name })),
    annotations: annotations.map((annotation, at) => ({ id: at + 1, ...annotation })),
  };
}

/** The pixels of an identifier, down the columns. */
function maskOf({ ids, depth, columns, rows }: LabelledPicture, id: number) {
  const data = new Uint8Array(columns * rows);
  let [left, top, right, bottom, area, nearest] = [columns, rows, -1, -1, 0, Infinity];
  for (let row = 0; row < rows; row += 1)
    for (let column = 0; column < columns; column += 1) {
      if (ids[row * columns + column] !== id) continue;
      data[column * rows + row] = 1;
      area += 1;
      [left, right] = [Math.min(left, column), Math.max(right, column)];
      [top, bottom] = [Math.min(top, row), Math.max(bottom, row)];
      nearest = Math.min(nearest, depth[row * columns + column]!);
    }
  return { data, area, nearest, box: [left, top, right - left + 1, bottom - top + 1] };
}

/** Pixels of an instance alone, in the frame and the margin round it. */
function aloneIn(lit: LitWorld, picture: LabelledPicture, id: number): number {
  const { world } = lit.light;
  const object = world.objects.find((one) => id >= one.id && id < one.id + one.instances)!;
  const pose = object.keys.instances?.[id - object.id];
  const only = {
    ...object,
    id,
    instances: 1,
    keys: { ...object.keys, ...(pose && { instances: [pose] }) },
  };
  const posed = new PosedWorld({ ...world, objects: [only] }, lit.posed.seconds);
  const surfaces = posed.placed.map(({ material }) => lit.light.surfaces.get(material)!);
  const { columns, rows, margin, rayAt } = picture;
  let count = 0;
  for (let row = -margin[1]; row < rows + margin[1]; row += 1)
    for (let column = -margin[0]; column < columns + margin[0]; column += 1) {
      const ray = rayAt(column + 0.5, row + 0.5);
      if (ray && firstSolid({ posed, surfaces, least: lit.least }, ray.origin, ray.direction))
        count += 1;
    }
  return count;
}
