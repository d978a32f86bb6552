import type {
  LabCameraReport,
  LabFigure,
  LabProfile,
  LabReport,
  LabSectionReport,
} from '@lumenloom/contract';
import { SimulationError, VERSION, meanOf } from '@lumenloom/engine';
import type { FramesReport } from './frames/frames-report.ts';
import type { LabCamera, Reading } from './reading.ts';
import { sectionsOf, type LabSection } from './sections/list.ts';
import { curveOf, figureOf, standardErrorOf } from './uncertainty.ts';

/** A camera of a report. */
export interface ReportCamera extends Pick<LabCamera, 'plan' | 'host'> {
  readonly name: string;
  /** As it was sent; it stands in lab.json. */
  readonly recipe: Readonly<Record<string, unknown>>;
}

export interface LabSettings {
  readonly profile: LabProfile;
  readonly isDraft: boolean;
  /** Readings of each section, each with noise of its own. */
  readonly seeds: number;
  /** Of the first frame of the first chart. */
  readonly seed: number;
  readonly date: string | null;
}

/** More frames than one section of a report takes. */
const SEEDS_OF_CHART = 1000;
/** Pixels of a chart of a draft, at most. */
const DRAFT = { rows: 240, columns: 320 } as const;

/** Who watches a report being made. */
export interface LabWatch {
  /** The share of the frames that are taken, 0 to 1. */
  readonly progress: (share: number) => void;
  /** Throws where the report is to be given up. */
  readonly check: () => void;
}

/** A section of one camera, which can be read apart from all others. */
export interface ReportPart {
  /** 0, or 1 for the second camera. */
  readonly camera: number;
  readonly section: string;
  /** Frames of its charts. */
  readonly runs: number;
}

/** What a section reads with each seed, as JSON can hold it; or why the camera cannot have it. */
export type ReadPart = { readonly readings: readonly Reading[] } | { readonly reason: string };

const seedsOf = ({ isReadOnce }: LabSection, { seeds }: Pick<LabSettings, 'seeds'>): number =>
  isReadOnce ? 1 : seeds;
const framesOf = ({ frames }: LabSection, { isDraft }: Pick<LabSettings, 'isDraft'>): number =>
  frames?.(isDraft) ?? 1;

/** The parts of a report, in their order. */
export const reportPartsOf = (
  cameras: number,
  settings: Pick<LabSettings, 'profile' | 'isDraft' | 'seeds'>,
): readonly ReportPart[] =>
  Array.from({ length: cameras }, (_, camera) =>
    sectionsOf(settings.profile).map((section) => ({
      camera,
      section: section.id,
      runs: seedsOf(section, settings) * framesOf(section, settings),
    })),
  ).flat();

/** A camera, and what its sections read with each seed; figures of one id stand at one place. */
interface Measured {
  readonly camera: LabCameraReport;
  readonly missing: LabReport['missing'];
  readonly readings: ReadonlyMap<string, readonly Reading[]>;
}

/**
 * Measures one camera, or two with the same seeds.
 *
 * @throws what `watch.check` throws.
 */
export async function labReport(
  cameras: readonly ReportCamera[],
  settings: LabSettings,
  { progress, check }: LabWatch,
): Promise<LabReport> {
  const parts = reportPartsOf(cameras.length, settings);
  const all = parts.reduce((sum, { runs }) => sum + runs, 0);
  const read: ReadPart[] = [];
  let taken = 0;
  for (const part of parts) {
    const share = (ofPart: number): void => {
      check();
      progress((taken + ofPart * part.runs) / all);
    };
    read.push(await readPart(cameras[part.camera]!, settings, part, share));
    taken += part.runs;
  }
  return reportOf(cameras, settings, read);
}

/**
 * Reads a section with each seed.
 *
 * @param progress takes the share of its readings that are taken, first 0; what it throws ends it.
 */
export async function readPart(
  { plan, host }: Pick<ReportCamera, 'plan' | 'host'>,
  settings: LabSettings,
  { section: id }: Pick<ReportPart, 'section'>,
  progress: (share: number) => void,
): Promise<ReadPart> {
  const { profile, isDraft, seed } = settings;
  const { rows, columns } = plan.grid;
  const grid = isDraft
    ? { rows: Math.min(rows, DRAFT.rows), columns: Math.min(columns, DRAFT.columns) }
    : { rows, columns };
  const own = { ...plan, grid: { ...plan.grid, ...grid }, noise: true };
  const sections = sectionsOf(profile);
  const chart = sections.findIndex((one) => one.id === id);
  const section = sections[chart]!;
  const [seeds, frames] = [seedsOf(section, settings), framesOf(section, settings)];
  const readings: Reading[] = [];
  try {
    for (let k = 0; k < seeds; k += 1) {
      progress(k / seeds);
      const temporal = (seed + SEEDS_OF_CHART * chart + k * frames) >>> 0;
      const seeded = { ...own, seeds: { ...plan.seeds, temporal } };
      readings.push(await section.read({ plan: seeded, host, rows, isDraft }));
    }
    progress(1);
  } catch (error) {
    if (!(error instanceof SimulationError) || error.code !== 'bad-parameter') throw error;
    return { reason: reasonOf(error) };
  }
  return { readings };
}

/** The report of what the parts read. @param read in the order of the parts. */
export function reportOf(
  cameras: readonly Pick<ReportCamera, 'name' | 'recipe'>[],
  settings: LabSettings,
  read: readonly ReadPart[],
): LabReport {
  const parts = reportPartsOf(cameras.length, settings);
  const measured = cameras.map((camera, at) =>
    measuredOf(
      camera,
      sectionsOf(settings.profile).map((section) => {
        const index = parts.findIndex((one) => one.camera === at && one.section === section.id);
        return [section, read[index]!];
      }),
    ),
  );
  return {
    ...headOf(settings),
    cameras: measured.map(({ camera }) => camera),
    differences: measured.length === 2 ? differencesOf(measured[0]!, measured[1]!) : [],
    missing: missingOf(measured),
  };
}

function measuredOf(
  { name, recipe }: Pick<ReportCamera, 'name' | 'recipe'>,
  all: readonly (readonly [section: LabSection, read: ReadPart])[],
): Measured {
  const sections: LabSectionReport[] = [];
  const missing: LabReport['missing'] = [];
  const readings = new Map<string, readonly Reading[]>();
  for (const [section, read] of all) {
    const { id } = section;
    if ('reason' in read) {
      missing.push({ id, reason: read.reason });
      continue;
    }
    const report = sectionOf(section, read.readings);
    if (report.figures.length > 0) {
      sections.push(report);
      readings.set(id, read.readings);
    } else missing.push({ id, reason: 'The camera shows nothing of it.' });
  }
  return { camera: { name, recipe: { ...recipe }, manifest: null, sections }, missing, readings };
}

const headOf = ({ profile, isDraft, seeds, seed, date }: LabSettings) => ({
  version: 1 as const,
  software: { name: 'Lumenloom', version: VERSION },
  ...{ profile, seed, seeds, draft: isDraft, date },
});

/** The report of a real camera, alone or beside its twin: the recipe that stands for it. */
export function realReport(
  real: FramesReport,
  twin: LabReport | undefined,
  settings: LabSettings,
): LabReport {
  const [camera] = twin?.cameras ?? [];
  if (!twin || !camera)
    return {
      ...headOf({ ...settings, seeds: 1 }),
      ...{ cameras: [real.camera], differences: [], missing: real.missing },
    };
  return {
    ...headOf(settings),
    cameras: [real.camera, camera],
    differences: apart(real.camera, camera),
    missing: missingOf([real, { camera, missing: twin.missing }]),
  };
}

/** The twin less the camera: their noise has nothing in common, and errors add up. */
function apart(camera: LabCameraReport, twin: LabCameraReport): LabReport['differences'] {
  const figures = camera.sections.flatMap((section) => section.figures);
  const ofTwin = new Map(
    twin.sections.flatMap((section) =>
      section.figures.map((figure) => [figure.id, figure] as const),
    ),
  );
  return figures.flatMap(({ id, value, standardError }) => {
    const other = ofTwin.get(id);
    if (typeof value !== 'number' || typeof other?.value !== 'number') return [];
    const errors = [standardError, other.standardError];
    return [
      {
        id,
        value: other.value - value,
        standardError: errors.every((error) => error !== null) ? Math.hypot(...errors) : null,
      },
    ];
  });
}

/** What is missing of both, or of one of them by its name. */
const missingOf = (
  measured: readonly Pick<Measured, 'camera' | 'missing'>[],
): LabReport['missing'] =>
  measured.flatMap(({ camera, missing }) =>
    missing.map(({ id, reason }) => ({
      id,
      reason: measured.length > 1 ? `${camera.name}: ${reason}` : reason,
    })),
  );

/** The sentence of an error, with its field and a capital letter. */
function reasonOf({ message, field }: SimulationError): string {
  const sentence = `${message.charAt(0).toUpperCase()}${message.slice(1)}`;
  return field === undefined || message.startsWith(field) ? sentence : `${sentence} (${field})`;
}

function sectionOf(
  { id, title, after }: LabSection,
  readings: readonly Reading[],
): LabSectionReport {
  const [first] = readings;
  return {
    ...{ id, title, after },
    figures: first!.figures.map(({ key }) => figureOf(id, named(readings, 'figures', key))),
    curves: first!.curves.map(({ key }) => curveOf(id, named(readings, 'curves', key))),
  };
}

/** The figures, or curves, of one key in all readings that have it. */
const named = <Part extends 'figures' | 'curves'>(
  readings: readonly Reading[],
  part: Part,
  key: string,
): readonly Reading[Part][number][] =>
  readings.flatMap((reading) =>
    (reading[part] as readonly Reading[Part][number][]).filter((one) => one.key === key),
  );

/** Second less first, seed by seed: noise of the same seeds is the same in both. */
function differencesOf(first: Measured, second: Measured): LabReport['differences'] {
  return first.camera.sections.flatMap(({ id: section, figures }) =>
    figures.flatMap((figure) => {
      if (figure.source === 'recipe') return [];
      const key = figure.id.slice(section.length + 1);
      const values = [first, second].map(({ readings }) =>
        (readings.get(section) ?? []).map(
          (reading) => reading.figures.find((one) => one.key === key)?.value,
        ),
      ) as [unknown[], unknown[]];
      const pairs = values[0].flatMap((value, k) => {
        const other = values[1][k];
        return typeof value === 'number' && typeof other === 'number' ? [other - value] : [];
      });
      if (pairs.length === 0) return [];
      const isNoisy = [figure, figureNamed(second, section, figure.id)].some(
        (one) => one !== undefined && one.standardError !== null,
      );
      return [
        {
          id: figure.id,
          value: meanOf(pairs),
          standardError: isNoisy ? standardErrorOf(pairs) : null,
        },
      ];
    }),
  );
}

const figureNamed = ({ camera }: Measured, section: string, id: string): LabFigure | undefined =>
  camera.sections.find((one) => one.id === section)?.figures.find((figure) => figure.id === id);
