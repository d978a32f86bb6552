import { halfWidth, varianceOf, type Interval } from '@lumenloom/scoring';
import type { RaceScores } from '../race/race-scores.ts';

/** Scores of one camera over pictures. */
export interface CameraScore {
  /** Null where there is nothing to count. */
  readonly value: number | null;
  /** Of each draw of the pictures; of means over pictures those of the pictures themselves. */
  readonly draws: () => readonly (number | null)[];
}

/** How a race reads scores of cameras on pictures. */
export interface ScoreSource {
  /** High less low of a picture; undefined without a range. */
  readonly range: Interval | undefined;
  /** Of one picture, where the score is a mean over pictures. */
  readonly ofPicture?: (camera: number, picture: string) => number;
  /** Of several pictures together, where it is none. */
  readonly ofPictures?: (camera: number, pictures: readonly string[]) => CameraScore;
  readonly isThere: (camera: number, picture: string) => boolean;
}

/**
 * The scores of a race of cameras: over the first n pictures of an order from which those are
 * taken that failed for somebody.
 */
export class CameraScores implements RaceScores {
  readonly candidates: number;
  readonly span: number | undefined;
  readonly differences?: RaceScores['differences'];
  readonly #source: ScoreSource;
  readonly #known = new Map<number, { readonly key: string; readonly score: CameraScore }>();
  #order: readonly string[];

  constructor(candidates: number, order: readonly string[], source: ScoreSource) {
    this.candidates = candidates;
    this.#order = order;
    this.#source = source;
    const { range, ofPicture } = source;
    this.span = range && range[1] - range[0];
    const { span } = this;
    if (ofPicture && span !== undefined)
      this.differences = (candidate, other, n) =>
        Float64Array.from(
          this.#both(candidate, other, n),
          (picture) => (ofPicture(candidate, picture) - ofPicture(other, picture)) / span,
        );
  }

  get pictures(): number {
    return this.#order.length;
  }

  get order(): readonly string[] {
    return this.#order;
  }

  /** Lets pictures count for nobody. */
  leaveOut(pictures: ReadonlySet<string>): void {
    if (pictures.size > 0) this.#order = this.#order.filter((name) => !pictures.has(name));
  }

  estimate(candidate: number, n: number): number {
    return this.#score(candidate, this.#own(candidate, n)).value ?? NaN;
  }

  interval(candidate: number, n: number): Interval | null {
    const own = this.#own(candidate, n);
    const { value, draws } = this.#score(candidate, own);
    if (value === null || own.length < 2) return null;
    const half = halfWidth(this.#deviation(own.length, draws()), own.length);
    const { range } = this.#source;
    return range
      ? [Math.max(range[0], value - half), Math.min(range[1], value + half)]
      : [value - half, value + half];
  }

  difference(candidate: number, other: number, n: number) {
    const both = this.#both(candidate, other, n);
    const { ofPicture } = this.#source;
    if (ofPicture) {
      const apart = both.map((name) => ofPicture(candidate, name) - ofPicture(other, name));
      return { value: meanOf(apart), error: this.#deviation(both.length, apart) };
    }
    const [one, two] = [this.#score(candidate, both), this.#score(other, both)];
    const others = two.draws();
    const apart = one.draws().map((value, draw) => {
      const beside = others[draw] ?? null;
      return value === null || beside === null ? null : value - beside;
    });
    return {
      value: (one.value ?? NaN) - (two.value ?? NaN),
      error: this.#deviation(both.length, apart),
    };
  }

  /** The standard error, from values of pictures or from draws of them. */
  #deviation(pictures: number, values: readonly (number | null)[]): number {
    const variance = varianceOf([...values]);
    return Math.sqrt(this.#source.ofPicture ? variance / pictures : variance);
  }

  #score(candidate: number, own: readonly string[]): CameraScore {
    const { ofPicture, ofPictures } = this.#source;
    if (ofPicture) {
      const values = own.map((name) => ofPicture(candidate, name));
      return { value: values.length > 0 ? meanOf(values) : null, draws: () => values };
    }
    const key = own.join('\n');
    const known = this.#known.get(candidate);
    if (known?.key === key) return known.score;
    const score = ofPictures!(candidate, own);
    this.#known.set(candidate, { key, score });
    return score;
  }

  #own(candidate: number, n: number): readonly string[] {
    const { isThere } = this.#source;
    return this.#order.slice(0, n).filter((name) => isThere(candidate, name));
  }

  #both(candidate: number, other: number, n: number): readonly string[] {
    const { isThere } = this.#source;
    return this.#own(candidate, n).filter((name) => isThere(other, name));
  }
}

const meanOf = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / values.length;
