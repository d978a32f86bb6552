import { failAt, numberAt, type Statement } from '../text/numbered-lines.ts';
import type { CodeVAperture, CodeVFile, CodeVSurface } from './code-v-file.ts';
import type { Decentre } from './decentre.ts';
import { lengthAt } from './code-v-file.ts';
import { glassOfWord } from './code-v-glass.ts';
import { DISTANT_MM, converted, radiusOf, type DraftSurface } from './lens-draft.ts';

/** A command about a surface. */
type Command = (statement: Statement, surface: CodeVSurface, file: CodeVFile) => void;

const what = ({ key }: Statement, { part }: CodeVSurface): string =>
  `${key} of surface ${part.number}`;

/** A radius of the file as one of ours, mm. */
export function radiusMmOf(value: number, unitMm: number): number | null {
  return value === 0 || Math.abs(value) >= DISTANT_MM ? null : converted(value * unitMm);
}

const radius =
  (set: (surface: CodeVSurface, radiusMm: number | null) => void): Command =>
  (statement, surface, { unitMm }) => {
    set(surface, radiusMmOf(lengthAt(statement, 0, what(statement, surface)), unitMm));
  };
const curvature =
  (set: (surface: CodeVSurface, radiusMm: number | null) => void): Command =>
  (statement, surface, { unitMm }) => {
    set(surface, radiusOf(numberAt(statement, 0, what(statement, surface)) / unitMm));
  };
const setRadius = ({ part }: CodeVSurface, radiusMm: number | null): void => {
  part.shape = { ...part.shape, radius: radiusMm };
};
const setRadiusX = (surface: CodeVSurface, radiusMm: number | null): void => {
  surface.radiusX = radiusMm;
};

const NO_DECENTRE = (): Decentre => ({ shift: [0, 0, 0], turn: [0, 0, 0], mode: 'stays' });

const decentre =
  (list: 'shift' | 'turn', axis: 0 | 1 | 2): Command =>
  (statement, surface, { unitMm }) => {
    const value = numberAt(statement, 0, what(statement, surface));
    surface.decentre ??= NO_DECENTRE();
    surface.decentre[list][axis] = list === 'shift' ? converted(value * unitMm) : value;
  };
const mode =
  (name: Decentre['mode']): Command =>
  (_, surface) => {
    surface.decentre ??= NO_DECENTRE();
    surface.decentre.mode = name;
  };

/** Powers of r of the coefficients by their letters: A to J without I, then AA. */
export const LETTERS = ['A', 'B', 'C', 'D', 'E', 'F', 'G', 'H', 'J', 'AA'];

const coefficient =
  (place: number): Command =>
  (statement, surface, { unitMm }) => {
    const value = numberAt(statement, 0, what(statement, surface));
    const power = 4 + 2 * place;
    while (surface.coefficients.length <= place) surface.coefficients.push(0);
    surface.coefficients[place] = value * unitMm ** (1 - power);
  };

/** What an aperture command gives, mm or degrees. */
const aperture =
  (set: (aperture: CodeVAperture, value: number) => void, isLength = true): Command =>
  (statement, surface, { unitMm }) => {
    const { line, words } = statement;
    const isNamed = (word: string): boolean => /^['"A-Z]/i.test(word);
    const names = words.filter(isNamed);
    const last = words.findIndex((word) => !isNamed(word));
    if (names.some((name) => /^EDG$/i.test(name))) return;
    const unknown = names.find((name) => !/^(OBS|HOL|L|['"].*['"])$/i.test(name));
    if (unknown !== undefined || last < 0)
      failAt(
        line,
        `${what(statement, surface)} is an aperture that is not traced; a circle (CIR radius), a rectangle or an ellipse is`,
      );
    const value = numberAt(statement, last, what(statement, surface));
    const obscures = names.some((name) => /^(OBS|HOL)$/i.test(name));
    const label = names.filter((name) => !/^(OBS|HOL)$/i.test(name)).join(' ');
    let one = surface.apertures.find(
      (other) => other.obscures === obscures && other.label === label,
    );
    if (!one) {
      one = { line, label, obscures, isEllipse: false, shiftX: 0, shiftY: 0, turn: 0 };
      surface.apertures.push(one);
    }
    set(one, isLength ? value * unitMm : value);
  };

const positive = (value: number, line: number): number =>
  value > 0 ? value : failAt(line, `an aperture must be more than 0, not ${value}`);

/** Commands about surfaces that are read. */
export const CODE_V_SURFACE: Readonly<Record<string, Command>> = {
  SPH: () => undefined,
  CON: (_, surface) => {
    surface.kind = 'sphere';
  },
  ASP: (_, surface) => {
    surface.kind = 'asphere';
  },
  CYL: (_, surface) => {
    surface.kind = 'toroid';
  },
  YTO: (_, surface) => {
    surface.kind = 'toroid';
  },
  STO: ({ line }, { part: { number } }, file) => {
    if (file.stop !== undefined && file.stop !== number)
      failAt(line, `surface ${number} is the second stop; surface ${file.stop} is one`);
    file.stop = number;
  },
  STOP: (statement, surface, file) => {
    CODE_V_SURFACE['STO']!(statement, surface, file);
  },
  K: (statement, surface) => {
    surface.conic = numberAt(statement, 0, what(statement, surface));
  },
  ...Object.fromEntries(LETTERS.map((letter, place) => [letter, coefficient(place)])),
  RDY: radius(setRadius),
  CUY: curvature(setRadius),
  RDX: radius(setRadiusX),
  CUX: curvature(setRadiusX),
  CUF: (statement, surface) => {
    if (numberAt(statement, 0, what(statement, surface)) !== 0)
      failAt(
        statement.line,
        `surface ${surface.part.number} is a Fresnel surface (CUF), whose facets break the wavefront: it is not traced`,
      );
  },
  THI: (statement, { part }, { unitMm }) => {
    const [word = ''] = statement.words;
    // A solve, whose result stands in the S command.
    if (/^[A-Z]/i.test(word) && !/^inf/i.test(word) && part.thicknessMm !== undefined) return;
    const value = lengthAt(statement, 0, `THI of surface ${part.number}`);
    part.thicknessMm = value * unitMm;
  },
  GLA: ({ words, line }, { part }, { privateGlasses }) => {
    setGlass(part, words[0], line, privateGlasses);
  },
  RET: (statement, { part }) => {
    const [, number] = /^S(\d+)$/i.exec(statement.words[0] ?? '') ?? [];
    if (number === undefined || Number(number) >= part.number || Number(number) < 1)
      failAt(statement.line, `RET of surface ${part.number} must name an earlier surface (RET S1)`);
    part.returnTo = Number(number);
  },
  XDE: decentre('shift', 0),
  YDE: decentre('shift', 1),
  ZDE: decentre('shift', 2),
  ADE: decentre('turn', 0),
  BDE: decentre('turn', 1),
  CDE: decentre('turn', 2),
  DAR: mode('DAR'),
  BEN: mode('BEN'),
  REV: mode('REV'),
  CIR: aperture((one, value) => {
    one.circle = positive(value, one.line);
  }),
  REX: aperture((one, value) => {
    one.x = positive(value, one.line);
  }),
  REY: aperture((one, value) => {
    one.y = positive(value, one.line);
  }),
  ELX: aperture((one, value) => {
    one.x = positive(value, one.line);
    one.isEllipse = true;
  }),
  ELY: aperture((one, value) => {
    one.y = positive(value, one.line);
    one.isEllipse = true;
  }),
  ADX: aperture((one, value) => {
    one.shiftX = value;
  }),
  ADY: aperture((one, value) => {
    one.shiftY = value;
  }),
  ARO: aperture((one, value) => {
    one.turn = value;
  }, false),
};

/** Commands about surfaces whose numbers were not tried. */
export const REFUSED_SURFACE: Readonly<Record<string, string>> = {
  XTO: 'a toroid about the other axis',
  AAS: 'an anamorphic asphere',
  SPS: 'a special surface',
  DIF: 'a diffractive surface',
  GRT: 'a grating',
  UDS: 'a surface computed by a program of its own',
  GLB: 'decentres are read from surface to surface alone',
  THO: 'decentres are read from surface to surface alone',
  XOD: 'decentres are read from surface to surface alone',
  YOD: 'decentres are read from surface to surface alone',
  ZOD: 'decentres are read from surface to surface alone',
};

/** Puts a glass, a mirror or air behind a surface. */
export function setGlass(
  part: DraftSurface,
  word: string | undefined,
  line: number,
  privateGlasses: CodeVFile['privateGlasses'],
): void {
  const glass = glassOfWord(word, line, privateGlasses);
  part.mirror = glass === 'mirror';
  part.glass = glass === 'mirror' ? undefined : glass;
}
