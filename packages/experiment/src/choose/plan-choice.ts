import { readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import {
  isDatasetFigure,
  figureKey,
  isFigure,
  readChoiceDocument,
  type ChoiceDocument,
  type Decoded,
  type Problem,
} from '@lumenloom/contract';
import {
  SimulationError,
  brightnessChannel,
  decodeText,
  designSensor,
  type SimulationPlan,
} from '@lumenloom/engine';
import { nativeLight } from '@lumenloom/engine/catalogue';
import { fail } from '@lumenloom/engine/quick';
import { findFile, type NamedParts } from '../plan/named-parts.ts';
import { conditionProblems, type PlannedEvaluation } from '../plan/plan-evaluation.ts';
import { canBet } from './goal-figure.ts';
import { cameraPlans, type CameraPlan, type CameraPlans, type SensorSize } from './camera-plans.ts';
import { candidatesOf, type Candidate } from './candidates.ts';
import { partCosts, type PartCosts } from './part-costs.ts';
import { readPartTable, type PartTable } from './part-table.ts';
import {
  checkCamera,
  type CameraFacts,
  type CameraFigures,
  type Checked,
  type SensorPixels,
  type Unmet,
} from './requirements.ts';

/** A camera that costs no run. The keys are published. */
export interface Refused extends Unmet {
  readonly candidate: number;
  readonly name: string;
  /** All requirements that it does not meet. */
  readonly all: readonly string[];
}

/** A camera that meets the requirements. */
export interface Raced {
  /** Among all candidates. */
  readonly number: number;
  /** With the f-number to which it is stopped down. */
  readonly name: string;
  readonly candidate: Candidate;
  readonly figures: CameraFigures & Readonly<Record<string, number | null>>;
  readonly checked: Pick<Checked, 'fNumber' | 'longestSeconds'>;
  readonly plan: SimulationPlan;
  /** Of the columns of `front`. */
  readonly front: readonly number[];
}

/** A plan whose cameras are tested. */
export interface PlannedChoice {
  readonly document: ChoiceDocument;
  /** Of the plan, in which names of files are looked for. */
  readonly folder: string | undefined;
  readonly parts: NamedParts;
  readonly stored?: StoredGround | undefined;
  readonly candidates: number;
  readonly refused: readonly Refused[];
  readonly raced: readonly Raced[];
  readonly notes: readonly string[];
}

/** What the names of a library in `evaluate` stand for, and how people call that. */
export interface StoredGround {
  /** In place of the names of the plan. */
  readonly evaluate: Readonly<Record<string, unknown>>;
  readonly names: NonNullable<PlannedEvaluation['names']>;
}

/** Where the parts of a plan come from. */
export interface ChoiceSource {
  readonly folder?: string | undefined;
  /** What parts of a library hold. */
  readonly own?: NamedParts | undefined;
  readonly stored?: StoredGround | undefined;
  /** Is called between the cameras of long plans. */
  readonly between?: (() => Promise<void>) | undefined;
}

/**
 * Reads a plan and tests its cameras against its requirements, without any run.
 *
 * @param content parsed JSON.
 */
export async function planChoice(
  content: unknown,
  source: ChoiceSource,
): Promise<Decoded<PlannedChoice>> {
  const read = readChoiceDocument(content);
  if (!read.ok) return read;
  const document = read.value;
  const problems = [
    ...figureProblems(document),
    ...conditionsOf(document),
    ...methodProblems(document),
  ];
  if (problems.length > 0) return { ok: false, problems };
  try {
    return await planned(document, source);
  } catch (error) {
    if (!(error instanceof SimulationError)) throw error;
    return { ok: false, problems: [{ field: error.field ?? '', message: error.message }] };
  }
}

const conditionsOf = ({ conditions }: ChoiceDocument): readonly Problem[] =>
  conditionProblems({ conditions });

/** Bets need scores that are means over pictures, in a range. */
const methodProblems = (document: ChoiceDocument): readonly Problem[] =>
  document.race.method === 'betting' && !canBet(document)
    ? [
        {
          field: 'race.method',
          message: 'betting needs range, and a score that is a mean over pictures.',
        },
      ]
    : [];

function figureProblems({ goal: { figure }, evaluate }: ChoiceDocument): readonly Problem[] {
  const isOfDataset = isDatasetFigure(figureKey(figure));
  if (isOfDataset && evaluate) return [];
  if (isOfDataset) return [{ field: 'evaluate', message: `${figure} is a figure of a data set.` }];
  if (evaluate || !isFigure(figure))
    return [{ field: 'goal.figure', message: `There is no figure ${figure.slice(0, 60)}.` }];
  return [];
}

async function planned(
  document: ChoiceDocument,
  source: ChoiceSource,
): Promise<Decoded<PlannedChoice>> {
  const table = await tableOf(document, source.folder);
  const candidates = await candidatesOf(document);
  const costs = partCosts(document, table, candidates);
  const frontProblem = document.front.findIndex(
    (column) => column !== 'cost' && !costs.columns.includes(column),
  );
  if (frontProblem >= 0)
    fail(`front[${frontProblem}]`, `The table has no column ${document.front[frontProblem]!}.`);
  const opened = await cameraPlans(document, candidates, source);
  if ('problems' in opened) return { ok: false, problems: opened.problems };
  const refused: Refused[] = [];
  const raced: Raced[] = [];
  const notes = new Set<string>();
  for (const [number, candidate] of candidates.entries()) {
    await source.between?.();
    const tested = testedOf(document, costs, opened.plans, candidate);
    const [first] = tested.unmet;
    for (const note of tested.notes) notes.add(note);
    if (first) {
      const all = [...new Set(tested.unmet.map(({ requirement }) => requirement))];
      refused.push({ candidate: number, name: candidate.name, ...first, all });
    } else raced.push(racedOf(document, costs, { number, candidate, tested }));
  }
  return {
    ok: true,
    value: {
      document,
      folder: source.folder,
      parts: opened.plans.parts,
      stored: source.stored,
      candidates: candidates.length,
      refused,
      raced,
      notes: [...notes, ...distanceNote(document)],
    },
  };
}

interface Tested extends Pick<Checked, 'unmet' | 'notes'> {
  readonly checked?: Checked;
  readonly camera: CameraPlan;
}

function testedOf(
  document: ChoiceDocument,
  costs: PartCosts,
  plans: CameraPlans,
  candidate: Candidate,
): Tested {
  const camera = plans.planOf(candidate);
  const { plan, full, lens, problems } = camera;
  const [problem] = problems;
  if (problem || !plan || !full || !lens) {
    const unmet: Unmet = {
      requirement: 'recipe',
      value: null,
      limit: null,
      message: sentenceOf(problem, candidate),
    };
    return { unmet: [unmet], notes: [], camera };
  }
  const pixels = pixelsOf(document, plan, full);
  const facts: CameraFacts = {
    lens,
    lensName: candidate.parts.lens?.name ?? candidate.name,
    sensorName: candidate.parts.sensor?.name ?? candidate.name,
    pixels,
    snrDb: (seconds, fNumber) => snrOf(document, plan, seconds, fNumber),
    ofPart: (list, column) => costs.cellOf(candidate.parts[list], column),
    sum: (column) => costs.sum(candidate, column),
    largest: (column) => costs.largest(candidate, column),
    cost: () => costs.cost(candidate, lens, pixels),
    heldSeconds: heldSeconds(document),
  };
  const checked = checkCamera(facts, document.requirements);
  return { unmet: checked.unmet, notes: checked.notes, checked, camera };
}

/** Seconds that a plan holds for all cameras. */
export const heldSeconds = ({ hold }: ChoiceDocument): number | undefined =>
  typeof hold?.exposure === 'object' ? hold.exposure.seconds : undefined;

/** Why the parts of a camera do not go together. */
function sentenceOf(problem: Problem | undefined, { parts, name }: Candidate): string {
  if (!problem) return `${name} cannot be computed`;
  const { field } = problem;
  const message = problem.message.replace(/\.$/, '');
  // Names the sensor, because the sentence stands in a list of cameras.
  const named = /^(.* needs a Bayer sensor); this one is ([^:]+): choose/.exec(message);
  if (named) return `${named[1]!}; ${parts.sensor?.name ?? name} is ${named[2]!}`;
  return field === '' ? message : `${field}: ${message}`;
}

/** Whose columns and rows requirements take. */
function pixelsOf(
  { requirementsOf }: ChoiceDocument,
  { sensor, grid }: SimulationPlan,
  full: SensorSize,
): SensorPixels | undefined {
  if (!sensor) return undefined;
  const isWindow = requirementsOf === 'window';
  return {
    ...(isWindow ? { rows: grid.rows, columns: grid.columns } : full),
    pitchUm: Number((grid.pitch * 1e6).toPrecision(15)),
  };
}

/** A scene's mean is taken as grey of this reflectance. */
const GREY = 0.18;

/** Of grey in the light of the recipe. */
function snrOf(
  { requirements: { reflectance = GREY } }: ChoiceDocument,
  { sensor, illuminant, luminance, illuminantLux }: SimulationPlan,
  exposureSeconds: number,
  fNumber: number,
): number | undefined {
  const lux =
    illuminantLux ??
    (luminance.of === 'as given'
      ? undefined
      : (Math.PI * luminance.value) / (luminance.of === 'white' ? 1 : GREY));
  if (lux === undefined || !sensor) return undefined;
  const { levels, colours } = designSensor({
    sensor,
    energy: illuminant.energy ?? nativeLight('display-white').energy,
    fNumber,
    exposureSeconds,
    reflectance,
    lux: [lux],
    dieMm: undefined,
  });
  return levels[0]!.snrDb[brightnessChannel(colours)];
}

function racedOf(
  document: ChoiceDocument,
  costs: PartCosts,
  { number, candidate, tested }: Pick<Raced, 'number' | 'candidate'> & { readonly tested: Tested },
): Raced {
  const { figures, fNumber, longestSeconds } = tested.checked!;
  const own = costs.columns.flatMap((column): readonly (readonly [string, number])[] => {
    const value = costs.sum(candidate, column);
    return typeof value === 'number' ? [[column, value]] : [];
  });
  const all: Raced['figures'] = { ...Object.fromEntries(own), ...figures };
  return {
    number,
    name: fNumber === undefined ? candidate.name : `${candidate.name} + f/${fNumber}`,
    candidate,
    figures: all,
    checked: { fNumber, longestSeconds },
    plan: tested.camera.plan!,
    front: document.front.map((column, at) => {
      const value = all[column];
      return typeof value === 'number'
        ? value
        : fail(`front[${at}]`, `candidates[${number}] has no ${column}.`);
    }),
  };
}

/** The distance of requirements is another one than in the pictures, unless the recipe says so. */
const distanceNote = ({ requirements, recipe }: ChoiceDocument): readonly string[] => {
  const { opticsParams } = recipe;
  const isSaid =
    typeof opticsParams === 'object' && opticsParams !== null && 'objectDistance' in opticsParams;
  return requirements.workingDistanceM === undefined || isSaid
    ? []
    : [
        'Requirements are asked at workingDistanceM; pictures are formed of objects at infinity, because recipe.opticsParams has no objectDistance.',
      ];
};

async function tableOf(
  { table }: ChoiceDocument,
  folder: string | undefined,
): Promise<PartTable | undefined> {
  if (table === undefined) return undefined;
  if (typeof table === 'object') return readPartTable(table.csv, table.name);
  const path = folder === undefined ? undefined : await findFile(table, folder);
  if (path === undefined) return fail('table', `There is no file ${table.slice(0, 100)}.`);
  return readPartTable(decodeText(await readFile(path)), basename(path));
}
