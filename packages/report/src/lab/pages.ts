import { domainOf, plot, type Drawn, type Look, type Series } from '@lumenloom/plot';
import type { LabFigureShown, LabPage } from './results.ts';

/** A row of a table of figures, as texts. */
export interface ShownRow {
  readonly name: string;
  readonly condition: string;
  readonly cells: readonly string[];
}

/** A section as both pages, HTML and PDF, show it. */
export interface ShownSection {
  readonly id: string;
  readonly title: string;
  readonly after: string;
  readonly columns: readonly string[];
  readonly rows: readonly ShownRow[];
  readonly plots: readonly { readonly title: string; readonly drawing: Drawn }[];
}

/** What both pages show of a report. */
export interface ShownReport {
  readonly title: string;
  readonly facts: readonly (readonly [name: string, value: string])[];
  readonly notes: readonly string[];
  readonly sections: readonly ShownSection[];
  readonly missing: readonly string[];
}

/** Colours of the curves: of each camera, and of the truth. */
export interface CurveColours {
  readonly cameras: readonly [string, string];
  readonly true: string;
}

const PROFILE_NAMES: Readonly<Record<string, string>> = {
  general: 'General',
  automotive: 'Automotive',
  'machine-vision': 'Machine vision',
  mobile: 'Mobile',
};

/** The texts and drawings of a report. */
export function shownReport(page: LabPage, look: Look, colours: CurveColours): ShownReport {
  const { cameras, seeds, seed, software, date, draft, profile, missing } = page;
  const names = cameras.map(({ name }) => name);
  return {
    title: names.join(' and '),
    facts: [
      ['Profile', PROFILE_NAMES[profile] ?? profile],
      ['Readings', seeds === 1 ? '1 seed' : `${seeds} seeds`],
      ['First seed', String(seed)],
      ...(date === null ? [] : ([['Date', date]] as const)),
      ['Made by', `${software.name} ${software.version}`],
    ],
    notes: notesOf(draft, seeds, cameras.length),
    sections: sectionIds(page).map((id) => shownSection(page, id, look, colours)),
    missing: missing.map(({ id, reason }) => `${id}: ${reason}`),
  };
}

const notesOf = (isDraft: boolean, seeds: number, cameras: number): readonly string[] => [
  ...(isDraft
    ? ['This is a draft: one seed, one field, charts of at most 240 × 320 pixels, few frames.']
    : []),
  seeds > 1
    ? `A value is the mean of ${seeds} readings, each with its own noise; ± is the standard error of that mean.`
    : '± is the standard error of one reading, where there is one.',
  ...(cameras > 1
    ? ['Both cameras have the same seeds; the difference is the second camera less the first.']
    : []),
  'True is what the model of the camera says, without measuring. "After" a standard is the method that public material describes; nothing here is certified.',
];

/** Sections of all cameras, in the order of the first that has them. */
const sectionIds = ({ cameras }: LabPage): readonly string[] => [
  ...new Set(cameras.flatMap(({ sections }) => sections.map(({ id }) => id))),
];

function shownSection(page: LabPage, id: string, look: Look, colours: CurveColours): ShownSection {
  const { cameras, differences } = page;
  const own = cameras.map(({ sections }) => sections.find((section) => section.id === id));
  const { title, after } = own.find((section) => section !== undefined)!;
  const figures = own.map((section) => section?.figures ?? []);
  const ids = [...new Set(figures.flatMap((list) => list.map((figure) => figure.id)))];
  const isPair = cameras.length > 1;
  // What a recipe or a manifest says is neither measured nor true.
  const isMeasured = id !== 'conditions';
  return {
    id,
    title,
    after,
    columns: isPair
      ? [...cameras.map(({ name }) => name), 'difference', 'unit']
      : isMeasured
        ? ['measured', 'true', 'unit']
        : ['value', 'unit'],
    rows: ids.map((figureId) => {
      const found = figures.map((list) => list.find((figure) => figure.id === figureId));
      const { true: known, standardError } = found.find((figure) => figure !== undefined)!;
      const difference = differences.find((one) => one.id === figureId);
      return shownRow(
        found,
        isPair
          ? [difference ? withError(difference) : '']
          : isMeasured
            ? [known === null ? '' : shownNumber(known, standardError)]
            : [],
      );
    }),
    plots: plotsOf(page, id, look, colours),
  };
}

function shownRow(
  found: readonly (LabFigureShown | undefined)[],
  beside: readonly string[],
): ShownRow {
  const { label, unit, source, condition } = found.find((figure) => figure !== undefined)!;
  const values = found.map((figure) => (figure === undefined ? 'not measured' : withError(figure)));
  return {
    name: source === 'developed' ? `${label}, developed` : label,
    condition,
    cells: [...values, ...beside, unit],
  };
}

const MOST_DECIMALS = 9;

/** With two digits of an error, or four digits where there is none. */
export function shownNumber(value: number, error: number | null): string {
  const [size, digits] = error ? [error, 2] : [Math.abs(value), 4];
  if (value !== 0 && !error && (size < 1e-4 || size >= 1e7))
    return String(Number(value.toPrecision(digits))).replaceAll('-', '−');
  if (Number.isInteger(value) && !error) return String(value).replace('-', '−');
  const decimals = Math.min(
    MOST_DECIMALS,
    Math.max(0, digits - 1 - Math.floor(Math.log10(size || 1))),
  );
  return value.toFixed(decimals).replace('-', '−');
}

function withError({
  value,
  standardError,
}: Pick<LabFigureShown, 'value' | 'standardError'>): string {
  if (value === null) return 'not reached';
  if (typeof value === 'string') return value;
  const text = shownNumber(value, standardError);
  return standardError === null ? text : `${text} ± ${shownNumber(standardError, standardError)}`;
}

/** Size of a plot, px. */
export const PLOT = { width: 420, height: 260 } as const;

/** A plot of each curve, with the truth beside it. */
function plotsOf(
  { cameras }: LabPage,
  section: string,
  look: Look,
  colours: CurveColours,
): ShownSection['plots'] {
  const curves = cameras.map(
    ({ sections }) => sections.find(({ id }) => id === section)?.curves ?? [],
  );
  const ids = [...new Set(curves.flatMap((list) => list.map(({ id }) => id)))];
  return ids.map((id) => {
    const found = curves.map((list) => list.find((curve) => curve.id === id));
    const first = found.find((curve) => curve !== undefined)!;
    const isPair = cameras.length > 1;
    const series = found.flatMap((curve, i): Series[] =>
      curve === undefined
        ? []
        : [
            ...(curve.true === null
              ? []
              : [
                  {
                    name: i === 0 || !isPair ? 'true' : undefined,
                    points: pointsOf(curve.x, curve.true),
                    colour: colours.true,
                    dashes: '4 3',
                  },
                ]),
            {
              name: isPair ? cameras[i]!.name : 'measured',
              points: pointsOf(curve.x, curve.y),
              colour: colours.cameras[i]!,
              width: 2,
            },
          ],
    );
    const description = `${first.yUnit}: ${first.label}`;
    return {
      title: description,
      drawing: plot({
        ...PLOT,
        ...axesOf(series, first),
        description,
        look,
        series,
        names: 'row at the end',
        yTitle: 'above',
      }),
    };
  });
}

const pointsOf = (
  x: readonly number[],
  y: readonly (number | null)[],
): readonly (readonly [number, number])[] =>
  x.flatMap((at, i) => {
    const value = y[i];
    return typeof value === 'number' ? [[at, value] as const] : [];
  });

/** Light is on axes of powers of ten. */
const isOfLight = (unit: string): boolean => unit === 'cd/m²' || unit === 'share of white';

function axesOf(
  series: readonly Series[],
  { xUnit, yUnit }: { readonly xUnit: string; readonly yUnit: string },
) {
  const points = series.flatMap((one) => one.points);
  const isLog = isOfLight(xUnit);
  const isLogY = isLog && yUnit !== 'share of pairs';
  const xs = points.map(([x]) => x);
  const ys = points.map(([, y]) => y);
  return {
    x: { title: xUnit, isLog, domain: domainOf(xs, isLog ? { isLog } : { including: 0 }) },
    y: {
      title: yUnit,
      isLog: isLogY,
      domain: domainOf(
        ys,
        isLogY ? { isLog: true, mostDecades: 6, padding: 0.04 } : { including: 0, padding: 0.04 },
      ),
    },
  };
}
