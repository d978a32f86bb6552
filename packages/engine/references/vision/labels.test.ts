import { describe, expect, it } from 'vitest';
import {
  isInField,
  isInFrame,
  labelView,
  sensorPoint,
  sourcePoint,
  type LabelView,
} from '../../src/labels/label-view.ts';
import { labelsThroughLens, type Annotation } from '../../src/labels/labels-through-lens.ts';
import { mapThroughLens } from '../../src/labels/map-through-lens.ts';
import { optics } from '../../src/optics/list.ts';
import type { OpticsPlan } from '../../src/optics/load-lens.ts';
import golden from './labels.json' with { type: 'json' };

/** Tolerances of the golden file: docs/reference/vision.md#labels-through-the-lens. */
const POINT_PX = 0.02;
const BOX_PX = 0.1;
const SUPERELLIPSE_PX = 0.2;
const AREA_SHARE = 0.003;
const LABEL_IOU = 0.01;
/** Warp and inverse. */
const ROUND_TRIP_PX = 0.01;
const MICROMETRE = 1e-6;

type Camera = Pick<
  (typeof golden.views)[number],
  'optics' | 'width' | 'height' | 'hfov' | 'cols' | 'rows' | 'pixel_size'
>;

const viewOf = (camera: Camera): Promise<LabelView> =>
  labelView(
    {
      optics: Object.entries(optics).find(
        ([, { label }]) => label === camera.optics,
      )![0] as OpticsPlan,
      grid: { rows: camera.rows, columns: camera.cols, pitch: camera.pixel_size * MICROMETRE },
      hfov: (camera.hfov * Math.PI) / 180,
    },
    { rows: camera.height, columns: camera.width },
  );

const annotation = (more: Partial<Annotation> & Pick<Annotation, 'bbox' | 'area'>): Annotation => ({
  id: 1,
  image_id: 1,
  category_id: 1,
  iscrowd: 0,
  ...more,
});
const boundsOf = (flat: readonly number[]): [number, number, number, number] => {
  const [xs, ys] = [0, 1].map((axis) => flat.filter((_, i) => i % 2 === axis));
  const [left, top] = [Math.min(...xs!), Math.min(...ys!)];
  return [left, top, Math.max(...xs!) - left, Math.max(...ys!) - top];
};
const farthest = (one: readonly number[], other: readonly number[]): number =>
  Math.max(...one.map((value, i) => Math.abs(value - other[i]!)));

describe.each(golden.views)('labels through $optics', (camera) => {
  it('images points as the tracer does, and back', async () => {
    const view = await viewOf(camera);
    for (const { at, to, visible } of camera.points) {
      const point = at as [number, number];
      const found = sensorPoint(view, point);
      expect(isInField(view, point), String(at)).toBe(to !== null);
      if (to === null) continue;
      expect(farthest(found, to), String(at)).toBeLessThan(POINT_PX);
      expect(farthest(sourcePoint(view, found), at), String(at)).toBeLessThan(ROUND_TRIP_PX);
      expect(isInFrame(view, found), String(at)).toBe(visible);
    }
  });

  it('bounds polygons, and keeps their share of the area', async () => {
    const view = await viewOf(camera);
    for (const { at, sourceArea, box, area, visibleShare } of camera.polygons) {
      const [warped] = labelsThroughLens(
        view,
        [annotation({ bbox: boundsOf(at), area: sourceArea, segmentation: [at] })],
        { minVisible: 0 },
      );
      if (box === null) {
        expect(warped).toBeUndefined();
        continue;
      }
      expect(farthest(warped!.bbox, box)).toBeLessThan(BOX_PX);
      expect(Math.abs(warped!.area / area - 1)).toBeLessThan(AREA_SHARE);
      expect(Math.abs(warped!.visibleShare - visibleShare)).toBeLessThan(AREA_SHARE);
      expect(warped!.labelIou).toBeUndefined();
    }
  });

  it('takes the superellipse for a box alone', async () => {
    const view = await viewOf(camera);
    for (const { at, box, visibleShare, labelIou } of camera.boxes) {
      const bbox = at as unknown as [number, number, number, number];
      const [warped] = labelsThroughLens(view, [annotation({ bbox, area: bbox[2] * bbox[3] })], {
        minVisible: 0,
      });
      expect(farthest(warped!.bbox, box)).toBeLessThan(SUPERELLIPSE_PX);
      expect(Math.abs(warped!.visibleShare - visibleShare)).toBeLessThan(AREA_SHARE);
      expect(Math.abs(warped!.labelIou! - labelIou)).toBeLessThan(LABEL_IOU);
    }
  });

  it('takes the nearest pixel of a map', async () => {
    const { at, to, ...size } = camera.map;
    const view = await viewOf({ ...size, optics: camera.optics });
    const map = { rows: size.height, columns: size.width, values: Float32Array.from(at.flat()) };
    const { values } = mapThroughLens(view, map);
    const wrong = to.flat().filter((value, i) => value !== null && value !== values[i]);
    expect(wrong).toEqual([]);
    expect(to.flat().filter((value) => value !== null).length).toBeGreaterThan(
      to.flat().length / 2,
    );
  });
});

it('the warped corners of a box are wrong by more than 5 px behind a fisheye', async () => {
  const camera = golden.views.find(({ optics }) => optics === 'Fisheye')!;
  const view = await viewOf({ ...camera, cols: 1920, rows: 1200, pixel_size: 2 });
  const errors = camera.boxes.map(({ at }) => {
    const bbox = at as unknown as [number, number, number, number];
    const [x, y, width, height] = bbox;
    const corners = [
      [x, y],
      [x + width, y],
      [x + width, y + height],
      [x, y + height],
    ] as const;
    const box = boundsOf(corners.flatMap((corner) => sensorPoint(view, corner)));
    const [warped] = labelsThroughLens(view, [annotation({ bbox, area: 1 })], { minVisible: 0 });
    return farthest(box, warped!.bbox);
  });
  expect(Math.max(...errors)).toBeGreaterThan(5);
});
