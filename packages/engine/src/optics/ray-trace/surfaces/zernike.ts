import { fail } from '../../../text/json-fields.ts';
import { polynomialSurface } from './polynomial-surface.ts';
import { prepared } from './prepared.ts';
import {
  ASPHERIC,
  CONIC,
  RADIUS,
  lengthNumbers,
  normRadiusNumber,
  readNumber,
} from './shape-number.ts';
import { listOf, type ShapeNumbers } from './shape-numbers.ts';
import { surfaceOf } from './surface-of.ts';
import { ZERNIKE_TERMS, zernikeTerms, type ZernikeNumbering } from './zernike-terms.ts';

const isNumbering = (value: unknown): value is ZernikeNumbering =>
  typeof value === 'string' && Object.hasOwn(ZERNIKE_TERMS, value);

const COEFFICIENTS = lengthNumbers('coefficients', ZERNIKE_TERMS.noll, ['Z1, Z2', 'Z1 to Z231']);

const termsOf = prepared((numbers: ShapeNumbers) =>
  zernikeTerms(
    numbers.own!.fixed!['numbering'] as ZernikeNumbering,
    listOf(numbers, 'coefficients').length,
  ),
);

/** Zernike terms, of which those of `fringe` are not normalised and those of `noll` orthonormal. */
export const zernike = surfaceOf({
  name: 'zernike',
  numbers: [
    RADIUS,
    CONIC,
    ASPHERIC,
    normRadiusNumber(),
    {
      ...lengthNumbers('numbering', 1, ['', '']),
      blank: 'noll',
      read: (from, [path, what]) => {
        const { numbering } = from;
        if (!isNumbering(numbering))
          fail(`${path}.numbering`, `${what}: numbering must be fringe or noll.`);
        return numbering;
      },
    },
    {
      ...COEFFICIENTS,
      read: (from, where) => {
        const list = (readNumber(COEFFICIENTS, from, where) ?? []) as readonly number[];
        const numbering = from['numbering'];
        const most = isNumbering(numbering) ? ZERNIKE_TERMS[numbering] : list.length;
        if (list.length > most)
          fail(
            `${where[0]}.coefficients`,
            `${where[1]}: coefficients has ${list.length} terms; ${String(numbering)} has ${most}.`,
          );
        return list;
      },
    },
  ],
  ...polynomialSurface({
    terms: termsOf,
    weights: (numbers) => listOf(numbers, 'coefficients'),
  }),
});
