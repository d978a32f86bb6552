import { failAt } from '../text/numbered-lines.ts';
import { converted, type DraftShape, type DraftSurface } from './lens-draft.ts';
import {
  extraList,
  extraOf,
  normRadiusOf,
  parameterOf,
  refuseOthers,
  type ZemaxSurface,
} from './zemax-surface.ts';

/** What a TYPE adds to the sphere or conic of a surface. */
type Added = Partial<
  Pick<DraftSurface, 'own' | 'thin' | 'phase' | 'tilt' | 'decentre'> & {
    aspheric: readonly number[];
  }
>;
type TypeReader = (surface: ZemaxSurface, unitMm: number) => Added;

/** Most coefficients of r², r⁴, … and of the kinds that have their own. */
const MOST_EVEN = 20;
const MOST_ODD = 40;
const MOST_Q = 30;
const MOST_FRINGE = 37;
const MOST_NOLL = 231;
const MOST_PHASE = 30;
const MOST_DEGREE = 20;
const PARAMETERS_EVEN = 8;

const isFirst =
  (last: number, first = 1) =>
  (number: number): boolean =>
    number >= first && number <= last;

/** The coefficients of r^(step·i) of PARMs from `first` on, for lengths in mm. */
function powers(
  surface: ZemaxSurface,
  { first, count, step }: { readonly first: number; readonly count: number; readonly step: 1 | 2 },
  unitMm: number,
): readonly number[] {
  const list = Array.from({ length: count }, (_, i) =>
    converted(parameterOf(surface, first + i) * unitMm ** (1 - step * (i + 1))),
  );
  while (list.length > 0 && list.at(-1) === 0) list.pop();
  return list;
}

const EVEN = { first: 1, count: PARAMETERS_EVEN, step: 2 } as const;
const even = (surface: ZemaxSurface, unitMm: number): readonly number[] =>
  powers(surface, EVEN, unitMm);

/** The coefficients a of u^(step·i), u = r/R, of XDAT as those of powers of r in mm. */
function extraPowers(
  surface: ZemaxSurface,
  step: 1 | 2,
  most: number,
  unitMm: number,
): readonly number[] {
  const list = extraList(surface, [1, 3], most);
  if (list.length === 0) return [];
  const norm = normRadiusOf(surface, 2) * unitMm;
  return list.map((value, i) => converted((value * unitMm) / norm ** (step * (i + 1))));
}

function zernike(numbering: 'fringe' | 'noll', most: number): TypeReader {
  return (surface, unitMm) => {
    refuseOthers(
      surface,
      isFirst(PARAMETERS_EVEN, 0),
      'a Zernike surface has PARM 1 to 8, the coefficients of r² to r¹⁶',
    );
    const coefficients = extraList(surface, [1, 3], most).map((a) => converted(a * unitMm));
    return {
      aspheric: even(surface, unitMm),
      ...(coefficients.length > 0 && {
        own: {
          kind: 'zernike',
          numbering,
          normRadius: converted(normRadiusOf(surface, 2) * unitMm),
          coefficients,
        },
      }),
    };
  };
}

/** Powers of x and y in the order of an extended polynomial: x, y, x², xy, y², x³, … */
function polynomialPowers(term: number): readonly [i: number, j: number] {
  let degree = 1;
  let before = 0;
  while (before + degree + 1 <= term) {
    before += degree + 1;
    degree += 1;
  }
  const j = term - before;
  return [degree - j, j];
}

function polynomial(surface: ZemaxSurface, unitMm: number): Added {
  const list = extraList(surface, [1, 3], (MOST_DEGREE * (MOST_DEGREE + 3)) / 2);
  if (list.length === 0) return {};
  const terms = list.flatMap((value, term) =>
    value === 0 ? [] : [[...polynomialPowers(term), converted(value * unitMm)]],
  );
  return { own: { kind: 'xy', normRadius: converted(normRadiusOf(surface, 2) * unitMm), terms } };
}

function forbes(surface: ZemaxSurface, unitMm: number): Added {
  const type = extraOf(surface, 1);
  if (type !== 0 && type !== 1)
    failAt(
      surface.extra.get(1)!.line,
      `XDAT 1 of surface ${surface.number}, the type of Q polynomials, must be 0 or 1, not ${type}`,
    );
  const coefficients = extraList(surface, [2, 4], MOST_Q).map((a) => converted(a * unitMm));
  if (coefficients.length === 0) return {};
  const normRadius = converted(normRadiusOf(surface, 3) * unitMm);
  return { own: { kind: type === 0 ? 'qbfs' : 'qcon', normRadius, coefficients } };
}

function toroid(surface: ZemaxSurface, unitMm: number): Added {
  if (
    extraOf(surface, 1) > 0 &&
    [...surface.extra].some(([at, { value }]) => at > 2 && value !== 0)
  )
    failAt(
      surface.extra.get(1)!.line,
      `surface ${surface.number} is a toroid with Zernike terms (XDAT), which are not traced`,
    );
  refuseOthers(
    surface,
    isFirst(PARAMETERS_EVEN, 0),
    'a toroid has PARM 1, its radius of rotation, and 2 to 8, the coefficients of y² to y¹⁴',
  );
  const radius = parameterOf(surface, 1);
  const coefficients = powers(surface, { first: 2, count: PARAMETERS_EVEN - 1, step: 2 }, unitMm);
  const radiusX = radius === 0 ? null : converted(radius * unitMm);
  return { own: { kind: 'toroid', radiusX, coefficients } };
}

function biconic(surface: ZemaxSurface, unitMm: number): Added {
  const radius = parameterOf(surface, 1);
  const own: DraftShape = {
    kind: 'biconic',
    radiusX: radius === 0 ? null : converted(radius * unitMm),
    conicX: parameterOf(surface, 2),
  };
  return { own };
}

function paraxial(surface: ZemaxSurface, focalLength: number, unitMm: number): Added {
  if (!(focalLength !== 0 && Number.isFinite(focalLength)))
    failAt(surface.line, `surface ${surface.number}, a thin lens, must have a focal length`);
  return { thin: { focalLengthMm: converted(focalLength * unitMm) } };
}

function kinoform(surface: ZemaxSurface, unitMm: number): Added {
  const coefficients = extraList(surface, [1, 3], MOST_PHASE);
  if (coefficients.length === 0) return { aspheric: even(surface, unitMm) };
  return {
    aspheric: even(surface, unitMm),
    phase: {
      kind: 'radial',
      order: parameterOf(surface, 0) || 1,
      normRadius: converted(normRadiusOf(surface, 2) * unitMm),
      coefficients,
    },
  };
}

function irregular(surface: ZemaxSurface, unitMm: number): Added {
  refuseOthers(
    surface,
    isFirst(4, 0),
    'an irregular surface is read with decentre and tilt, PARM 1 to 4, alone',
  );
  const [x, y, a, b] = [1, 2, 3, 4].map((number) => parameterOf(surface, number)) as [
    number,
    number,
    number,
    number,
  ];
  return {
    ...((x !== 0 || y !== 0) && {
      decentre: [converted(x * unitMm), converted(y * unitMm), 0] as const,
    }),
    ...((a !== 0 || b !== 0) && { tilt: [a, b, 0] as const }),
  };
}

/** Types of surfaces that are read (docs/own-files.md#surfaces-of-zemax-files). */
export const TYPES: Readonly<Record<string, TypeReader>> = {
  STANDARD: () => ({}),
  COORDBRK: () => ({}),
  EVENASPH: (surface, unitMm) => {
    refuseOthers(
      surface,
      isFirst(PARAMETERS_EVEN, 0),
      'an even asphere has PARM 1 to 8, the coefficients of r² to r¹⁶',
    );
    return { aspheric: even(surface, unitMm) };
  },
  XASPHERE: (surface, unitMm) => ({ aspheric: extraPowers(surface, 2, MOST_EVEN, unitMm) }),
  ODDASPHE: (surface, unitMm) => {
    refuseOthers(
      surface,
      isFirst(PARAMETERS_EVEN, 0),
      'an odd asphere has PARM 1 to 8, the coefficients of r to r⁸',
    );
    return odd(powers(surface, { first: 1, count: PARAMETERS_EVEN, step: 1 }, unitMm));
  },
  XODDASPH: (surface, unitMm) => odd(extraPowers(surface, 1, MOST_ODD, unitMm)),
  BICONICX: biconic,
  TOROIDAL: toroid,
  XPOLYNOM: polynomial,
  FZERNSAG: zernike('fringe', MOST_FRINGE),
  SZERNSAG: zernike('noll', MOST_NOLL),
  QED_TYPE: forbes,
  IRREGULA: irregular,
  TILTSURF: (surface) => ({
    own: {
      kind: 'xy',
      normRadius: 1,
      terms: [
        [1, 0, parameterOf(surface, 1)],
        [0, 1, parameterOf(surface, 2)],
      ],
    },
  }),
  BINARY_2: kinoform,
  DGRATING: (surface) => ({
    phase: {
      kind: 'grating',
      linesPerMicrometre: parameterOf(surface, 1),
      order: parameterOf(surface, 2),
    },
  }),
  PARAXIAL: (surface, unitMm) => paraxial(surface, parameterOf(surface, 1), unitMm),
  PARAX_XY: (surface, unitMm) => {
    const [x, y] = [parameterOf(surface, 1), parameterOf(surface, 2)];
    if (x !== y)
      failAt(
        surface.line,
        `surface ${surface.number} is a thin lens with the powers ${x} and ${y} (PARAX_XY); only equal ones are traced`,
      );
    return paraxial(surface, 1 / x, unitMm);
  },
};

const odd = (coefficients: readonly number[]): Added =>
  coefficients.length === 0 ? {} : { own: { kind: 'odd', coefficients } };

/** Types that are refused by what they are; a # stands for a digit. */
const REFUSED: readonly (readonly [pattern: RegExp, words: string])[] = [
  [/^BINARY_[13]$/, 'a diffractive surface whose phase is no series of even powers'],
  [/^FZERNPHA$/, 'a diffractive surface with Zernike terms'],
  [/^HOLOGRM/, 'a hologram'],
  [/^GRIN/, 'a gradient index'],
  [/^USERSURF$/, 'a surface computed by a program of its own'],
  [/^BIRE/, 'a birefringent crystal'],
  [/^JONESMAT$/, 'a polariser'],
  [/^GRID_SAG$/, 'a surface given on a grid'],
  [/^FRESNELS$/, 'a Fresnel lens'],
  [/^TOROGRAT$/, 'a grating on a toroid'],
  [/^NONSEQCO$/, 'a group of non-sequential components'],
];

/** @throws SimulationError for a type that is not traced. */
export function readerOfType({ number, type: { name, line } }: ZemaxSurface): TypeReader {
  const reader = Object.hasOwn(TYPES, name) ? TYPES[name] : undefined;
  if (reader) return reader;
  if (/^GRIN/.test(name))
    return failAt(
      line,
      `surface ${number} has a gradient index (${name}): rays are bent inside the glass, which is not traced`,
    );
  const words = REFUSED.find(([pattern]) => pattern.test(name))?.[1];
  return failAt(
    line,
    `surface ${number} is of TYPE ${name.slice(0, 40)}${words ? ` (${words})` : ''}, which is not traced; ${Object.keys(TYPES).join(', ')} are`,
  );
}
