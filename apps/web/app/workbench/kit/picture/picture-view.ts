export interface Size {
  readonly width: number;
  readonly height: number;
}
export interface Point {
  readonly x: number;
  readonly y: number;
}

/** A pixel and its colour. */
export interface PixelReading extends Point {
  readonly colour: readonly [number, number, number];
}

/** Scale (screen px per px of the picture) and position of its top-left corner in the area, px. */
export interface PictureView {
  readonly scale: number;
  readonly x: number;
  readonly y: number;
}

/** Whole factors of the zoom: the picture is enlarged n:1 or reduced 1:n. */
const FACTORS = [1, 2, 3, 4, 6, 8, 12, 16, 24, 32, 48, 64] as const;
/** All steps of the zoom, screen px per px of the picture, smallest first. */
const STEPS = [
  ...FACTORS.slice(1)
    .map((factor) => 1 / factor)
    .toReversed(),
  ...FACTORS,
];
const LARGEST_SCALE = STEPS.at(-1)!;

const fitScale = (area: Size, picture: Size): number =>
  Math.min(area.width / picture.width, area.height / picture.height);

/**
 * Position along one axis: centred where the picture is smaller than its area, without a gap at the
 * edges where it is larger.
 */
const place = (position: number, area: number, picture: number): number =>
  picture <= area ? (area - picture) / 2 : Math.min(Math.max(position, area - picture), 0);

const placed = ({ scale, x, y }: PictureView, area: Size, picture: Size): PictureView => ({
  scale,
  x: place(x, area.width, scale * picture.width),
  y: place(y, area.height, scale * picture.height),
});

/** The whole picture, as large as the area allows. */
export const fittedView = (area: Size, picture: Size): PictureView =>
  placed({ scale: fitScale(area, picture), x: 0, y: 0 }, area, picture);

/** The view at another scale, within the limits. The pixel under `point` stays there. */
export function scaledTo(
  view: PictureView,
  area: Size,
  picture: Size,
  scale: number,
  point: Point,
): PictureView {
  const fit = fitScale(area, picture);
  const within = Math.min(Math.max(scale, Math.min(fit, 1)), Math.max(LARGEST_SCALE, fit));
  const ratio = within / view.scale;
  return placed(
    {
      scale: within,
      x: point.x - (point.x - view.x) * ratio,
      y: point.y - (point.y - view.y) * ratio,
    },
    area,
    picture,
  );
}

/**
 * The next scale of the zoom: the next 1:n or n:1; the scale of the fitted picture, below the
 * smallest step that is larger than it.
 *
 * @param direction 1 enlarges, -1 reduces.
 */
export function steppedScale(scale: number, direction: 1 | -1, area: Size, picture: Size): number {
  const fit = fitScale(area, picture);
  const steps = STEPS.filter((step) => step > fit || fit >= 1);
  // Rounding of the scale must not make a step count twice.
  const next =
    direction > 0
      ? steps.find((step) => step > scale * 1.001)
      : steps.findLast((step) => step < scale / 1.001);
  return next ?? (direction > 0 ? scale : Math.min(fit, 1));
}

/** A scale in words: '1:4' where it reduces, in per cent where it enlarges. */
export function scaleInWords(scale: number): string {
  if (scale < 1) return `1:${Number((1 / scale).toFixed(1))}`;
  return `${Math.round(100 * scale)}\u00a0%`;
}

export const movedView = (view: PictureView, area: Size, picture: Size, by: Point): PictureView =>
  placed({ ...view, x: view.x + by.x, y: view.y + by.y }, area, picture);

/** The pixel of the picture under a point of the area; undefined beside the picture. */
export function pixelAt(view: PictureView, picture: Size, point: Point): Point | undefined {
  const x = Math.floor((point.x - view.x) / view.scale);
  const y = Math.floor((point.y - view.y) / view.scale);
  return x >= 0 && y >= 0 && x < picture.width && y < picture.height ? { x, y } : undefined;
}
