import { beamOf } from '../optics/ray-trace/field-beam.ts';
import { launch } from '../optics/ray-trace/launch.ts';
import type { LensDesign } from '../optics/ray-trace/lens-design.ts';
import { mirrorsOf } from '../optics/ray-trace/lens-symmetry.ts';
import { turned, type Placement } from '../optics/ray-trace/placement.ts';
import { sagOf, shapeOf } from '../optics/ray-trace/surfaces/shape.ts';
import { newRay } from '../optics/ray-trace/ray.ts';
import { traceRay, tracedLens } from '../optics/ray-trace/trace-ray.ts';
import { escapeMarkup } from '../text/escape-markup.ts';

/**
 * A point of the drawing: y is up, unlike in SVG. The unit is mm everywhere in this file, and of
 * the drawing too.
 */
type Point = readonly [z: number, y: number];

/** Rays drawn per field. */
const RAYS = 5;
const PROFILE_STEPS = 32;
/**
 * Colours of the fields in the order that optical programs use: the axis blue, then green, red,
 * yellow, magenta, cyan.
 */
const COLOURS = ['#1f5fbf', '#2a8f3c', '#c8352c', '#b58900', '#a03ca0', '#1a8c8c'];

/**
 * Draws a section of a lens with its rays, as lens designers do: the object at the left, the sensor
 * at the right, glass tinted, a colour per field, the stop as two ticks. Tilted and decentred
 * surfaces are drawn as the plane x = 0 of their own frames, seen along x.
 *
 * @param wavelength nanometres.
 * @param fractions fields to draw, as fractions of the half field, 0 to 1.
 * @returns an SVG document whose unit is a millimetre.
 * @throws SimulationError when no ray of a field gets through.
 */
export function drawLens(
  design: LensDesign,
  wavelength: number,
  fractions: readonly number[],
): string {
  const { surfaces, stopIndex, imagePlaneMm } = design;
  const tallest = Math.max(...surfaces.map(({ semiDiameterMm }) => semiDiameterMm));
  const lengthMm = lengthOf(design);
  const before = Math.max(0.25 * lengthMm, 0.6 * tallest);
  const stroke = lengthMm / 600;
  const paths = fractions.map((fraction) =>
    fieldRays(design, wavelength, fraction * design.halfField, -before),
  );
  const rays = paths.flatMap((field, at) =>
    field.map((points) => line(points, COLOURS[at % COLOURS.length]!, stroke)),
  );
  const heights = paths.flat().map((points) => Math.abs(points.at(-1)![1]));
  const isStraight = design.hasFrames !== true && mirrorsOf(design) === 0;
  // Behind folds a height is none of the drawing.
  const imageHeight = isStraight ? Math.max(tallest * 0.2, ...heights) : 0.6 * tallest;
  const glasses = surfaces.flatMap(({ glass }, index) =>
    glass && surfaces[index + 1] ? [element(design, index, stroke)] : [],
  );
  const stop = surfaces[stopIndex]!;
  const ticks = [1, -1].map((side) => {
    const { vertexMm, semiDiameterMm, placed } = stop;
    const z = sagAt(stop, 0, semiDiameterMm);
    const end = semiDiameterMm + 0.25 * tallest;
    return line(
      [semiDiameterMm, end].map((y) => inLens(vertexMm, placed, [0, side * y, z])),
      '#222',
      3 * stroke,
    );
  });
  const box = (
    isStraight
      ? straightBox(before, imagePlaneMm, 1.15 * Math.max(tallest * 1.3, imageHeight))
      : boxOf(
          [...paths.flat(2), ...surfaces.filter((_, i) => isDrawn(design, i)).flatMap(profileOf)],
          before,
        )
  ).map(rounded);
  const [, , width, tall] = box as [number, number, number, number];
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="${box.join(' ')}" width="960" height="${Math.round((960 * tall) / width)}" fill="none">`,
    `<title>${escapeMarkup(design.name)}, focal length ${design.focalLengthMm.toPrecision(4)} mm, ${wavelength} nm</title>`,
    `<rect x="${box[0]!}" y="${box[1]!}" width="${box[2]!}" height="${box[3]!}" fill="#fff"/>`,
    ...glasses,
    line(
      [
        [-before, 0],
        [isStraight ? imagePlaneMm * 1.03 : 0, 0],
      ],
      '#999',
      stroke,
      `${rounded(12 * stroke)} ${rounded(4 * stroke)} ${rounded(3 * stroke)} ${rounded(4 * stroke)}`,
    ),
    ...rays,
    ...ticks,
    line(
      [-1.08, 1.08].map((side) =>
        inLens(imagePlaneMm, design.imagePlaced, [0, side * imageHeight, 0]),
      ),
      '#222',
      2 * stroke,
    ),
    ...surfaces.flatMap((surface) =>
      surface.mirror ? [line(profileOf(surface), '#345', 2 * stroke)] : [],
    ),
    scaleBar(lengthMm, [box[0]!, box[1]! + tall], stroke, isStraight),
    '</svg>',
    '',
  ].join('\n');
}

type Box = readonly [left: number, top: number, width: number, height: number];

/** The view of a lens on one axis; y runs down in it. */
const straightBox = (before: number, imagePlaneMm: number, height: number): Box => [
  -before,
  -height,
  before + imagePlaneMm * 1.06,
  2 * height,
];

/** The view of points with a margin. */
function boxOf(points: readonly Point[], before: number): Box {
  const margin = 0.15 * before;
  const [zs, ys] = [points.map(([z]) => z), points.map(([, y]) => -y)];
  const [left, top] = [Math.min(...zs) - margin, Math.min(...ys) - margin];
  return [left, top, Math.max(...zs) + margin - left, Math.max(...ys) + 2 * margin - top];
}

/** From the first vertex to the sensor, along the light. */
function lengthOf({ surfaces, imagePlaneMm, imageDistanceMm }: LensDesign): number {
  if (surfaces.every(({ mirror }) => !mirror)) return imagePlaneMm;
  return surfaces.reduce(
    (sum, { vertexMm }, i) => sum + Math.abs(vertexMm - (surfaces[i - 1]?.vertexMm ?? 0)),
    imageDistanceMm,
  );
}

/** Half the height of a surface, mm: of its rectangle or ellipse where one is not turned. */
function heightOf({ semiDiameterMm, apertures = [] }: LensDesign['surfaces'][number]): number {
  const heights = apertures.flatMap((one) =>
    (one.kind === 'rectangle' || one.kind === 'ellipse') && !one.obscures && !one.turn
      ? [one.halfY + Math.abs(one.y ?? 0)]
      : [],
  );
  return Math.min(semiDiameterMm, ...heights);
}

/** Whether a surface does something: others only lead the axis. */
const isDrawn = ({ surfaces, stopIndex }: LensDesign, index: number): boolean => {
  const { mirror, apertures, glass, phase, thin } = surfaces[index]!;
  const before = surfaces.slice(0, index).findLast((one) => !one.mirror)?.glass;
  return (
    index === stopIndex ||
    (mirror ?? apertures ?? phase ?? thin) !== undefined ||
    glass !== (before ?? undefined)
  );
};

/** A surface in the plane x = 0 of its own frame. */
const profileOf = (surface: LensDesign['surfaces'][number]): Point[] =>
  Array.from({ length: 2 * PROFILE_STEPS + 1 }, (_, i) => {
    const y = (heightOf(surface) * (i - PROFILE_STEPS)) / PROFILE_STEPS;
    return inLens(surface.vertexMm, surface.placed, [0, y, sagAt(surface, 0, y)]);
  });

/**
 * Paths of rays across the beam of a field, in the drawing plane, from the line z = startMm to the
 * sensor.
 */
function fieldRays(
  design: LensDesign,
  wavelength: number,
  angle: number,
  startMm: number,
): Point[][] {
  const { wavefront, centreUMm, centreMm, radiiMm } = beamOf(design, wavelength, angle, {
    azimuths: 64,
    tolerance: 1e-6,
  });
  const traced = tracedLens(design, wavelength);
  const { tracerTo } = traced;
  const tracers = tracerTo && design.surfaces.map((_, surface) => tracerTo(surface));
  const [up, down] = [radiiMm[0]!, radiiMm[radiiMm.length / 2 - 1]!];
  return Array.from({ length: RAYS }, (_, i) => {
    const v = centreMm - 0.999 * down + ((up + down) * 0.999 * i) / (RAYS - 1);
    const ray = newRay();
    launch(wavefront, centreUMm, v, ray);
    // Rays of steep fields would start far outside the drawing: they are cut off a few diameters
    // before the lens. A launch starts at the entrance pupil, which may lie far behind it.
    const way = Math.max(
      (startMm - ray.zMm) / ray.N,
      -3 * design.surfaces[0]!.semiDiameterMm - Math.abs(startMm) - Math.max(0, ray.zMm),
    );
    const points: Point[] = [[ray.zMm + way * ray.N, ray.yMm + way * ray.M]];
    for (const [stopIndex, surface] of design.surfaces.entries()) {
      // A trace returns where the ray met the stop only: trace again with each surface as the stop.
      launch(wavefront, centreUMm, v, ray);
      const tracer = tracers?.[stopIndex];
      traceRay(tracer ? { ...traced, tracer } : { ...traced, stopIndex }, ray, false);
      const { stopXMm: x, stopYMm: y } = ray;
      points.push(inLens(surface.vertexMm, surface.placed, [x, y, sagAt(surface, x, y)]));
    }
    points.push(inLens(design.imagePlaneMm, design.imagePlaced, [ray.xMm, ray.yMm, 0]));
    return points;
  });
}

/** Outline of the glass between a surface and the next, with a flat rim. */
function element({ surfaces }: LensDesign, index: number, stroke: number): string {
  const [front, back] = [surfaces[index]!, surfaces[index + 1]!];
  const rim = Math.max(heightOf(front), heightOf(back));
  // A prism has no flat rim.
  const isPrism = front.mirror === true || back.mirror === true;
  const edge = (surface: typeof front, side: number): Point => {
    const height = heightOf(surface);
    const y = side * (isPrism ? height : rim);
    return inLens(surface.vertexMm, surface.placed, [0, y, sagAt(surface, 0, height)]);
  };
  const outline = [
    ...profileOf(front),
    edge(front, 1),
    edge(back, 1),
    ...profileOf(back).reverse(),
    edge(back, -1),
    edge(front, -1),
  ];
  return `<path d="M${outline.map(([z, y]) => `${rounded(z)} ${rounded(-y)}`).join('L')}Z" fill="#dbe9f6" fill-opacity="0.8" stroke="#345" stroke-width="${rounded(stroke)}"/>`;
}

const sagAt = (surface: LensDesign['surfaces'][number], x: number, y: number): number =>
  sagOf(shapeOf(surface), x, y);

/** Where a point of the own frame of a part lies in the drawing. */
function inLens(
  nominalMm: number,
  placed: Placement | undefined,
  point: readonly [x: number, y: number, z: number],
): Point {
  if (!placed) return [nominalMm + point[2], point[1]];
  const [, y, z] = turned(placed.turn, point);
  return [nominalMm + placed.shiftMm[2] + z, placed.shiftMm[1] + y];
}

/** A bar of 1, 2 or 5 times a power of ten mm, at most a third of the drawing's length. */
function scaleBar(
  length: number,
  [left, bottom]: readonly [number, number],
  stroke: number,
  isStraight: boolean,
): string {
  const unit = 10 ** Math.floor(Math.log10(length / 3));
  const bar =
    [5, 2, 1].map((times) => times * unit).find((candidate) => candidate <= length / 3) ?? unit;
  const [from, y] = isStraight ? [0, 0.93 * bottom] : [left + 6 * stroke, bottom - 6 * stroke];
  return `${line(
    [
      [from, -y],
      [from + bar, -y],
    ],
    '#222',
    2 * stroke,
  )}<text x="${rounded(from + bar / 2)}" y="${rounded(y - 4 * stroke)}" font-family="sans-serif" font-size="${rounded(16 * stroke)}" text-anchor="middle" fill="#222">${bar} mm</text>`;
}

const line = (points: readonly Point[], colour: string, width: number, dashes?: string): string =>
  `<polyline points="${points.map(([z, y]) => `${rounded(z)},${rounded(-y)}`).join(' ')}" stroke="${colour}" stroke-width="${rounded(width)}"${dashes ? ` stroke-dasharray="${dashes}"` : ''}/>`;
const rounded = (value: number): number => Number(value.toPrecision(6));
