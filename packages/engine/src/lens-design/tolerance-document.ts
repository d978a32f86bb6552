import type { GlassCatalogue } from '../optics/glass/glass-catalogue.ts';
import { SHAPE_COLUMNS } from '../optics/ray-trace/surfaces/shape.ts';
import { fail, numberIn, refuseUnknown, tableOf } from '../text/json-fields.ts';
import {
  listIn,
  partAt,
  readMerit,
  wholeIn,
  wordIn,
  type MeritDocument,
  type NamedPart,
} from './lens-study.ts';

/** How a number is spread within its tolerance. */
export type Distribution = 'uniform' | 'normal' | 'ends';

/** A number of a lens that is not exactly what it should be. */
export interface Tolerance extends NamedPart {
  /** In the unit of the number. */
  readonly plusMinus: number;
  readonly distribution: Distribution;
}

/** What a lens is toleranced by. */
export interface ToleranceStudy extends MeritDocument {
  readonly tolerances: readonly Tolerance[];
  /** Numbers that are set when the lens is assembled. */
  readonly compensators: readonly NamedPart[];
  readonly samples: number;
  readonly seed: number;
  /** Merit for which the largest single changes are looked for. */
  readonly inverseLimit: number | undefined;
  /** Merit that counts as good; the inverse limit unless given. */
  readonly yieldLimit: number | undefined;
}

const KEYS = ['tolerances', 'compensators', 'samples', 'seed', 'inverse', 'yield'];
const MOST_TOLERANCES = 500;
const MOST_SAMPLES = 1_000_000;
const MOST_SEED = 2 ** 31 - 1;
const TOLERANCED = [
  'radius',
  'curvature',
  'thickness',
  'index',
  'conic',
  'aspheric',
  'tilt',
  'decentre',
  ...SHAPE_COLUMNS.map(({ part }) => part.property).filter((one) => one.startsWith('shape.')),
];

/**
 * Reads a tolerance document.
 *
 * @param content parsed JSON, with the content of a lens file under `lens`.
 * @param catalogue of glasses that the lens does not have itself.
 * @throws SimulationError with the place in the document.
 */
export function readTolerances(content: unknown, catalogue?: GlassCatalogue): ToleranceStudy {
  const from = tableOf(content, '', 'A tolerance document');
  const merit = readMerit(from, KEYS, catalogue);
  const entries = listIn(from, 'tolerances');
  if (entries.length === 0) fail('tolerances', 'the document needs tolerances.');
  if (entries.length > MOST_TOLERANCES)
    fail('tolerances', `${entries.length} tolerances are too many: at most ${MOST_TOLERANCES}.`);
  const tolerances = entries.map((entry, at): Tolerance => {
    const path = `tolerances[${at}]`;
    const table = tableOf(entry, path, 'A tolerance');
    refuseUnknown(table, ['path', 'plusMinus', 'distribution'], path, 'The tolerance');
    const named = tolerancedPart(table['path'], `${path}.path`, merit);
    const plusMinus = numberIn(table, 'plusMinus', path, named.path);
    if (!(plusMinus > 0))
      fail(`${path}.plusMinus`, `plusMinus must be more than 0, not ${plusMinus}.`);
    return {
      ...named,
      plusMinus,
      distribution: wordIn(table, 'distribution', path, ['uniform', 'normal', 'ends']),
    };
  });
  const limitIn = (key: 'inverse' | 'yield'): number | undefined => {
    if (from[key] === undefined) return undefined;
    const table = tableOf(from[key], key, key);
    refuseUnknown(table, ['limit'], key, key);
    const limit = numberIn(table, 'limit', key, key);
    if (!(limit > 0)) fail(`${key}.limit`, `limit must be more than 0, not ${limit}.`);
    return limit;
  };
  const inverseLimit = limitIn('inverse');
  return {
    ...merit,
    tolerances,
    compensators: listIn(from, 'compensators').map((entry, at) => {
      const path = `compensators[${at}]`;
      const table = tableOf(entry, path, 'A compensator');
      refuseUnknown(table, ['path'], path, 'The compensator');
      return tolerancedPart(table['path'], `${path}.path`, merit);
    }),
    samples: wholeIn(from, 'samples', '', [0, MOST_SAMPLES], 1000),
    seed: wholeIn(from, 'seed', '', [0, MOST_SEED], 1),
    inverseLimit,
    yieldLimit: limitIn('yield') ?? inverseLimit,
  };
}

function tolerancedPart(path: unknown, where: string, { lens }: MeritDocument): NamedPart {
  const named = partAt(path, where, lens);
  if (!TOLERANCED.includes(named.part.property))
    fail(where, `${named.path} has no tolerance: those of ${TOLERANCED.join(', ')} are computed.`);
  return named;
}
