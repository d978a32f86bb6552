import type { Aperture } from '../optics/ray-trace/apertures.ts';
import { failAt, numberAt, type Statement } from '../text/numbered-lines.ts';
import type { ZemaxFile } from './zemax-file.ts';
import type { ZemaxSurface } from './zemax-surface.ts';

/** A statement inside a SURF block. */
type Command = (statement: Statement, surface: ZemaxSurface, file: ZemaxFile) => void;

/** Keys of surfaces that have no effect on rays. */
const PASSED_OVER =
  'COMM HIDE MIRR SLAB POPS FLAP FIMP PPAR VDSZ COAT MAZH PZUP PIKU PKUP VPAR VCON MEMA OEMA SCOL SSID TCED TOLE LSID BCOT CVTR CUPD THUP PIKS MARG CHIE EDGE OMIT GVTX USAP CHZH DRAW COLR'.split(
    ' ',
  );

/** Numbers that a statement must have, named in sentences. */
function numbersAt(statement: Statement, count: number, surface: ZemaxSurface): number[] {
  const what = `${statement.key} of surface ${surface.number}`;
  return Array.from({ length: count }, (_, i) => numberAt(statement, i, what));
}

/** @throws SimulationError for a size below 0. */
function sizesAt(statement: Statement, count: number, surface: ZemaxSurface): number[] {
  const sizes = numbersAt(statement, count, surface);
  for (const size of sizes)
    if (size < 0)
      failAt(
        statement.line,
        `${statement.key} of surface ${surface.number} must not be less than 0, not ${size}`,
      );
  return sizes;
}

/** An opening or obscuration that is as wide in x as half of it says. */
const halves =
  (kind: 'rectangle' | 'ellipse', obscures: boolean): Command =>
  (statement, surface) => {
    const [halfX, halfY] = sizesAt(statement, 2, surface) as [number, number];
    if (obscures && (halfX === 0 || halfY === 0)) return;
    surface.apertures.push({ kind, halfX, halfY, ...(obscures && { obscures }) });
  };

/** The number of a PARM or XDAT, and its value. */
const numbered =
  (list: 'parameters' | 'extra'): Command =>
  (statement, surface) => {
    const { key, line } = statement;
    const number = numberAt(statement, 0, `the number of a ${key} of surface ${surface.number}`);
    const value = numberAt(statement, 1, `${key} ${number} of surface ${surface.number}`);
    surface[list].set(number, { value, line });
  };

const SPIDER_ARMS = 32;

/** Statements of surfaces that act on rays. */
const ACTING: Readonly<Record<string, Command>> = {
  TYPE: ({ line, words: [type = ''] }, surface) => {
    surface.type = { name: type.toUpperCase(), line };
  },
  CURV: (statement, surface) => {
    surface.curvature = numbersAt(statement, 1, surface)[0]!;
  },
  CONI: (statement, surface) => {
    surface.conic = numbersAt(statement, 1, surface)[0]!;
  },
  DISZ: (statement, surface) => {
    surface.thickness =
      statement.words[0]?.toUpperCase() === 'INFINITY'
        ? Infinity
        : numbersAt(statement, 1, surface)[0]!;
  },
  PARM: numbered('parameters'),
  XDAT: numbered('extra'),
  GLAS: (statement, surface) => {
    if (statement.words[0] === undefined)
      failAt(statement.line, `GLAS of surface ${surface.number} has no name`);
    surface.glass = statement;
  },
  STOP: ({ line }, { number }, file) => {
    if (file.stop && file.stop.number !== number)
      failAt(line, `surface ${number} is the second STOP; surface ${file.stop.number} has one`);
    file.stop = { number, line };
  },
  DIAM: (statement, surface) => {
    const [value] = sizesAt(statement, 1, surface) as [number];
    const isAperture = statement.words[1] === undefined || numberAt(statement, 1, 'DIAM') !== 0;
    surface.size = { value, isAperture };
  },
  CLAP: (statement, surface) => {
    const [inner, outer] = sizesAt(statement, 2, surface) as [number, number];
    surface.clear = { inner, outer };
  },
  OBSC: (statement, surface) => {
    const [inner, outer] = sizesAt(statement, 2, surface) as [number, number];
    if (!(outer > 0)) return;
    const dark: Aperture =
      inner > 0
        ? { kind: 'ring', radius: outer, inner, obscures: true }
        : { kind: 'circle', radius: outer, obscures: true };
    surface.apertures.push(dark);
  },
  SQAP: halves('rectangle', false),
  SQOB: halves('rectangle', true),
  ELAP: halves('ellipse', false),
  ELOB: halves('ellipse', true),
  SPID: (statement, surface) => {
    const [width, arms] = sizesAt(statement, 2, surface) as [number, number];
    if (!Number.isInteger(arms) || arms > SPIDER_ARMS)
      failAt(
        statement.line,
        `SPID of surface ${surface.number} must have up to ${SPIDER_ARMS} arms, not ${arms}`,
      );
    if (width > 0 && arms > 0) surface.apertures.push({ kind: 'spider', width, arms });
  },
  UDAD: polygonLine(false),
  UDAO: polygonLine(true),
  OBDC: (statement, surface) => {
    surface.shift = numbersAt(statement, 2, surface) as [number, number];
  },
  SCBD: (statement, surface) => {
    const numbers = numbersAt(statement, 8, surface);
    const [which, order, mode, dx, dy, a, b, g] = numbers as [number, ...number[]];
    if ((which !== 1 && which !== 2) || (order !== 0 && order !== 1) || !(mode! >= 0))
      failAt(
        statement.line,
        `SCBD of surface ${surface.number} must begin with 1 or 2, and 0 or 1, not ${which} and ${order}`,
      );
    surface.breaks.push({
      isAfter: which === 2,
      order,
      decentre: [dx!, dy!],
      tilt: [a!, b!, g!],
    });
  },
};

/** Points of an aperture, a pair or more a line; 0 names a file instead. */
function polygonLine(obscures: boolean): Command {
  return (statement, surface) => {
    const { line, words } = statement;
    const what = `${statement.key} of surface ${surface.number}`;
    const code = numberAt(statement, 0, what);
    let polygon = surface.points.find((other) => other.obscures === obscures);
    if (!polygon) surface.points.push((polygon = { line, obscures, at: [] }));
    if (code === 0) {
      const file = words[1];
      if (file !== undefined) polygon.file = file;
      return;
    }
    for (let i = 1; i + 1 < words.length; i += 2)
      polygon.at.push([numberAt(statement, i, what), numberAt(statement, i + 1, what)]);
  };
}

/** All statements that are known inside a SURF block. */
export const ZEMAX_SURFACE: Readonly<Record<string, Command | 'passed over'>> = {
  ...Object.fromEntries(PASSED_OVER.map((key) => [key, 'passed over' as const])),
  ...ACTING,
};
