import { domainOf, extentOf } from './axis.ts';
import { drawn, type Drawn } from './drawn.ts';
import type { Panel } from './panels.ts';
import type { PlotArea, Series } from './plot.ts';

/** Colours of wavelengths and fields, from the shortest and from the axis. */
const COLOURS = ['#1f5fbf', '#2a8f3c', '#c8352c', '#b58900', '#a03ca0', '#1a8c8c'];
const colourOf = (index: number): string => COLOURS[index % COLOURS.length]!;
const DASHES = '5 4';
/** Lines for the limit of diffraction, and for another lens behind the curves of this one. */
const [LIMIT, BEFORE] = ['#808794', '#a3a8b1'];

/** Panels of a lens with the curves of another in grey below theirs, panel by panel. */
export const laidOver = (panels: readonly Panel[], before: readonly Panel[]): Panel[] =>
  panels.map((panel, i) => {
    const other = before[i];
    if (!other?.series || !panel.series) return panel;
    const both = (axis: 'x' | 'y') => ({
      ...panel[axis],
      domain: extentOf([...panel[axis].domain, ...other[axis].domain]),
    });
    return {
      ...panel,
      x: both('x'),
      y: both('y'),
      series: [
        ...other.series.map(({ name: _, ...curve }) => ({ ...curve, colour: BEFORE })),
        ...panel.series,
      ],
    };
  });

/** A field, with its direction where surfaces are tilted or decentred. */
interface Field {
  readonly fieldDegrees: number;
  readonly towards?: string;
}

/** Values by place, as a spot has rays of a wavelength. */
interface SpotDiagram extends Field {
  readonly rmsUm: number;
  /** First dark ring of a lens without aberrations. */
  readonly airyRadiusUm: number;
  readonly rays: readonly {
    readonly wavelengthNm: number;
    readonly x: readonly number[];
    readonly y: readonly number[];
  }[];
}

/** Half a side over all values, with some space, and not 0. */
const reachOf = (values: readonly number[]): number => {
  let most = 0;
  for (const value of values) most = Math.max(most, Math.abs(value));
  return Math.max(1e-6, most * 1.05);
};

const degrees = ({ fieldDegrees, towards }: Field): string =>
  `${fieldDegrees.toFixed(1)}°${towards === undefined ? '' : ` ${towards}`}`;

/** Whether the planes along and across a field are the same by symmetry. */
const isAlike = ({ fieldDegrees, towards }: Field): boolean =>
  fieldDegrees === 0 && towards === undefined;

/** Fields by their directions, each with the axis, and what is added to the heading of each. */
function byDirection<One extends Field>(
  fields: readonly One[],
): readonly (readonly [heading: string, fields: readonly One[], direction: string | undefined])[] {
  const directions = [...new Set(fields.map(({ towards }) => towards))];
  return directions.map((direction) => [
    direction === undefined ? '' : `, field towards ${direction}`,
    fields.filter(({ fieldDegrees, towards }) => towards === direction || fieldDegrees === 0),
    direction,
  ]);
}

/** Spot diagrams in one scale, µm, each with its Airy ring, dashed. */
export function spotPanels(spots: readonly SpotDiagram[]): Panel[] {
  const reach = reachOf(
    spots.flatMap(({ rays, airyRadiusUm }) => [
      airyRadiusUm,
      ...rays.flatMap(({ x, y }) => [...x, ...y]),
    ]),
  );
  return spots.map(({ rmsUm, airyRadiusUm, rays, ...field }) => {
    const heading = `${degrees(field)}, RMS ${rmsUm.toPrecision(3)} µm`;
    return {
      description: `Spot diagram at ${heading}`,
      heading,
      isSquare: true,
      x: { title: 'x, µm', domain: [-reach, reach] },
      y: { title: 'y, µm', domain: [-reach, reach] },
      names: 'row at the end',
      marks: ({ x, y }) => [
        drawn('circle', {
          cx: x(0),
          cy: y(0),
          r: x(airyRadiusUm) - x(0),
          stroke: LIMIT,
          fill: 'none',
          'stroke-dasharray': '2 3',
        }),
      ],
      series: rays.map(({ wavelengthNm, x, y }, index) => ({
        name: `${wavelengthNm.toFixed(0)} nm`,
        shape: 'points' as const,
        width: 2,
        colour: colourOf(index),
        points: x.map((value, i) => [value, y[i]!] as const),
      })),
    };
  });
}

interface Fan {
  readonly pupil: readonly number[];
  readonly aberrationUm: readonly number[];
}
interface FieldFans extends Field {
  readonly wavelengths: readonly {
    readonly wavelengthNm: number;
    readonly tangential: Fan;
    readonly sagittal: Fan;
  }[];
}

/** Ray fans in one scale: tangential and sagittal of each field, side by side. */
export function fanPanels(fields: readonly FieldFans[]): Panel[] {
  const fans = fields.flatMap(({ wavelengths }) =>
    wavelengths.flatMap(({ tangential, sagittal }) => [tangential, sagittal]),
  );
  const reach = reachOf(fans.flatMap(({ aberrationUm }) => aberrationUm));
  return fields.flatMap(({ wavelengths, ...field }) =>
    (['tangential', 'sagittal'] as const).map((plane) => ({
      description: `Ray fan at ${degrees(field)}, ${plane}`,
      heading: `${degrees(field)}, ${plane}`,
      x: { title: 'place in the stop', domain: [-1, 1] as const, ticks: 5, hasGrid: true },
      y: { title: 'µm', domain: [-reach, reach] as const },
      names: 'row at the end' as const,
      series: wavelengths.map(({ wavelengthNm, [plane]: fan }, index) => ({
        name: `${wavelengthNm.toFixed(0)} nm`,
        colour: colourOf(index),
        points: fan.pupil.map((place, i) => [place, fan.aberrationUm[i]!] as const),
      })),
    })),
  );
}

interface FieldCurve extends Field {
  readonly distortionPercent: number;
  readonly relativeIllumination: number;
  readonly chiefRayAngleDegrees: number;
}

const overField = (
  fields: readonly FieldCurve[],
  [heading, unit]: readonly [heading: string, unit: string],
  valueOf: (field: FieldCurve) => number,
): Panel => ({
  description: `${heading} over the field`,
  heading,
  x: { title: 'field, °', domain: [0, fields.at(-1)!.fieldDegrees] },
  y: { title: unit, domain: domainOf(fields.map(valueOf), { including: 0, isNice: true }) },
  ...(fields.some(({ towards }) => towards !== undefined) && { names: 'at the ends' as const }),
  series: [...new Set(fields.map(({ towards }) => towards))].map((direction, index) => ({
    ...(direction !== undefined && { name: direction }),
    colour: colourOf(index),
    points: fields
      .filter(({ towards }) => towards === direction)
      .map((one) => [one.fieldDegrees, valueOf(one)] as const),
  })),
});

/**
 * Scale of the image at the axis over f·tan(field), minus 1, %: what the sensor's place and colour
 * do to all fields alike. From the two fields nearest to the axis: distortion begins with tan².
 */
function scalePercent(fields: readonly FieldCurve[]): number {
  const near = fields
    .filter(({ fieldDegrees }) => fieldDegrees > 0)
    .slice(0, 2)
    .map(({ fieldDegrees, distortionPercent }) => ({
      square: Math.tan((fieldDegrees * Math.PI) / 180) ** 2,
      distortionPercent,
    }));
  const [one, other] = near;
  return one && other
    ? (one.distortionPercent * other.square - other.distortionPercent * one.square) /
        (other.square - one.square)
    : 0;
}

/** Distortion against the paraxial image, and against the scale of the image at the axis. */
function distortionPanel(all: readonly FieldCurve[]): Panel {
  const series = byDirection(all).flatMap(([, fields, direction], index): Series[] => {
    const scale = 1 + scalePercent(fields) / 100;
    const where = direction === undefined ? '' : `, ${direction}`;
    return [
      {
        name: `f·tan${where}`,
        colour: colourOf(index),
        points: fields.map((one) => [one.fieldDegrees, one.distortionPercent] as const),
      },
      {
        name: `small field${where}`,
        colour: colourOf(index),
        dashes: DASHES,
        points: fields.map(
          (one) =>
            [
              one.fieldDegrees,
              one.fieldDegrees === 0 ? 0 : 100 * ((1 + one.distortionPercent / 100) / scale - 1),
            ] as const,
        ),
      },
    ];
  });
  return {
    description:
      'Distortion over the field, against f·tan(field) and, dashed, against the scale of the smallest fields',
    heading: 'Distortion against f·tan(field); dashed: small-field scale',
    x: { title: 'field, °', domain: [0, all.at(-1)!.fieldDegrees] },
    y: {
      title: '%',
      domain: domainOf(
        series.flatMap(({ points }) => points.map(([, percent]) => percent)),
        { including: 0, isNice: true },
      ),
    },
    names: 'at the ends',
    series,
  };
}

/** Field curvature by wavelength, and distortion. */
export function curvaturePanels(
  curves: readonly {
    readonly wavelengthNm: number;
    readonly foci: readonly (Field & {
      readonly tangentialMm: number;
      readonly sagittalMm: number;
    })[];
  }[],
  fields: readonly FieldCurve[],
): Panel[] {
  const foci = curves.flatMap((curve) => curve.foci);
  return [
    ...byDirection(foci).map(([where, , direction]): Panel => ({
      description: `Foci of thin pencils over the field${where}`,
      heading: `Field curvature${where}`,
      x: { title: 'field, °', domain: [0, foci.at(-1)!.fieldDegrees] },
      y: {
        title: 'focus behind the sensor, mm',
        domain: domainOf(
          foci.flatMap(({ tangentialMm, sagittalMm }) => [tangentialMm, sagittalMm]),
          { including: 0, isNice: true },
        ),
      },
      names: 'at the ends',
      series: curves.flatMap(({ wavelengthNm, foci: places }, index): Series[] =>
        (['tangentialMm', 'sagittalMm'] as const).map((key) => ({
          name: `${key[0]!.toUpperCase()} ${wavelengthNm.toFixed(0)}`,
          colour: colourOf(index),
          ...(key === 'sagittalMm' && { dashes: DASHES }),
          points: places
            .filter(({ towards }) => towards === direction)
            .map((place) => [place.fieldDegrees, place[key]] as const),
        })),
      ),
    })),
    distortionPanel(fields),
  ];
}

/** Relative illumination and chief-ray angle. */
export const lightPanels = (fields: readonly FieldCurve[]): Panel[] => [
  overField(fields, ['Relative illumination', '%'], (field) => 100 * field.relativeIllumination),
  overField(fields, ['Chief-ray angle', '°'], (field) => field.chiefRayAngleDegrees),
];

/** Lateral colour against the middle wavelength. */
export const colourPanels = ({
  wavelengths,
  fields: all,
}: {
  readonly wavelengths: readonly number[];
  readonly fields: readonly (Field & { readonly shiftsUm: readonly number[] })[];
}): Panel[] =>
  byDirection(all).map(([where, fields]) => ({
    description: `Lateral colour over the field${where}`,
    heading: `Lateral colour${where}`,
    x: { title: 'field, °', domain: [0, fields.at(-1)!.fieldDegrees] },
    y: {
      title: 'µm',
      domain: domainOf(
        all.flatMap(({ shiftsUm }) => shiftsUm),
        { including: 0, isNice: true },
      ),
    },
    names: 'at the ends',
    series: wavelengths.map((wavelength, index) => ({
      name: `${wavelength.toFixed(0)} nm`,
      colour: colourOf(index),
      points: fields.map(({ fieldDegrees, shiftsUm }) => [fieldDegrees, shiftsUm[index]!] as const),
    })),
  }));

/** Defocus against temperature by the housing, and a quarter wave to both sides, dotted. */
export const heatPanels = ({
  celsius,
  housings,
  quarterWaveUm,
}: {
  readonly celsius: readonly number[];
  readonly housings: readonly { readonly name: string; readonly defocusUm: readonly number[] }[];
  readonly quarterWaveUm: number;
}): Panel[] => {
  const ends = [celsius[0]!, celsius.at(-1)!] as const;
  return [
    {
      description: `Defocus from ${ends[0]} to ${ends[1]} °C`,
      heading: 'Defocus in a housing of',
      x: { title: '°C', domain: ends },
      y: {
        title: 'µm',
        domain: domainOf(
          housings.flatMap(({ defocusUm }) => defocusUm),
          { including: 0, isNice: true },
        ),
      },
      names: 'at the ends',
      series: [
        ...[-quarterWaveUm, quarterWaveUm].map((value) => ({
          colour: LIMIT,
          dashes: DASHES,
          points: ends.map((at) => [at, value] as const),
        })),
        ...housings.map(({ name, defocusUm }, index) => ({
          name,
          colour: colourOf(index),
          points: defocusUm.map((value, i) => [celsius[i]!, value] as const),
        })),
      ],
    },
  ];
};

/** Modulation by field, tangential solid and sagittal dashed, and the diffraction limit, dotted. */
export function modulationPanels(
  all: readonly (Field & {
    readonly frequencies: readonly number[];
    readonly tangential: readonly number[];
    readonly sagittal: readonly number[];
    readonly diffraction: readonly number[];
  })[],
): Panel[] {
  const [{ frequencies, diffraction }] = all as [(typeof all)[0]];
  const pointsOf = (values: readonly number[]) =>
    values.map((value, i) => [frequencies[i]!, value] as const);
  return byDirection(all).map(([where, fields]) => ({
    description: `Modulation over the frequency${where}`,
    heading: `MTF${where}`,
    x: { title: 'lp/mm', domain: [0, frequencies.at(-1)!] },
    y: { title: 'modulation', domain: [0, 1] },
    names: 'at the ends',
    series: [
      { name: 'limit', colour: LIMIT, dashes: '2 3', points: pointsOf(diffraction) },
      ...fields.flatMap(({ tangential, sagittal, ...field }, index): Series[] => [
        {
          name: `${degrees(field)} T`,
          colour: colourOf(index),
          points: pointsOf(tangential),
        },
        ...(isAlike(field)
          ? []
          : [
              {
                name: `${degrees(field)} S`,
                colour: colourOf(index),
                dashes: DASHES,
                points: pointsOf(sagittal),
              },
            ]),
      ]),
    ],
  }));
}

/** Modulation of each field as the sensor moves. */
export function throughFocusPanels(
  all: readonly (Field & {
    readonly shiftUm: number;
    readonly frequencies: readonly number[];
    readonly tangential: readonly number[];
    readonly sagittal: readonly number[];
  })[],
): Panel[] {
  const shifts = all.map(({ shiftUm }) => shiftUm);
  return byDirection(all).map(([where, places]) => ({
    description: `Modulation through focus${where}`,
    heading: `Through focus, ${places[0]!.frequencies[0]} lp/mm${where}`,
    x: {
      title: 'sensor away from the lens, µm',
      domain: [Math.min(...shifts), Math.max(...shifts)],
    },
    y: { title: 'modulation', domain: [0, 1] },
    names: 'at the ends',
    series: [...new Set(places.map(degrees))].flatMap((field, index): Series[] => {
      const ofField = places.filter((place) => degrees(place) === field);
      const planes = (['tangential', 'sagittal'] as const).slice(0, isAlike(ofField[0]!) ? 1 : 2);
      return planes.map((plane) => ({
        name: `${field} ${plane === 'tangential' ? 'T' : 'S'}`,
        colour: colourOf(index),
        ...(plane === 'sagittal' && { dashes: DASHES }),
        points: ofField.map((place) => [place.shiftUm, place[plane][0]!] as const),
      }));
    }),
  }));
}

interface WavefrontMap extends Field {
  readonly rmsWaves: number;
  readonly peakToValleyWaves: number;
  readonly reachMm: number;
  readonly waves: readonly (readonly (number | null)[])[];
}

/** Steps of the colours of a map. */
const LEVELS = 24;

/** Wavefront maps in one scale of colour: blue early, white as the chief ray, red late. */
export function wavefrontPanels(maps: readonly WavefrontMap[]): Panel[] {
  const known = maps.flatMap(({ waves }) => waves.flat().filter((value) => value !== null));
  const reach = reachOf(known);
  return maps.map((map) => {
    const [field, rms] = [degrees(map), map.rmsWaves.toFixed(3)];
    const range = map.peakToValleyWaves.toFixed(2);
    const side = map.reachMm * (1 + 1 / (map.waves.length - 1));
    return {
      description: `Wavefront at ${field}, RMS ${rms}, peak to valley ${range} waves`,
      heading: `${field}, RMS ${rms} λ, PV ${range} λ`,
      isSquare: true,
      x: {
        title: `across, mm; full colour ${reach.toPrecision(2)} λ`,
        domain: [-side, side],
      },
      y: { title: 'along the field, mm', domain: [-side, side] },
      marks: (frame: PlotArea) => cellsOf(map.waves, reach, frame),
    };
  });
}

/** The cells of a map, a path for each colour. */
function cellsOf(waves: WavefrontMap['waves'], reach: number, frame: PlotArea): Drawn[] {
  const count = waves.length;
  const cell = (frame.right - frame.left) / count;
  const paths = new Map<number, string>();
  const p = (value: number): number => Math.round(value * 100) / 100;
  for (const [row, values] of waves.entries())
    for (const [column, value] of values.entries()) {
      if (value === null) continue;
      const level = Math.round(((value / reach + 1) / 2) * LEVELS);
      const [x, y] = [frame.left + column * cell, frame.bottom - (row + 1) * cell];
      paths.set(
        level,
        `${paths.get(level) ?? ''}M${p(x)} ${p(y)}h${p(cell)}v${p(cell)}h${p(-cell)}z`,
      );
    }
  const ground = { x: frame.left, y: frame.top, width: cell * count, height: cell * count };
  return [
    drawn('rect', { ...ground, fill: '#e8ebf0' }),
    ...[...paths].map(([level, d]) =>
      drawn('path', {
        d,
        fill: mapColour((2 * level) / LEVELS - 1),
        'shape-rendering': 'crispEdges',
      }),
    ),
  ];
}

/** From blue over white to red, for −1 to 1. */
function mapColour(share: number): string {
  const [red, green, blue] = share < 0 ? [31, 95, 191] : [200, 53, 44];
  const mixed = (channel: number): number => Math.round(255 + (channel - 255) * Math.abs(share));
  return `rgb(${mixed(red)},${mixed(green)},${mixed(blue)})`;
}
