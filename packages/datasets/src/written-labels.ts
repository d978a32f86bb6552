import { posix } from 'node:path';
import {
  npyHeader,
  type Annotation,
  type PixelMap,
  type WarpedAnnotation,
} from '@lumenloom/engine';
import { encodePng } from '@lumenloom/node-host';
import { stringify } from 'yaml';
import type { Category, Dataset, DataImage } from './dataset.ts';
import type { TruthMap } from './truth-map.ts';

/** How labels with boxes are written. */
export type LabelFormat = 'coco' | 'yolo';

/** Decimal places of pixels, of shares, and of YOLO's numbers. */
const [PIXEL_PLACES, SHARE_PLACES, YOLO_PLACES] = [4, 6, 8];
const rounded = (value: number, places: number): number => Number(value.toFixed(places));

/** Folders whose names say that there are pictures in them. */
const PICTURE_FOLDERS = new Set(['images', 'JPEGImages', 'image_2']);

/**
 * Paths of the written pictures: sets with boxes have them in images/, all others where they were.
 * Two pictures that differ in the ends of their names keep them.
 */
export function writtenPaths({ task, images }: Dataset): ReadonlyMap<string, string> {
  const stemOf = (name: string): string => name.replace(/\.[^./]+$/, '');
  const below = (name: string): string =>
    task === 'detection'
      ? `images/${name
          .split('/')
          .filter((part) => !PICTURE_FOLDERS.has(part))
          .join('/')}`
      : name;
  const count = new Map<string, number>();
  for (const { name } of images) {
    const stem = stemOf(below(name));
    count.set(stem, (count.get(stem) ?? 0) + 1);
  }
  return new Map(
    images.map(({ name }) => {
      const path = below(name);
      const stem = stemOf(path);
      if (count.get(stem) === 1) return [name, `${stem}.png`];
      return [name, task === 'detection' ? `images/${name}.png` : `${path}.png`];
    }),
  );
}

/** An annotation as it is written. */
function writtenAnnotation({
  bbox,
  area,
  segmentation,
  keypoints,
  visibleShare,
  labelIou,
  ...rest
}: WarpedAnnotation): object {
  const pixels = (values: readonly number[]): readonly number[] =>
    values.map((value) => rounded(value, PIXEL_PLACES));
  return {
    ...rest,
    bbox: pixels(bbox),
    area: rounded(area, PIXEL_PLACES),
    ...(segmentation && {
      segmentation: 'counts' in segmentation ? segmentation : segmentation.map(pixels),
    }),
    ...(keypoints && { keypoints: pixels(keypoints) }),
    visibleShare: rounded(visibleShare, SHARE_PLACES),
    ...(labelIou !== undefined && { labelIou: rounded(labelIou, SHARE_PLACES) }),
  };
}

/** A picture of a written set with its labels. */
export interface WrittenPicture {
  readonly image: DataImage;
  /** Of the written picture. */
  readonly path: string;
  readonly annotations: readonly WarpedAnnotation[];
}

export interface SensorSize {
  readonly width: number;
  readonly height: number;
}

/** annotations.json of a set in COCO's format. */
export const cocoText = (
  { categories, origin }: Dataset,
  { width, height }: SensorSize,
  pictures: readonly WrittenPicture[],
): string => {
  const lines = (items: readonly object[]): string =>
    items.map((item) => `\n  ${JSON.stringify(item)}`).join(',');
  const images = pictures.map(({ image: { id }, path }) => ({
    id,
    file_name: path.replace(/^images\//, ''),
    width,
    height,
  }));
  const info = { description: origin.source };
  const licences = origin.licence === '' ? [] : [{ id: 1, name: origin.licence }];
  return `{"info": ${JSON.stringify(info)},\n"licenses": ${JSON.stringify(licences)},\n"images": [${lines(images)}\n],\n"categories": [${lines(categories)}\n],\n"annotations": [${lines(pictures.flatMap(({ annotations }) => annotations.map(writtenAnnotation)))}\n]}\n`;
};

/** data.yaml of a set in YOLO's format: classes are numbered in the order of their ids. */
export const yoloConfiguration = (categories: readonly Category[], licence: string): string =>
  stringify({
    path: '.',
    train: 'images',
    val: 'images',
    names: Object.fromEntries(categories.map(({ name }, i) => [i, name])),
    ...(licence !== '' && { license: licence }),
  });

export const yoloPath = (picture: string): string =>
  picture.replace(/^images\//, 'labels/').replace(/\.png$/, '.txt');

/** Whether an object is one polygon, as YOLO writes it. */
export const isOnePolygon = ({ segmentation }: Annotation): boolean =>
  segmentation !== undefined && !('counts' in segmentation) && segmentation.length === 1;

/** The label file of a picture in YOLO's format, which has no crowds. */
export function yoloText(
  categories: readonly Category[],
  { width, height }: SensorSize,
  annotations: readonly WarpedAnnotation[],
  asPolygons: boolean,
): string {
  const share = (value: number, i: number): number =>
    rounded(value / (i % 2 === 0 ? width : height), YOLO_PLACES);
  return annotations
    .filter(({ iscrowd }) => iscrowd === 0)
    .map(({ category_id: category, bbox, segmentation }) => {
      const [x, y, w, h] = bbox;
      const values =
        asPolygons && segmentation && !('counts' in segmentation)
          ? segmentation[0]!
          : [x + w / 2, y + h / 2, w, h];
      return `${[categories.findIndex(({ id }) => id === category), ...values.map(share)].join(' ')}\n`;
    })
    .join('');
}

/** A map of pixels as a file of the kind that the data set has. */
export async function writtenMap(
  { task }: Dataset,
  path: string,
  map: TruthMap,
): Promise<readonly [path: string, bytes: Uint8Array]> {
  const stem = posix.join(posix.dirname(path), posix.basename(path).replace(/\.[^.]+$/, ''));
  if (task === 'depth') {
    const { rows, columns, values } = map as PixelMap<Float32Array>;
    const header = npyHeader('float32', [rows, columns]);
    const data = new Uint8Array(values.buffer, values.byteOffset, values.byteLength);
    return [`${stem}.npy`, Buffer.concat([header, data])];
  }
  const { rows, columns, values } = map as PixelMap<Uint8Array>;
  // MVTec marks what is faulty with white.
  const data = task === 'anomaly' ? values.map((value) => value * 255) : values;
  return [`${stem}.png`, await encodePng({ rows, columns, channels: 1, data })];
}
