import type { LensFile } from '@lumenloom/browser-host';
import type { FactorySpread } from '../../kit/study/spread-number.ts';
import { numberOf } from './typed-number.ts';

/** Kinds of errors, with the unit of their size. */
export const ERRORS = {
  radius: { label: 'Radius', unit: '%' },
  thickness: { label: 'Thickness', unit: 'mm' },
  index: { label: 'Index', unit: '' },
  wedge: { label: 'Wedge', unit: '°' },
  decentre: { label: 'Decentre', unit: 'mm' },
  tilt: { label: 'Tilt', unit: '°' },
} as const;
export type ErrorKind = keyof typeof ERRORS;
const KINDS = Object.keys(ERRORS) as readonly ErrorKind[];

/** Within which lenses are drawn, as it is typed; a blank error is not there. */
export type Tolerances = Readonly<Record<ErrorKind, string>> & {
  readonly samples: string;
  /** Largest merit that passes, µm or waves; blank: half above the merit of the lens. */
  readonly limit: string;
};

interface TypedIn {
  readonly tolerances?: Tolerances | undefined;
}

/** Ours: the errors of `example:lens-tolerances`, twice them and half of them. */
export const PRESETS: Readonly<Record<string, Readonly<Record<ErrorKind, string>>>> = {
  commercial: {
    radius: '0.2',
    thickness: '0.04',
    index: '0.001',
    wedge: '0.1',
    decentre: '0.06',
    tilt: '0.1',
  },
  precise: {
    radius: '0.1',
    thickness: '0.02',
    index: '0.0005',
    wedge: '0.05',
    decentre: '0.03',
    tilt: '0.05',
  },
  high: {
    radius: '0.05',
    thickness: '0.01',
    index: '0.00025',
    wedge: '0.025',
    decentre: '0.015',
    tilt: '0.025',
  },
};

export const tolerancesIn = ({ tolerances }: TypedIn): Tolerances =>
  tolerances ?? { ...PRESETS['precise']!, samples: '500', limit: '' };

/** Both signs, because a moved lens is not symmetric. */
const FIELDS = [-1, -0.7, 0, 0.7, 1];
/** Times the merit of the lens: the limit where none is typed. */
const USUAL_LIMIT = 1.5;

/** First and last surface of each piece of glass, cemented pieces as one. */
export function elementsOf({ surfaces }: LensFile): readonly (readonly [number, number])[] {
  const elements: (readonly [number, number])[] = [];
  for (let first = 0; first < surfaces.length - 1; first += 1) {
    let last = first;
    while (last < surfaces.length - 1 && surfaces[last]!.glass !== null) last += 1;
    if (last > first) elements.push([first, last]);
    first = Math.max(first, last);
  }
  return elements;
}

/** What is changed by an error, and by how much for each unit of what is typed. */
const changesOf = (lens: LensFile, kind: ErrorKind): readonly (readonly [string, number])[] => {
  const { surfaces } = lens;
  const elements = elementsOf(lens);
  const ofSurfaces = (
    property: string,
    factorOf: (surface: LensFile['surfaces'][number], at: number) => number,
  ) =>
    surfaces.flatMap((surface, at) => {
      const factor = factorOf(surface, at);
      return factor === 0 ? [] : [[`lens.surfaces[${at}].${property}`, factor] as const];
    });
  const ofElements = (property: string) =>
    elements.map((_, at) => [`lens.groups[${at}].${property}`, 1] as const);
  switch (kind) {
    case 'radius':
      return ofSurfaces('radius', ({ radius }) => Math.abs(radius ?? 0) / 100);
    case 'thickness':
      return ofSurfaces('thickness', (_, at) => (at < surfaces.length - 1 ? 1 : 0));
    case 'index':
      return ofSurfaces('index', ({ glass }) => (glass === null ? 0 : 1));
    case 'wedge':
      return elements.map(([, last]) => [`lens.surfaces[${last}].tilt[0]`, 1] as const);
    case 'decentre':
      return ofElements('decentre[1]');
    case 'tilt':
      return ofElements('tilt[0]');
  }
};

/** Lengths of a merit in the unit of the page: µm for spots, waves for wavefronts. */
export const meritScale = (merit: 'spot' | 'wavefront') =>
  merit === 'spot' ? { unit: 'µm', factor: 1e3 } : { unit: 'waves', factor: 1 };

/** Each error by itself, with its kind. */
const errorsOf = (lens: LensFile, typed: Tolerances) =>
  KINDS.filter((kind) => typed[kind].trim() !== '').flatMap((kind) =>
    changesOf(lens, kind).map(([path, factor]) => ({
      kind,
      tolerance: { path, plusMinus: factor * (numberOf(typed[kind]) ?? NaN) },
    })),
  );

/** Pieces of glass that are turned and shifted as one. */
const groupsOf = (lens: LensFile) => elementsOf(lens).map((surfaces) => ({ surfaces }));

/** The tolerances as the factory spreads them, for the yield of a camera. */
export const spreadOf = ({
  lens,
  ...draft
}: TypedIn & { readonly lens: LensFile }): FactorySpread => ({
  numbers: errorsOf(lens, tolerancesIn(draft)).map(({ kind, tolerance: { path, plusMinus } }) => ({
    path,
    label: wordsOfPath(path),
    unit: kind === 'radius' ? 'mm' : ERRORS[kind].unit,
    plusMinus: String(Number(plusMinus.toPrecision(6))),
    distribution: 'normal',
  })),
  groups: groupsOf(lens),
});

/**
 * The document of `lumenloom lens tolerance`, refocused, and the kinds of its tolerances in their
 * order.
 *
 * @param nominal merit of the lens at the fields of the document.
 */
export function toleranceDocument(
  { lens, ...draft }: TypedIn & { readonly lens: LensFile },
  merit: 'spot' | 'wavefront',
  nominal: number,
) {
  const typed = tolerancesIn(draft);
  const all = errorsOf(lens, typed);
  const limit =
    typed.limit.trim() === ''
      ? USUAL_LIMIT * nominal
      : (numberOf(typed.limit) ?? NaN) / meritScale(merit).factor;
  return {
    kinds: all.map(({ kind }) => kind),
    document: {
      ...tolerancedMerit(lens, merit),
      groups: groupsOf(lens),
      tolerances: all.map(({ tolerance }) => tolerance),
      compensators: [{ path: 'image.decentre[2]' }],
      samples: numberOf(typed.samples) ?? NaN,
      yield: { limit },
    },
  };
}

/** The merit that tolerances are of. */
export const tolerancedMerit = (lens: LensFile, merit: 'spot' | 'wavefront') => ({
  lens,
  merit,
  fields: FIELDS,
});

/** 'radius 3', 'tilt of element 1'. */
export function wordsOfPath(path: string): string {
  const [, kind, at, property] = /^lens\.(surfaces|groups)\[(\d+)\]\.(\w+)/.exec(path) ?? [];
  const number = Number(at) + 1;
  if (kind === 'groups') return `${property} of element ${number}`;
  return `${property === 'tilt' ? 'wedge' : property} ${number}`;
}
