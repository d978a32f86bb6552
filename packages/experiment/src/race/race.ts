import {
  bettingBound,
  isRefuted,
  picturesToRefute,
  studentQuantile,
  type Interval,
} from '@lumenloom/scoring';
import type { RaceScores } from './race-scores.ts';

export const RACE_METHODS = ['betting', 'student', 'halving'] as const;
export type RaceMethod = (typeof RACE_METHODS)[number];

/** How a race is run (docs/reference/choose.md#looks). */
export interface RaceOptions {
  readonly method: RaceMethod;
  /** Probability of losing the best. */
  readonly alpha: number;
  /** Pictures of the first look, and the factor to those of the next one. */
  readonly first: number;
  readonly growth: number;
  /** The race ends when no other can be better by more than this; 0: never for this reason. */
  readonly indifference: number;
  readonly goal: 'maximise' | 'minimise';
  /** Limits; undefined for none. Runs are candidates times pictures times this factor. */
  readonly pictures?: number | undefined;
  readonly runs?: number | undefined;
  readonly runsPerPicture: number;
  /** Columns of each candidate beside the score, smaller is better; undefined without a front. */
  readonly front?: readonly (readonly number[])[] | undefined;
}

/** A candidate that went, by its number. */
interface Beaten {
  readonly candidate: number;
  readonly by: number;
  /** Candidate less `by`, in the unit of the figure. */
  readonly difference: number;
}

export interface Look {
  readonly look: number;
  readonly pictures: number;
  readonly leader: number;
  /** Of Student's test; null for bets. */
  readonly alphaSpent: number | null;
  readonly quantile: number | null;
  readonly eliminated: readonly Beaten[];
}

export type Stopped =
  | 'pictures'
  | 'runs'
  | 'minutes'
  | 'one is left'
  | 'within'
  | 'only the front is left';

/** One that cannot be told from the best. */
export interface Alike {
  readonly candidate: number;
  readonly difference: number;
  /** By how much it may be better, at the confidence of the race. */
  readonly upper: number;
  /** Pictures that would separate it, at even odds; null where none would. */
  readonly morePictures: number | null;
}

export interface RaceStanding {
  readonly status: 'best' | 'alike' | 'front' | 'eliminated' | 'dropped';
  readonly pictures: number;
  readonly score: number;
  readonly interval: Interval | null;
  readonly by: number | undefined;
}

export interface RaceResult {
  readonly method: RaceMethod;
  readonly alpha: number;
  readonly family: number;
  /** Logarithm of the capital that beats; null without bets. */
  readonly threshold: number | null;
  readonly stopped: Stopped;
  readonly best: number;
  readonly within: number;
  readonly pictures: number;
  readonly runs: number;
  readonly candidates: readonly RaceStanding[];
  readonly alike: readonly Alike[];
  readonly looks: readonly Look[];
  /** Those that are left where there is a front. */
  readonly front: readonly number[] | undefined;
}

/** What is to be computed before the next look. */
export interface RaceStep {
  readonly look: number;
  readonly pictures: number;
  readonly candidates: readonly number[];
}

/** Looks are not planned beyond so many pictures. */
const FARTHEST = 1e7;
/** What is in none of n pictures is in fewer than this over n of them, 95 %. */
const RULE_OF_THREE = 3;
/** Keeps ceil(20 x 1.5) at 30. */
const ROUNDING = 1e-9;

/**
 * A race of candidates over pictures: looks at growing numbers of them, after each of which those
 * go that are worse for certain. The best is lost with a probability of at most alpha, at whatever
 * look one reads it; `halving` proves nothing.
 *
 * @see docs/reference/choose.md#race
 */
export class Race {
  readonly #scores: RaceScores;
  readonly #options: RaceOptions;
  readonly #family: number;
  readonly #standing: ((Beaten & Omit<RaceStep, 'candidates'>) | undefined)[];
  readonly #looks: Look[] = [];
  #left: readonly number[];
  #runs = 0;
  #stopped: Stopped | undefined;

  constructor(scores: RaceScores, options: RaceOptions) {
    this.#scores = scores;
    this.#options = options;
    this.#left = Array.from({ length: scores.candidates }, (_, i) => i);
    this.#standing = this.#left.map(() => undefined);
    this.#family = options.front
      ? Math.max(
          1,
          this.#left.reduce((sum, one) => sum + this.#rivalsOf(one, -1).length, 0),
        )
      : Math.max(1, scores.candidates - 1);
  }

  /** Fewer where pictures turn out to count for none. */
  get #most(): number {
    return Math.min(this.#scores.pictures, this.#options.pictures ?? Infinity);
  }

  /** Ends the race for a reason of its own. */
  stop(reason: Stopped): void {
    this.#stopped ??= reason;
  }

  /** What the next look needs; undefined when the race has ended. */
  next(): RaceStep | undefined {
    if (this.#stopped) return undefined;
    const { first, growth, runs = Infinity, runsPerPicture } = this.#options;
    const before = this.#looks.at(-1)?.pictures ?? 0;
    const wanted = before === 0 ? first : Math.ceil(growth * before - ROUNDING);
    const pictures = Math.min(wanted, this.#most);
    if (pictures <= before) {
      this.#stopped = 'pictures';
      return undefined;
    }
    if (this.#runs + this.#left.length * (pictures - before) * runsPerPicture > runs) {
      this.#stopped = 'runs';
      return undefined;
    }
    return { look: this.#looks.length + 1, pictures, candidates: this.#left };
  }

  /** Looks at what `next` asked for. */
  judge({ look, pictures }: RaceStep): Look {
    const before = this.#looks.at(-1)?.pictures ?? 0;
    this.#runs += this.#left.length * (pictures - before) * this.#options.runsPerPicture;
    const ranked = this.#ranked(pictures);
    const leader = ranked[0]!;
    const eliminated =
      this.#options.method === 'halving'
        ? ranked
            .slice(Math.ceil(ranked.length / 2))
            .map((candidate) => this.#beaten(candidate, leader, pictures))
        : this.#left.flatMap((candidate) => {
            const by = this.#rivalsOf(candidate, leader)
              .filter((rival) => this.#isBeaten(candidate, rival, { look, pictures }))
              .toSorted((a, b) => ranked.indexOf(a) - ranked.indexOf(b))[0];
            return by === undefined ? [] : [this.#beaten(candidate, by, pictures)];
          });
    for (const one of eliminated) this.#standing[one.candidate] = { ...one, look, pictures };
    this.#left = this.#left.filter((candidate) => !this.#standing[candidate]);
    const isBetting = this.#options.method === 'betting';
    const judged: Look = {
      look,
      pictures,
      leader,
      alphaSpent: isBetting ? null : this.#spent(look),
      quantile: isBetting ? null : this.#quantile(look, pictures),
      eliminated,
    };
    this.#looks.push(judged);
    this.#stopped = this.#reasonToStop(judged);
    return judged;
  }

  get hasLooked(): boolean {
    return this.#looks.length > 0;
  }

  /** @throws RangeError before the first look. */
  get result(): RaceResult {
    const last = this.#looks.at(-1);
    if (!last) throw new RangeError('There was no look.');
    const { method, alpha, front } = this.#options;
    const { look, pictures } = last;
    const [best, ...others] = this.#ranked(pictures) as [number, ...number[]];
    const alike = others
      .map((candidate): Alike => ({
        candidate,
        difference: this.#scores.difference(candidate, best, pictures).value,
        upper: this.#upper(candidate, best, { look, pictures }),
        morePictures: this.#morePictures(candidate, best, { look, pictures }),
      }))
      .filter(({ upper }) => !front || upper >= 0);
    return {
      method,
      alpha,
      family: this.#family,
      threshold: method === 'betting' ? this.#threshold : null,
      stopped: this.#stopped ?? 'pictures',
      best,
      within: this.#within(best, last),
      pictures,
      runs: this.#runs,
      candidates: this.#standing.map((gone, candidate) => {
        const looked = gone?.pictures ?? pictures;
        return {
          status: gone
            ? method === 'halving'
              ? 'dropped'
              : 'eliminated'
            : candidate === best
              ? 'best'
              : front
                ? 'front'
                : 'alike',
          pictures: looked,
          score: this.#scores.estimate(candidate, looked),
          interval: this.#scores.interval(candidate, looked),
          by: gone?.by,
        };
      }),
      alike,
      looks: this.#looks,
      front: front && this.#left,
    };
  }

  get #sign(): number {
    return this.#options.goal === 'maximise' ? 1 : -1;
  }

  get #threshold(): number {
    return Math.log(this.#family / this.#options.alpha);
  }

  /** Those that are left, the best first; of equal ones the first. */
  #ranked(pictures: number): readonly number[] {
    const estimates = new Map(
      this.#left.map((one) => [one, this.#sign * this.#scores.estimate(one, pictures)]),
    );
    return this.#left.toSorted((a, b) => estimates.get(b)! - estimates.get(a)! || a - b);
  }

  /** Whom a candidate is tested against. @param leader of the look. */
  #rivalsOf(candidate: number, leader: number): readonly number[] {
    const { front } = this.#options;
    const own = front?.[candidate];
    if (!front || !own) return candidate === leader ? [] : [leader];
    return this.#left.filter(
      (rival) =>
        rival !== candidate && front[rival]!.every((value, column) => value <= own[column]!),
    );
  }

  #beaten(candidate: number, by: number, pictures: number): Beaten {
    return { candidate, by, difference: this.#scores.difference(candidate, by, pictures).value };
  }

  /** Gains of the goal, picture by picture in spans. */
  #gains(candidate: number, rival: number, pictures: number): Float64Array {
    return this.#scores.differences!(candidate, rival, pictures).map((value) => this.#sign * value);
  }

  #isBeaten(
    candidate: number,
    rival: number,
    { look, pictures }: Omit<RaceStep, 'candidates'>,
  ): boolean {
    return this.#options.method === 'betting'
      ? isRefuted(this.#gains(candidate, rival, pictures), 0, this.#threshold)
      : this.#studentUpper(candidate, rival, { look, pictures }) < 0;
  }

  /** By how much a candidate may be better than another one. */
  #upper(candidate: number, rival: number, at: Omit<RaceStep, 'candidates'>): number {
    return this.#options.method === 'betting'
      ? bettingBound(this.#gains(candidate, rival, at.pictures), this.#threshold) *
          this.#scores.span!
      : this.#studentUpper(candidate, rival, at);
  }

  /** What a look may spend of alpha: the sum over any number of them is alpha. */
  #spent(look: number): number {
    return this.#options.alpha / (look * (look + 1));
  }

  #quantile(look: number, pictures: number): number {
    return studentQuantile(this.#spent(look) / this.#family, pictures - 1);
  }

  #allowance(pictures: number): number {
    return (RULE_OF_THREE * (this.#scores.span ?? 0)) / pictures;
  }

  #studentUpper(
    candidate: number,
    rival: number,
    { look, pictures }: Omit<RaceStep, 'candidates'>,
  ): number {
    const { value, error } = this.#scores.difference(candidate, rival, pictures);
    return this.#sign * value + this.#quantile(look, pictures) * error + this.#allowance(pictures);
  }

  #morePictures(
    candidate: number,
    best: number,
    { look, pictures }: Omit<RaceStep, 'candidates'>,
  ): number | null {
    if (this.#options.method === 'betting') {
      const all = picturesToRefute(this.#gains(candidate, best, pictures), this.#threshold);
      return all === null ? null : Math.max(1, all - pictures);
    }
    const { value, error } = this.#scores.difference(candidate, best, pictures);
    if (this.#sign * value >= 0) return null;
    let [further, n] = [look, pictures];
    while (n <= FARTHEST) {
      further += 1;
      n = Math.ceil(this.#options.growth * n - ROUNDING);
      const half = this.#quantile(further, n) * error * Math.sqrt(pictures / n);
      if (Math.abs(value) >= half + this.#allowance(n)) return Math.max(1, n - pictures);
    }
    return null;
  }

  /** By how much another one may be better; those that are gone count only by halving. */
  #within(best: number, { look, pictures }: Look): number {
    const left = this.#left
      .filter((one) => one !== best)
      .map((one) => this.#upper(one, best, { look, pictures }));
    const dropped =
      this.#options.method === 'halving'
        ? this.#standing.flatMap((gone, candidate) =>
            gone ? [this.#studentUpper(candidate, best, gone)] : [],
          )
        : [];
    return Math.max(0, ...left, ...dropped);
  }

  #reasonToStop(last: Look): Stopped | undefined {
    const { front, indifference } = this.#options;
    if (this.#left.length === 1) return 'one is left';
    if (front && this.#left.every((one) => this.#rivalsOf(one, -1).length === 0))
      return 'only the front is left';
    const best = this.#ranked(last.pictures)[0]!;
    if (indifference > 0 && this.#within(best, last) <= indifference) return 'within';
    return last.pictures >= this.#most ? 'pictures' : undefined;
  }
}
