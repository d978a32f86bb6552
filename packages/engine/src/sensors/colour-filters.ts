import type { Receptors } from '../optics/lens.ts';
import { WAVELENGTHS, type Spectrum } from '../quantities/wavelengths.ts';
import { BAYER_ORDERS, type BayerOrder } from './bayer/descriptor.ts';
import { QUANTUM_EFFICIENCY } from './bayer/quantum-efficiency.ts';

/**
 * Colours of filters, by their letters in a tile. White is a pixel without a colour filter, which
 * data sheets call clear or panchromatic; infrared is one whose filter passes that alone.
 */
export const FILTER_COLOURS = {
  r: 'red',
  g: 'green',
  b: 'blue',
  c: 'cyan',
  m: 'magenta',
  y: 'yellow',
  w: 'white',
  i: 'infrared',
} as const;
type Letter = keyof typeof FILTER_COLOURS;
export type FilterColour = (typeof FILTER_COLOURS)[Letter];

/** Rows of the smallest tile that repeats over a colour filter array, one letter per pixel. */
export type FilterTile = readonly string[];

const rowsOf = (order: BayerOrder): FilterTile => [order.slice(0, 2), order.slice(2)];

/** Tiles by the names that data sheets use. */
export const NAMED_TILES: Readonly<Record<string, FilterTile>> = {
  ...Object.fromEntries(BAYER_ORDERS.map((order) => [order, rowsOf(order)])),
  mono: ['w'],
  quad: ['rrgg', 'rrgg', 'ggbb', 'ggbb'],
  rccb: ['rw', 'wb'],
  rgbir: ['bgrg', 'gigi', 'rgbg', 'gigi'],
  rgbw: ['rg', 'bw'],
  ryycy: ['ry', 'yc'],
};

/** Largest side of a tile, pixels. */
const LARGEST_TILE = 8;

/** Whether rows of letters are a tile. */
export const isTile = (rows: unknown): rows is FilterTile =>
  Array.isArray(rows) &&
  rows.length > 0 &&
  rows.length <= LARGEST_TILE &&
  rows.every(
    (row) =>
      typeof row === 'string' &&
      row.length > 0 &&
      row.length <= LARGEST_TILE &&
      row.length === (rows[0] as string).length &&
      /^[rgbcmywi]+$/.test(row),
  );

/** The Bayer order that a tile is; undefined for any other. */
export const bayerOrderOf = (tile: FilterTile): BayerOrder | undefined =>
  tile.every((row) => row.length === 2)
    ? BAYER_ORDERS.find((order) => order === tile.join(''))
    : undefined;

/** The colour filter array of a sensor: a Bayer order, or else a tile. */
export interface ColourFilters {
  /** Absent for any other array than Bayer's. */
  readonly order?: BayerOrder | undefined;
  /** Absent for a Bayer array. */
  readonly tile?: FilterTile | undefined;
}

/** The colours of a colour filter array and where they are. */
export interface Mosaic {
  /** In the order of `FILTER_COLOURS`, so red, green, blue of a Bayer array. */
  readonly channels: readonly FilterColour[];
  readonly layout: Receptors['layout'];
}

export function mosaicOf({ order, tile }: ColourFilters): Mosaic {
  const rows = tile ?? rowsOf(order!);
  const letters = Object.keys(FILTER_COLOURS).filter((letter) =>
    rows.some((row) => row.includes(letter)),
  );
  return {
    channels: letters.map((letter) => FILTER_COLOURS[letter as Letter]),
    layout: rows.map((row) => Array.from(row, (letter) => letters.indexOf(letter))),
  };
}

/** The colours of the reference sensor, as indices, that each filter passes. */
const PASSED: Readonly<Record<FilterColour, readonly number[]>> = {
  red: [0],
  green: [1],
  blue: [2],
  cyan: [1, 2],
  magenta: [0, 2],
  yellow: [0, 1],
  white: [0, 1, 2],
  infrared: [],
};

/**
 * The quantum efficiency of a filter where none is given: the largest of those of the reference
 * sensor's colours that the filter passes. Our own choice.
 */
export const defaultEfficiency = (colour: FilterColour): Spectrum =>
  Float64Array.from(WAVELENGTHS, (_, band) =>
    Math.max(0, ...PASSED[colour].map((channel) => QUANTUM_EFFICIENCY[channel]![band]!)),
  );

/**
 * Index of the channel whose signal stands for the brightness of a picture: green, else white, else
 * yellow, else the first.
 */
export const brightnessChannel = (channels: readonly FilterColour[]): number =>
  Math.max(
    0,
    (['green', 'white', 'yellow'] as const)
      .map((colour) => channels.indexOf(colour))
      .find((channel) => channel >= 0) ?? 0,
  );
