import {
  gridDistortion,
  lateralColour,
  tvDistortion,
  type GridDistortion,
  type LateralColour,
} from '../../analysis/point-grid.ts';
import type { MeasuredPicture } from '../../analysis/measured-picture.ts';
import type { Host } from '../../host.ts';
import { meanOf } from '../../quantities/statistics.ts';
import { mosaicOf, type FilterColour } from '../../sensors/colour-filters.ts';
import { quantumEfficiencyOf } from '../../sensors/pixel.ts';
import {
  developedBrightness,
  rawBrightness,
  type Brightness,
} from '../measurements/distortion/measure.ts';
import { gridCrossings, type GridCrossing } from '../measurements/distortion/grid-distortion.ts';
import { hasItsPixels } from '../measurements/measured-shot.ts';
import type { SensedPlan } from '../sensor-stage.ts';
import type { Compared } from './sharpness.ts';
import { chartPlan, fieldOfPixels, takeChart } from './take-chart.ts';

/** Lines across the picture, and the least width of one, pixels. */
const [LINES, THINNEST] = [12, 2] as const;

/** Distortion of a grid: local, and of television; null where too few lines are in the picture. */
type GridFigures = GridDistortion & Record<'smiaTvPercent' | 'tvPercent', number | null>;

/**
 * The same, and where red and blue lie beside green: in the light behind each filter at every
 * pixel, without noise, because every second pixel tells a thin line to a quarter of a pixel alone.
 * Null of a sensor without these colours.
 */
type RawGrid = GridFigures & Readonly<Record<'red' | 'blue', LateralColour | null>>;

/**
 * Photographs a grid that fills the picture, and measures its distortion about the axis; the
 * truth is the distortion of the chief rays at the same crossings.
 *
 * @see docs/reference/lab.md#geometry
 */
export async function gridOfCamera(
  plan: SensedPlan,
  host: Host,
): Promise<Compared<GridFigures, GridFigures> & { readonly raw: RawGrid }> {
  const size = Math.min(4096, Math.max(plan.grid.rows, plan.grid.columns));
  const scene = chartPlan('gridlines', await fieldOfPixels(plan, size), {
    gridlineSize: size,
    lineSpacing: Math.max(8, Math.round(size / LINES)),
    lineThickness: Math.max(THINNEST, Math.round(size / (LINES * 20))),
  });
  const { shot, raw, behind } = await takeChart(plan, scene, 1, host);
  const { lens, developed } = shot;
  const found = (picture: MeasuredPicture, value: Brightness): readonly GridCrossing[] =>
    gridCrossings(shot, picture, value);
  const ofRaw = found(raw[0]!, rawBrightness(shot, raw[0]!));
  const chief = ofRaw.map((crossing) => {
    const { ideal, tangent } = crossing;
    const height = lens.imageHeight(Math.atan(tangent)) / plan.grid.pitch;
    const scale = tangent === 0 ? 0 : height / Math.hypot(...ideal);
    return { ...crossing, place: [scale * ideal[0], scale * ideal[1]] as const };
  });
  const { channels } = mosaicOf(plan.sensor);
  const responses = quantumEfficiencyOf(plan.sensor);
  const crossingsOf = async (colour: FilterColour) => {
    const data = await behind(responses[channels.indexOf(colour)]!);
    const { rows, columns } = plan.grid;
    const inside = (row: number, column: number) => row >= 0 && column >= 0 && column < columns;
    return found({ rows, columns, channels: 1, data }, (row, column) =>
      inside(row, column) ? data[row * columns + column]! : NaN,
    );
  };
  const greens = channels.includes('green') ? await crossingsOf('green') : [];
  const beside = async (colour: FilterColour): Promise<LateralColour | null> =>
    channels.includes(colour) && greens.length > 0
      ? besideGreen(await crossingsOf(colour), greens)
      : null;
  return {
    true: figuresOf(chief),
    raw: { ...figuresOf(ofRaw), red: await beside('red'), blue: await beside('blue') },
    developed:
      developed && hasItsPixels(shot)
        ? figuresOf(found(developed, developedBrightness(developed)))
        : null,
  };
}

const figuresOf = (crossings: readonly GridCrossing[]): GridFigures => ({
  ...gridDistortion(
    crossings.map(({ place }) => place),
    crossings.map(({ ideal }) => ideal),
  ),
  ...(televisionOf(crossings) ?? { smiaTvPercent: null, tvPercent: null }),
});

/** TV distortion from the outermost columns of crossings and those nearest to the middle. */
function televisionOf(crossings: readonly GridCrossing[]) {
  const across = [...new Set(crossings.map(({ ideal }) => ideal[0]))].toSorted((a, b) => a - b);
  const nearest = Math.min(...across.map(Math.abs));
  const columnAt = (x: number) => crossings.filter(({ ideal }) => ideal[0] === x);
  const [left, right] = [columnAt(across[0]!), columnAt(across.at(-1)!)];
  const middle = across.filter((x) => Math.abs(x) <= nearest * (1 + 1e-9)).map(columnAt);
  // Heights between the same two lines in all columns.
  const rows = left
    .map(({ ideal }) => ideal[1])
    .filter((y) => [right, ...middle].every((column) => column.some(({ ideal }) => ideal[1] === y)))
    .toSorted((a, b) => a - b);
  if (across.length < 3 || rows.length < 2) return undefined;
  const placeAt = (column: readonly GridCrossing[], y: number): number =>
    column.find(({ ideal }) => ideal[1] === y)!.place[1];
  const height = (column: readonly GridCrossing[]): number =>
    placeAt(column, rows.at(-1)!) - placeAt(column, rows[0]!);
  return tvDistortion(height(left), meanOf(middle.map(height)), height(right));
}

/** Where the crossings of a colour lie beside those of green that are the same crossings. */
function besideGreen(
  colour: readonly GridCrossing[],
  green: readonly GridCrossing[],
): LateralColour | null {
  const keyOf = ({ ideal }: GridCrossing): string => ideal.join(' ');
  const greens = new Map(green.map((crossing) => [keyOf(crossing), crossing.place]));
  const pairs = colour.flatMap((crossing) => {
    const place = greens.get(keyOf(crossing));
    return place ? [[crossing.place, place] as const] : [];
  });
  if (pairs.length === 0) return null;
  return lateralColour(
    pairs.map(([place]) => place),
    pairs.map(([, place]) => place),
  );
}
