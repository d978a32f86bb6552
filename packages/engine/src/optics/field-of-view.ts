import type { Host } from '../host.ts';
import { rasterSizeOf, type ScenePlan } from '../scenes/paint-scene.ts';
import type { RasterSize } from '../scenes/scene-descriptor.ts';
import { textOf, type LogText } from '../stage.ts';
import type { FocusFacts } from './focus/focus-facts.ts';
import type { Lens } from './lens.ts';
import { loadLens, type OpticsPlan } from './load-lens.ts';
import { millimetresOf } from './millimetres.ts';
import type { PixelGrid } from './pixel-grid.ts';

const degrees = (radians: number): string => `${((radians * 180) / Math.PI).toFixed(1)}°`;
const millimetres = (metres: number): string => millimetresOf(metres).toFixed(2);

/**
 * Name and properties of a lens on pixels, one sentence per line.
 *
 * @param hasDepth whether the scene has distances of its own.
 */
export const lensNameLines = (
  { label, focalLength, fNumber, field, character, focus }: Lens,
  { pitch }: Pick<PixelGrid, 'pitch'>,
  hasDepth = false,
): string[] => [
  `Lens: ${label}, focal length ${millimetres(focalLength)} mm, f/${fNumber.toFixed(2)}${field ? `, full field of view ${degrees(2 * field.halfAngle)} (image circle ${millimetres(2 * field.imageRadius)} mm)` : ''}.`,
  ...(focus
    ? [
        focusLine(focus(2 * pitch), hasDepth),
        ...autofocusLines(focus(2 * pitch)),
        `${character[0]!.toUpperCase()}${character.slice(1)}.`,
      ]
    : [`${hasDepth ? DISTANT : 'Object at infinity'}; ${character}.`]),
];

/** From this depth on people read metres, mm. */
const METRES_FROM_MM = 1e4;

/** From where to where it is sharp: millimetres as fine as the depth asks, or metres. */
function sharpRange(nearM: number, farM: number | null): string {
  const depthMm = farM === null ? Infinity : millimetresOf(farM - nearM);
  if (!(depthMm < METRES_FROM_MM)) return `sharp from ${metres(nearM)} to ${metres(farM)}`;
  const digits = depthMm >= 1000 ? 0 : Math.max(1, 2 - Math.floor(Math.log10(depthMm)));
  const [near, far] = [nearM, farM!].map((place) => millimetresOf(place).toFixed(digits));
  return `sharp from ${near!} to ${far!} mm (${depthMm.toFixed(digits)} mm)`;
}

/** Distances in metres with as many digits as people read, at least to a centimetre. */
const metres = (distance: number | null): string =>
  distance === null
    ? 'infinity'
    : `${distance < 10 ? distance.toFixed(2) : Number(distance.toPrecision(3))} m`;

const DISTANT = 'Objects at the distances of the scene';

/** Where object and focus are, and what is sharp: within two pixels. */
function focusLine(facts: FocusFacts, hasDepth: boolean): string {
  const { objectDistanceM, focusDistanceM, focusShiftUm, nearM, farM } = facts;
  const sharp = nearM === null ? 'nothing is sharp' : sharpRange(nearM, farM);
  const focused = `focused at ${metres(focusDistanceM)} (sensor moved by ${(focusShiftUm / 1e3).toFixed(3)} mm)`;
  if (hasDepth) return `${DISTANT}, ${focused}: ${sharp}.`;
  return `Object at ${metres(objectDistanceM)}, ${focused}: magnification ${Math.abs(facts.magnification).toFixed(3)}, circle of confusion ${facts.circleOfConfusionUm.toFixed(1)} µm, ${sharp}.`;
}

/** What the autofocus reached; no line for a focus that was set. */
const autofocusLines = ({ autofocus }: FocusFacts): string[] =>
  autofocus
    ? [
        `Autofocus: modulation ${autofocus.modulation.toFixed(2)} at ${Number(autofocus.linePairsPerMm.toPrecision(4))} lp/mm.`,
      ]
    : [];

/**
 * Describes how a scene fits lens and sensor: whether the lens sees all of it, how large its image
 * is, and how much of the sensor it covers.
 *
 * @param hfov horizontal field of view of the scene, radians, between 0 and π.
 * @param raster rows and columns of the scene, of which only the ratio counts.
 * @param grid pixels of the sensor.
 * @param gridName article or pronoun before the sensor's size in the sentence: 'a', 'this'.
 * @returns one sentence per fact; a warning where something stays dark.
 * @see docs/reference/optics.md#field-of-view.
 */
export function fieldOfViewLines(
  lens: Lens,
  hfov: number,
  raster: RasterSize,
  grid: PixelGrid,
  gridName: string,
): LogText[] {
  const aspect = raster.rows / raster.columns;
  const diagonal = 2 * Math.atan(Math.tan(hfov / 2) * Math.hypot(1, aspect));
  const vertical = 2 * Math.atan(aspect * Math.tan(hfov / 2));
  const { field } = lens;
  // A lens images nothing beyond its field.
  const height = (angle: number): number =>
    lens.imageHeight(field ? Math.min(angle, field.halfAngle) : angle);
  const [width, sensorWidth, sensorHeight] = [
    2 * height(hfov / 2),
    grid.columns * grid.pitch,
    grid.rows * grid.pitch,
  ];
  const visibleAngle =
    2 * lens.fieldAngle(field ? Math.min(sensorWidth / 2, field.imageRadius) : sensorWidth / 2);
  const fill = width / sensorWidth;
  const verdict =
    fill < 0.5
      ? ` Set HFoV to about ${degrees(visibleAngle)} to fill the sensor.`
      : fill > 1.005
        ? '; the sensor crops the scene.'
        : '.';
  const darkRows = Math.round((grid.rows - (2 * height(vertical / 2)) / grid.pitch) / 2);
  return [
    `Scene: horizontal ${degrees(hfov)}, diagonal ${degrees(diagonal)}; image ${millimetres(width)} × ${millimetres(2 * height(vertical / 2))} mm.`,
    ...fieldVerdict(lens, hfov, diagonal),
    `On ${gridName} ${grid.columns} × ${grid.rows}, ${Number((grid.pitch * 1e6).toPrecision(3))} µm sensor (${millimetres(sensorWidth)} × ${millimetres(sensorHeight)} mm) the scene covers ${percent(fill)} of the width (sensor sees ${degrees(visibleAngle)})${fill < 0.5 ? '.' : ''}${verdict}`,
    ...(fill >= 0.5 && darkRows >= 1
      ? [
          {
            warning: `${darkRows} row${darkRows === 1 ? '' : 's'} above and below the scene stay black.`,
          },
        ]
      : []),
    ...(field && Math.hypot(sensorWidth, sensorHeight) / 2 > field.imageRadius
      ? [{ warning: 'Sensor diagonal exceeds the image circle: its corners stay black.' }]
      : []),
  ];
}

/**
 * Whether a scene fits the lens's field of view, `hfov` wide and `diagonal` from corner to corner,
 * radians; nothing where it is unlimited.
 */
function fieldVerdict(
  { field, relativeIllumination }: Lens,
  hfov: number,
  diagonal: number,
): LogText[] {
  if (!field) return [];
  const full = 2 * field.halfAngle;
  const corner = relativeIllumination
    ? ` Its corners get ${percent(relativeIllumination(Math.min(diagonal / 2, field.halfAngle)))} of the light on the axis.`
    : '';
  if (diagonal <= full) return [`Scene fits the lens field of view.${corner}`];
  if (hfov <= full)
    return [
      { warning: 'Corners of the scene fall outside the lens field of view and will be dark.' },
    ];
  return [
    {
      warning: `Scene is wider than the lens field of view: only the central ${degrees(full)} is imaged.`,
    },
  ];
}

/**
 * Describes how a planned scene fits lens and sensor, see `fieldOfViewLines`; the size of the scene
 * comes from its parameters or its file.
 *
 * @param optics undefined for the ideal lens.
 * @throws SimulationError when the scene's file cannot be read.
 */
export async function fieldOfViewOf(
  plan: ScenePlan,
  optics: OpticsPlan,
  grid: PixelGrid,
  gridName: string,
  host: Pick<Host, 'loadImage'>,
): Promise<string[]> {
  const lens = await loadLens(optics);
  const raster = await rasterSizeOf(plan, host);
  return [
    ...lensNameLines(lens, grid),
    ...fieldOfViewLines(lens, plan.parameters.hfov, raster, grid, gridName).map(textOf),
  ];
}

const percent = (share: number): string =>
  `${Number((share * 100).toPrecision(share >= 1 ? 4 : 3))} %`;
