import { keep, readKept } from '../../../accounts/kept-work.ts';
import { numberOf } from './typed-number.ts';

/** What drawings and analyses are of, besides the lens. */
export interface AnalysedFor {
  /** Shares of the half field, ascending. */
  readonly fields: readonly number[];
  /** Nanometres, ascending; drawings of one colour are of the middle one. */
  readonly wavelengths: readonly number[];
  /** From the first vertex to the object, metres; undefined: infinity. */
  readonly objectM?: number | undefined;
  /** The lens is focused on its object; else the sensor stands where the table has it. */
  readonly isFocused: boolean;
}

/** On the axis, in the zone and at the rim; lines F, d and C; a far object. */
export const USUAL: AnalysedFor = {
  fields: [0, 0.7, 1],
  wavelengths: [486.1327, 587.5618, 656.2725],
  isFocused: false,
};

const KEY = 'lensAnalysedFor';

/** What was typed last in this tab. */
export const keptSettings = (): AnalysedFor => (readKept(KEY) as AnalysedFor | undefined) ?? USUAL;
export const keepSettings = (settings: AnalysedFor): void => keep(KEY, settings);

/** More curves than that cannot be told apart. */
const MOST = 5;

/** The numbers of a list, ascending and each once; or what is wrong with it. */
function listOf(text: string, what: string, least: number, most: number): number[] | string {
  const words = text.split(/[\s;]+|,\s+|,(?=\d*\.)/).filter((word) => word !== '');
  const numbers = words.map(numberOf);
  if (numbers.length === 0 || numbers.length > MOST)
    return `${what}: one to ${MOST} numbers, with spaces between them.`;
  const wrong = words[numbers.findIndex((one) => one === undefined || one < least || one > most)];
  if (wrong !== undefined) return `${what}: ${wrong} is not from ${least} to ${most}.`;
  return [...new Set(numbers as number[])].sort((one, other) => one - other);
}

/** Seven digits of a number, as the table has. */
const shown = (value: number): string => String(Number(value.toPrecision(7)));

/** What can be typed: how it is shown, and what a text changes, or what is wrong with it. */
export const SETTINGS = {
  fields: {
    label: 'Fields, %',
    hint: 'Of the half field, which the figures above name: 0 is the axis, 100 the rim',
    textOf: ({ fields }: AnalysedFor): string =>
      fields.map((field) => shown(100 * field)).join(' '),
    read: (text: string): Partial<AnalysedFor> | string => {
      const fields = listOf(text, 'Fields', 0, 100);
      return typeof fields === 'string' ? fields : { fields: fields.map((one) => one / 100) };
    },
  },
  wavelengths: {
    label: 'Wavelengths, nm',
    hint: 'Analyses of one colour take the middle one, lateral colour the ends',
    textOf: ({ wavelengths }: AnalysedFor): string => wavelengths.map(shown).join(' '),
    read: (text: string): Partial<AnalysedFor> | string => {
      const wavelengths = listOf(text, 'Wavelengths', 360, 1000);
      return typeof wavelengths === 'string' ? wavelengths : { wavelengths };
    },
  },
  objectM: {
    label: 'Object, m',
    hint: 'From the first surface; ∞ or nothing: far away',
    textOf: ({ objectM }: AnalysedFor): string => (objectM === undefined ? '∞' : shown(objectM)),
    read: (text: string): Partial<AnalysedFor> | string => {
      if (/^\s*(?:∞|infinity)?\s*$/i.test(text)) return { objectM: undefined };
      const objectM = numberOf(text);
      return objectM !== undefined && objectM > 0 && objectM <= 1e6
        ? { objectM }
        : 'Object: metres above 0, or ∞.';
    },
  },
} as const;
export type SettingName = keyof typeof SETTINGS;

/** Where the engine puts object and focus. */
export const focusOf = ({ objectM, isFocused }: AnalysedFor) =>
  objectM === undefined
    ? {}
    : { focus: { objectDistance: objectM, ...(isFocused && { focusDistance: objectM }) } };
