import type { LensFile } from '../../src/optics/ray-trace/lens-file.ts';

/** How a lens is written by the tests as lens programs write it. */
export interface Writing {
  /** Name of the unit in UNIT, and millimetres per unit. */
  readonly unit?: readonly [name: string, mm: number];
  /** Lines in place of the aperture, from the diameter of the stop on. */
  readonly aperture?: string;
  /** From the object to the first surface, units of length. */
  readonly objectDistance?: string;
}

/**
 * A lens of the tests as the text of a .zmx file: lengths in full, the stop's size by its own DIAM.
 */
export function asZemax(lens: LensFile, writing: Writing = {}): string {
  const { unit: [unit, mm] = ['MM', 1], aperture = 'FLOA', objectDistance = 'INFINITY' } = writing;
  const surface = (number: number, lines: readonly string[]): string[] => [
    `SURF ${number}`,
    ...lines.map((line) => `  ${line}`),
  ];
  return [
    'VERS 190513 80 123457 L123457',
    'MODE SEQ',
    `NAME ${lens.name}`,
    `UNIT ${unit} X W X CM MR CPMM`,
    aperture,
    'GCAT SCHOTT',
    'FTYP 0 0 2 3 0 0 0 2',
    'XFLN 0 0',
    `YFLN 0 ${lens.halfFieldDegrees}`,
    'WAVM 1 0.4861327 1',
    'WAVM 2 0.5875618 1',
    'WAVM 3 0.6562725 1',
    'PWAV 2',
    ...surface(0, ['TYPE STANDARD', 'CURV 0.0', `DISZ ${objectDistance}`]),
    ...lens.surfaces.flatMap((row, i) =>
      surface(i + 1, [
        ...(i === lens.stopIndex ? ['STOP'] : []),
        `TYPE ${row.aspheric ? 'EVENASPH' : 'STANDARD'}`,
        `CURV ${row.radius === null ? 0 : mm / row.radius} 0 0 0 0 ""`,
        'HIDE 0 0 0 0 0 0 0 0 0 0',
        ...(row.aspheric ?? []).map((a, k) => `PARM ${k + 1} ${a * mm ** (1 + 2 * k)}`),
        `DISZ ${row.thickness / mm}`,
        ...(row.conic === undefined ? [] : [`CONI ${row.conic}`]),
        ...(row.glass === null ? [] : [`GLAS ${row.glass} 0 0 1.5 60 0 0 0 0 0 0`]),
        `DIAM ${row.semiDiameter / mm} 1 0 0 1 ""`,
      ]),
    ),
    ...surface(lens.surfaces.length + 1, ['TYPE STANDARD', 'CURV 0.0', 'DISZ 0', 'DIAM 1.0']),
    'TOL TOFF   0   0              0              0   0 0 0',
    'MNUM 1 1',
    'MOFF   0   1 "" 0 0 0 1 1 0 0.0 "" 0',
    '',
  ].join('\r\n');
}

const CODE_V_TERMS = ['A', 'B', 'C', 'D', 'E', 'F', 'G'];

/** A lens of the tests as the text of a CODE V sequence file; coefficients of r² are none. */
export function asCodeV(lens: LensFile, { objectDistance = '0.1E14' }: Writing = {}): string {
  return [
    'RDM;LEN       "VERSION: 11.3"',
    `TITLE '${lens.name}'`,
    `DIM M; WL 656.2725 587.5618 486.1327; REF 2 ! the d line`,
    `XAN 0.0 0.0; YAN 0.0 &`,
    `  ${lens.halfFieldDegrees}`,
    `SO 0.0 ${objectDistance}`,
    ...lens.surfaces.flatMap((row, i) => [
      `S ${row.radius ?? 0} ${row.thickness} ${row.glass === null ? '' : `${row.glass.replaceAll('-', '')}_SCHOTT`}`,
      ...(i === lens.stopIndex ? ['  STO'] : []),
      ...(row.aspheric
        ? [
            `  ASP; K ${row.conic ?? 0}`,
            `  ${row.aspheric
              .slice(1)
              .map((a, k) => `${CODE_V_TERMS[k]!} ${a}`)
              .join('; ')}`,
          ]
        : row.conic === undefined
          ? []
          : [`  CON; K ${row.conic}`]),
      `  CIR ${row.semiDiameter}`,
    ]),
    'SI 0.0 0.0',
    'GO',
    '',
  ].join('\n');
}
