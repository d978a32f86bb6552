import { refractiveIndex, type Glass } from '../optics/glass/refractive-index.ts';
import type { LeastSquaresResult, Residuals, Steps } from '../analysis/least-squares.ts';
import { lensProblem, type LensProblem } from './lens-problem.ts';
import type { LensStudy, NamedGlass, NamedPart, VariedGlass } from './lens-study.ts';
import { improvingSteps } from './multi-start.ts';

/** The Fraunhofer lines g, F, d and C, nm. */
const [g, F, d, C] = [435.8343, 486.1327, 587.5618, 656.2725];

/** Index at d, Abbe number and partial dispersion P(g,F) of a glass. */
interface GlassPlace {
  readonly index: number;
  readonly abbe: number;
  readonly partial: number;
}

function placeOf(glass: Glass): GlassPlace {
  const [atG, atF, atD, atC] = [g, F, d, C].map((line) => refractiveIndex(glass, line));
  const dispersion = atF! - atC!;
  return { index: atD!, abbe: (atD! - 1) / dispersion, partial: (atG! - atF!) / dispersion };
}

/** Differences of index, Abbe number and partial dispersion that count alike. */
const [INDEX_UNIT, ABBE_UNIT, PARTIAL_UNIT] = [0.1, 10, 0.02];

const distanceOf = (one: GlassPlace, other: GlassPlace): number =>
  Math.hypot(
    (one.index - other.index) / INDEX_UNIT,
    (one.abbe - other.abbe) / ABBE_UNIT,
    (one.partial - other.partial) / PARTIAL_UNIT,
  );

/** Candidates from the nearest on. */
const byDistance = (candidates: readonly NamedGlass[], from: GlassPlace): readonly NamedGlass[] =>
  candidates
    .map((candidate) => ({ candidate, distance: distanceOf(placeOf(candidate.glass), from) }))
    .toSorted((a, b) => a.distance - b.distance)
    .map(({ candidate }) => candidate);

/** A lens of real glasses, the result of a search over its other numbers. */
export interface GlassedLens {
  /** In the order of the varied glasses of the study. */
  readonly glasses: readonly NamedGlass[];
  readonly result: LeastSquaresResult;
}

/** Combinations up to this many are all tried. */
const MOST_COMBINATIONS = 64;
const MOST_ROUNDS = 20;
/** Share of the merit that an exchange has to gain. */
const LEAST_GAIN = 1e-6;

/** The study with these glasses in its lens. */
export function withGlasses(study: LensStudy, glasses: readonly NamedGlass[]): LensStudy {
  const { lens } = study;
  const names = new Map(study.glasses.map(({ surface }, i) => [surface, glasses[i]!.name]));
  return {
    ...study,
    lens: {
      ...lens,
      surfaces: lens.surfaces.map((row, i) => ({ ...row, glass: names.get(i) ?? row.glass })),
      glasses: {
        ...lens.glasses,
        ...Object.fromEntries(glasses.map(({ name, glass }) => [name, glass])),
      },
    },
  };
}

/**
 * Exchanges the glasses of a lens for others, each time with all other numbers improved again:
 * first on glasses between the candidates, then at the nearest real ones, then one exchange at a
 * time as long as one helps. A few combinations are all tried.
 *
 * @param start values of the numbers of the study.
 * @param search `iterations`: most steps for each lens; no further one is made once it is stopped.
 * @yields before each step, as least squares do.
 * @returns every lens that was made, the best first.
 */
export function* exchangeGlasses(
  study: LensStudy,
  start: Float64Array,
  { iterations, stopped }: { readonly iterations: number; readonly stopped: () => boolean },
): Steps<readonly GlassedLens[]> {
  const { glasses: varied, vary } = study;
  const known = new Map<string, GlassedLens>();
  const pupilRadiusMm = lensProblem(study, vary).pupilRadiusMm;
  const make: Make = function* (glasses, from) {
    const key = glasses.map(({ name }) => name).join('\n');
    const problem = { ...lensProblem(withGlasses(study, glasses), vary), pupilRadiusMm };
    const result = stopped() ? undefined : yield* improvingSteps(problem, vary, from, iterations);
    const before = known.get(key);
    if (result && !(before && before.result.merit <= result.merit))
      known.set(key, { glasses, result });
    return known.get(key);
  };
  const between = yield* modelGlasses(study, start, iterations, pupilRadiusMm);
  const nearest = varied.map(({ candidates }, i) => byDistance(candidates, between.places[i]!)[0]!);
  let best = (yield* make(nearest, between.values)) ?? (yield* make(nearest, start));
  for (let round = 0; best && round < MOST_ROUNDS; round += 1) {
    const better = yield* exchangedOnce(varied, best, make);
    if (!better) break;
    best = better;
  }
  const combinations = varied.reduce((count, { candidates }) => count * candidates.length, 1);
  if (combinations <= MOST_COMBINATIONS)
    for (const glasses of combinationsOf(varied)) {
      yield* make(glasses, start);
      if (best) yield* make(glasses, best.result.values);
    }
  return [...known.values()].toSorted((a, b) => a.result.merit - b.result.merit);
}

/** Improves the lens with these glasses from a point; undefined where it has none. */
type Make = (glasses: readonly NamedGlass[], from: Float64Array) => Steps<GlassedLens | undefined>;

/** The first exchange of one glass that helps; undefined where none does. */
function* exchangedOnce(
  varied: readonly VariedGlass[],
  best: GlassedLens,
  make: Make,
): Steps<GlassedLens | undefined> {
  for (const [i, { candidates, nearest }] of varied.entries()) {
    const own = best.glasses[i]!;
    const neighbours = byDistance(candidates, placeOf(own.glass)).filter(
      ({ name }) => name !== own.name,
    );
    for (const neighbour of neighbours.slice(0, nearest)) {
      const tried = yield* make(best.glasses.with(i, neighbour), best.result.values);
      if (tried && tried.result.merit < best.result.merit * (1 - LEAST_GAIN)) return tried;
    }
  }
  return undefined;
}

const combinationsOf = (varied: readonly VariedGlass[]): readonly (readonly NamedGlass[])[] =>
  varied.reduce<readonly (readonly NamedGlass[])[]>(
    (lists, { candidates }) =>
      lists.flatMap((list) => candidates.map((candidate) => [...list, candidate])),
    [[]],
  );

/** Weight of a place outside the hull of the candidates, per unit of index or 100 of Abbe. */
const HULL_WEIGHT = 100;
/** An Abbe number and an index over this are alike. */
const ABBE_SCALE = 100;

/** A lens of glasses between the candidates: index and Abbe number are varied within their hull. */
function* modelGlasses(
  study: LensStudy,
  start: Float64Array,
  iterations: number,
  pupilRadiusMm: number,
): Steps<{ readonly values: Float64Array; readonly places: readonly GlassPlace[] }> {
  const { glasses, vary, lens } = study;
  const numbers = vary.length;
  const own = glasses.map(({ candidates, surface }) =>
    placeOf(
      candidates.find(({ name }) => name === lens.surfaces[surface]!.glass)?.glass ??
        candidates[0]!.glass,
    ),
  );
  const parts = glasses.flatMap(({ path, surface }) =>
    (['index', 'abbe'] as const).map((property): NamedPart => ({
      path: `${path}.${property}`,
      part: { part: 'model glass', at: surface, property },
    })),
  );
  const hulls = glasses.map(({ candidates }) =>
    hullOf(candidates.map(({ glass }) => placeOf(glass))),
  );
  const problem: LensProblem = {
    ...lensProblem(study, [...vary, ...parts]),
    pupilRadiusMm,
    extra: (values) => outsideHulls(hulls, values, numbers),
  };
  const free = parts.map(() => ({ from: -Infinity, to: Infinity }));
  const result = yield* improvingSteps(
    problem,
    [...vary, ...free],
    Float64Array.from([...start, ...own.flatMap(({ index, abbe }) => [index, abbe])]),
    iterations,
  );
  if (!result) return { values: start, places: own };
  return {
    values: result.values.slice(0, numbers),
    places: glasses.map((_, i) => {
      const abbe = result.values[numbers + 2 * i + 1]!;
      // A glass between others lies on the normal line of partial dispersions: TIE-29.
      return { index: result.values[numbers + 2 * i]!, abbe, partial: 0.6438 - 0.001682 * abbe };
    }),
  };
}

/** A half plane a·index + b·abbe/100 ≤ c, with a and b of length 1. */
type HalfPlane = readonly [a: number, b: number, c: number];

/** Half planes whose common part is the convex hull of places (Andrew's monotone chain). */
function hullOf(places: readonly GlassPlace[]): readonly HalfPlane[] {
  const points = places
    .map(({ index, abbe }) => [index, abbe / ABBE_SCALE] as const)
    .toSorted((p, q) => p[0] - q[0] || p[1] - q[1]);
  type Point = (typeof points)[number];
  const turn = (o: Point, p: Point, q: Point): number =>
    (p[0] - o[0]) * (q[1] - o[1]) - (p[1] - o[1]) * (q[0] - o[0]);
  const chain = (list: readonly Point[]): Point[] => {
    const kept: Point[] = [];
    for (const point of list) {
      while (kept.length > 1 && turn(kept.at(-2)!, kept.at(-1)!, point) <= 0) kept.pop();
      kept.push(point);
    }
    return kept.slice(0, -1);
  };
  const corners = [...chain(points), ...chain(points.toReversed())];
  return corners.flatMap((from, i): HalfPlane[] => {
    const to = corners[(i + 1) % corners.length]!;
    const [x, y] = [to[0] - from[0], to[1] - from[1]];
    const length = Math.hypot(x, y);
    if (length === 0) return [];
    const [a, b] = [y / length, -x / length];
    return [[a, b, a * from[0] + b * from[1]]];
  });
}

/** A residual for each half plane that a glass is outside of; 0 for the others. */
function outsideHulls(
  hulls: readonly (readonly HalfPlane[])[],
  values: ArrayLike<number>,
  numbers: number,
): Residuals {
  const rows = hulls.flatMap((planes, i) =>
    planes.map(([a, b, c]) => {
      const [index, abbe] = [numbers + 2 * i, numbers + 2 * i + 1];
      const beyond = a * values[index]! + (b * values[abbe]!) / ABBE_SCALE - c;
      const slopes = new Float64Array(values.length);
      if (beyond > 0) {
        slopes[index] = HULL_WEIGHT * a;
        slopes[abbe] = (HULL_WEIGHT * b) / ABBE_SCALE;
      }
      return { value: HULL_WEIGHT * Math.max(0, beyond), slopes };
    }),
  );
  return { values: rows.map(({ value }) => value), slopes: rows.map(({ slopes }) => slopes) };
}
