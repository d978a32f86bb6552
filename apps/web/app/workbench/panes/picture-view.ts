export interface Size {
  readonly width: number;
  readonly height: number;
}
export interface Point {
  readonly x: number;
  readonly y: number;
}

/** How the picture lies in its area: screen px per px of the picture, and where its top-left corner is. */
export interface PictureView {
  readonly scale: number;
  readonly x: number;
  readonly y: number;
}

/** Screen px per px of the picture beyond which nothing more is to be seen. */
const LARGEST_SCALE = 64;

const fitScale = (area: Size, picture: Size): number =>
  Math.min(area.width / picture.width, area.height / picture.height);

/** Centred where the picture is smaller than its area, without a gap at the edges where it is larger. */
const place = (position: number, area: number, picture: number): number =>
  picture <= area ? (area - picture) / 2 : Math.min(Math.max(position, area - picture), 0);

const placed = ({ scale, x, y }: PictureView, area: Size, picture: Size): PictureView => ({
  scale,
  x: place(x, area.width, scale * picture.width),
  y: place(y, area.height, scale * picture.height),
});

/** As large as it fits. */
export const fitted = (area: Size, picture: Size): PictureView =>
  placed({ scale: fitScale(area, picture), x: 0, y: 0 }, area, picture);

/** `scale` within the limits, with the same spot of the picture under `point`. */
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

export const moved = (view: PictureView, area: Size, picture: Size, by: Point): PictureView =>
  placed({ ...view, x: view.x + by.x, y: view.y + by.y }, area, picture);

/** Which pixel of the picture is under a point of the area. */
export function pixelAt(view: PictureView, picture: Size, point: Point): Point | undefined {
  const x = Math.floor((point.x - view.x) / view.scale);
  const y = Math.floor((point.y - view.y) / view.scale);
  return x >= 0 && y >= 0 && x < picture.width && y < picture.height ? { x, y } : undefined;
}
