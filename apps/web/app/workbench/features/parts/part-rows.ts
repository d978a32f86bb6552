import {
  labels,
  ownName,
  type OwnFile,
  type PartsAnswer,
  type WorkbenchFeature,
} from '@lumenloom/contract';
import { illuminants, publishedName } from '@lumenloom/engine/catalogue';
import { choiceLists } from '../../model/choice-lists.ts';

/** The lists whose parts the dialog shows, with their titles. */
export const PARTS_OF = {
  illuminant: 'Lights',
  scene: 'Scenes',
  optics: 'Lenses',
  sensor: 'Sensors',
} as const;
export type PartsChoice = keyof typeof PARTS_OF;

/** Parts of catalogues have no prescription: no run can choose them. */
export const CATALOGUES = 'Catalogues';
export const GROUPS = ['Built in', 'Published', 'Mine', CATALOGUES] as const;
export type Group = (typeof GROUPS)[number];

export type LensFigures = PartsAnswer['lenses'][number]['figures'];
export type SensorFigures = PartsAnswer['sensors'][number]['figures'];

/** A part of a list. */
export interface PartRow {
  /** As a recipe names it. */
  readonly name: string;
  readonly label: string;
  readonly group: Group;
  /** What is known of a part without figures. */
  readonly summary: string;
  /** Where its numbers come from. */
  readonly source?: string | undefined;
  /** 'global', 'rolling'; null where no source says it. */
  readonly shutter?: string | null;
  readonly mount?: string | null;
  readonly lens?:
    | { readonly [Key in keyof LensFigures]?: LensFigures[Key] | undefined }
    | undefined;
  readonly sensor?: SensorFigures | undefined;
}

const groupOf = (name: string): Group =>
  publishedName(name) === undefined ? 'Built in' : 'Published';

/** The kinds of files that are parts of a list. */
const KINDS: Readonly<Record<PartsChoice, readonly string[]>> = {
  illuminant: ['light'],
  scene: ['scene'],
  optics: ['lens'],
  sensor: ['sensor', 'qe'],
};

/** The parts of a list: built-in ones, published ones, and files of the account. */
export function rowsOf(
  choice: PartsChoice,
  parts: PartsAnswer | undefined,
  files: readonly OwnFile[],
  switches: readonly WorkbenchFeature[],
): readonly PartRow[] {
  const mine = files
    .filter(({ kind }) => KINDS[choice].includes(kind))
    .map(({ id, name, kind, summary, figures }): PartRow => ({
      name: ownName(id),
      label: name,
      group: 'Mine',
      summary,
      ...(kind === 'lens' && { lens: (figures as LensFigures | null) ?? undefined }),
      ...(kind === 'sensor' && { sensor: (figures as SensorFigures | null) ?? undefined }),
    }));
  const catalogue = choice === 'optics' ? (parts?.catalogueLenses ?? []).map(catalogueRow) : [];
  return [...inOrder(comeWith(choice, parts, switches)), ...mine, ...catalogue];
}

/** Whether a recipe can name it. */
export const isUsable = ({ group }: PartRow): boolean => group !== CATALOGUES;

/** Of a zoom lens, its shorter end. */
const oneOf = (value: number | readonly [number, number] | null): number | undefined =>
  typeof value === 'number' ? value : value?.[0];

const catalogueRow = ({
  name,
  label,
  source,
  figures,
}: PartsAnswer['catalogueLenses'][number]): PartRow => ({
  name,
  label,
  group: CATALOGUES,
  summary: `${figures.mount === null ? '' : `Mount ${figures.mount}. `}Its catalogue has no prescription, which a run needs.`,
  source,
  mount: figures.mount,
  lens: {
    focalLengthMm: oneOf(figures.focalLengthMm),
    fNumber: oneOf(figures.fNumberMin),
    imageCircleMm: figures.imageCircleMm,
  },
});

/** Built-in parts as the lists have them, published ones as they come: machine vision first. */
const inOrder = (rows: readonly PartRow[]): readonly PartRow[] => [
  ...rows.filter(({ group }) => group === 'Built in'),
  ...rows.filter(({ group }) => group === 'Published'),
];

function comeWith(
  choice: PartsChoice,
  parts: PartsAnswer | undefined,
  switches: readonly WorkbenchFeature[],
): readonly PartRow[] {
  const row = (name: string, label: string) => ({ name, label, group: groupOf(name), summary: '' });
  if (choice === 'optics')
    return (parts?.lenses ?? []).map(({ name, label, source, figures }) => ({
      ...row(name, label),
      source,
      lens: figures,
    }));
  if (choice === 'sensor')
    return (parts?.sensors ?? []).map(({ name, label, source, shutter, figures }) => ({
      ...row(name, label),
      source,
      shutter,
      sensor: figures,
    }));
  if (choice === 'illuminant') return labels(illuminants).map((label) => row(label, label));
  const { options } = choiceLists(switches).find((list) => list.choice === choice)!;
  return options.map((label) => row(label, label));
}

/** What stands for a figure that no source gives; a run assumes one, and says so. */
export const UNKNOWN = '–';

/** A figure of a table. */
export interface Column {
  readonly id: string;
  readonly label: string;
  readonly unit: string;
  /** What it is, for the heading's hint. */
  readonly meaning: string;
  /** Undefined where it is not known. */
  readonly text: (row: PartRow) => string | undefined;
}

const digits = (value: number | null | undefined, places = 3): string | undefined =>
  value === null || value === undefined
    ? undefined
    : String(Number(value.toPrecision(places))).replace('-', '−');

/** The column of a figure of lenses, or of sensors. */
const columnOf =
  <Id extends string>(figure: (row: PartRow, id: Id) => number | null | undefined) =>
  (id: Id, label: string, unit: string, meaning: string, places = 3): Column => ({
    id,
    label,
    unit,
    meaning,
    text: (row) => digits(figure(row, id), places),
  });
const lens = columnOf((row, id: keyof LensFigures) => row.lens?.[id]);
const sensor = columnOf((row, id: Exclude<keyof SensorFigures, 'pattern'>) => row.sensor?.[id]);

const LENS_COLUMNS: readonly Column[] = [
  lens('focalLengthMm', 'EFL', 'mm', 'Focal length at 587.6 nm', 4),
  lens('fNumber', 'f/', '', 'Working f-number on the axis'),
  lens('halfFieldDegrees', 'Half field', '°', 'Largest field angle'),
  lens('imageCircleMm', 'Circle', 'mm', 'Diameter of the image circle'),
  {
    id: 'mtf50',
    label: 'MTF50 0/.7 at best focus',
    unit: 'lp/mm',
    meaning:
      'Where the modulation falls to a half, on the axis and at .7 of the field, at 587.6 nm, with the sensor where 30 lp/mm on the axis are best for an object at infinity',
    text: ({ lens: figures }) => {
      const [axis, field] = [figures?.mtf50BestFocus, figures?.mtf50OffAxisBestFocus].map((one) =>
        digits(one),
      );
      return axis || field ? `${axis ?? UNKNOWN}/${field ?? UNKNOWN}` : undefined;
    },
  },
  lens('distortionPercent', 'Distortion', '%', 'At the rim of the field, against f·tan(field)'),
  lens('chiefRayDegrees', 'CRA', '°', 'Chief-ray angle at the rim of the field'),
  lens('lengthMm', 'Length', 'mm', 'From the first vertex to the sensor'),
];

const SENSOR_COLUMNS: readonly Column[] = [
  sensor('pixelUm', 'Pixel', 'µm', 'Pitch of the pixels'),
  {
    id: 'resolution',
    label: 'Resolution',
    unit: 'px',
    meaning: 'Columns and rows',
    text: ({ sensor: figures }) =>
      figures?.columns && figures.rows ? `${figures.columns} × ${figures.rows}` : undefined,
  },
  sensor('diagonalMm', 'Diagonal', 'mm', 'Of all pixels'),
  {
    id: 'pattern',
    label: 'Pattern',
    unit: '',
    meaning: 'Colour filters',
    text: (row) => row.sensor?.pattern ?? undefined,
  },
  sensor('bits', 'Bits', '', 'Of the converter'),
  sensor(
    'quantumEfficiency525',
    'QE 525',
    '',
    'Electrons per photon on the photodiode at 525 nm, without the fill factor',
  ),
  sensor('wellElectrons', 'Well', 'e⁻', 'Electrons that a pixel holds', 5),
  sensor('readNoiseElectrons', 'Read', 'e⁻', 'Read noise'),
  sensor(
    'dynamicRangeDb',
    'DR, EMVA',
    'dB',
    'Dynamic range after EMVA 1288: full well over the threshold, which is noise, rounding and half an electron',
  ),
  sensor('snrMaxDb', 'SNR max', 'dB', 'Greatest signal-to-noise ratio'),
  {
    id: 'shutter',
    label: 'Shutter',
    unit: '',
    meaning: 'How lines are exposed',
    text: ({ shutter }) => shutter ?? undefined,
  },
];

const SUMMARY: Column = {
  id: 'summary',
  label: 'What it is',
  unit: '',
  meaning: '',
  text: ({ summary }) => summary || undefined,
};

/** The figures of a list. */
export const columnsOf = (choice: PartsChoice): readonly Column[] =>
  choice === 'optics' ? LENS_COLUMNS : choice === 'sensor' ? SENSOR_COLUMNS : [SUMMARY];
