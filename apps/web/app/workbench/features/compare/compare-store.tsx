import type { ReactNode } from 'react';
import type { PictureDifference } from '@lumenloom/engine/measuring';
import type { InspectedPicture } from '../../kit/picture/inspected.ts';
import { madePicture } from '../../kit/picture/made-picture.ts';
import { decodePicture, type DecodedPicture } from '../../kit/picture/measure-region.ts';
import type { Point } from '../../kit/picture/picture-view.ts';
import { changesInWords, differences } from '../../model/recipe/differences.ts';
import { derived, follow, loadedFor, writable, type Readable } from '../../model/store.ts';
import { CompareLine } from './compare-line.tsx';
import type { ComparedPicture, ComparisonMode } from './compared.ts';
import { PictureName, Wipe } from '../../kit/picture/wipe.tsx';
import { DifferenceFigures, LeftPicture } from './compared-pictures.tsx';
import { amplified, differenceInParts } from './difference.ts';
import { nameOf, snapshots, type Snapshot } from '../../kit/picture/snapshots.ts';

/** Runs of this visit, and what is shown of them. */
export interface Compare {
  readonly runs: readonly Snapshot[];
  /** Numbers of the two runs; undefined where A is missing or B is what live draws. */
  readonly a: number | undefined;
  readonly b: number | undefined;
  /** B is another run than the one that is shown without comparing. */
  readonly isOther: boolean;
  readonly way: ComparisonMode | undefined;
  readonly showA: (number: number) => void;
  readonly showB: (number: number | undefined) => void;
  readonly showWay: (way: ComparisonMode | undefined) => void;
  /** A is shown while it is held. */
  readonly hold: (isHeld: boolean) => void;
}

const comparedOf = (snapshot: Snapshot | undefined): ComparedPicture | undefined =>
  snapshot && {
    name: nameOf(snapshot),
    recipe: snapshot.recipe,
    address: snapshot.address,
    run: snapshot.run,
  };

/** Numbers of the runs that were pressed; undefined where a run follows from the others. */
interface Pressed {
  /** Pressed with Shift: A until another one is. */
  readonly chosenA?: number | undefined;
  /** A while `b` is shown, where that is not the chosen one. */
  readonly a?: number | undefined;
  readonly b?: number | undefined;
}

/**
 * The two runs that are compared.
 * @param now the picture that is shown when nothing is compared.
 */
function createTwoRuns(now: Readable<ComparedPicture | undefined>, signal: AbortSignal) {
  const all: Readable<readonly Snapshot[]> = {
    current: snapshots.all,
    subscribe: snapshots.subscribe,
  };
  const pressed = writable<Pressed>({});
  const last = derived([all, now], () => snapshots.numberOf(now.current()?.address));
  // A new picture is shown, whatever was compared before.
  follow([last], () => pressed.set({ chosenA: pressed.current().chosenA }), signal);
  const numbers = derived([all, pressed, last], () => {
    const { a: pressedA, b: pressedB, chosenA } = pressed.current();
    const runs = all.current();
    const b = runs.find(({ number }) => number === (pressedB ?? last.current()));
    const others = runs.filter((run) => run !== b);
    const a =
      others.find(({ number }) => number === pressedA) ??
      others.find(({ number }) => number === chosenA) ??
      others.findLast(({ number }) => number < (b?.number ?? Infinity)) ??
      others[0];
    return { runs, a, b, isOther: b !== undefined && b.number !== last.current() };
  });
  const first = derived([numbers], () => numbers.current().a);
  const second = derived([numbers], () => numbers.current().b);
  return {
    numbers,
    one: derived([first], () => comparedOf(first.current())),
    other: derived([second, now], () => comparedOf(second.current()) ?? now.current()),
    /** The run that is B becomes A, and A becomes B. */
    showA: (number: number): void => {
      const { a, b } = numbers.current();
      const before = pressed.current().b;
      pressed.set({ chosenA: number, b: number === b?.number ? a?.number : before });
    },
    /** A stays; the run that is A becomes B, and B becomes A. */
    showB: (number: number | undefined): void => {
      const { a, b } = numbers.current();
      const { chosenA } = pressed.current();
      pressed.set(
        number === undefined
          ? { chosenA }
          : { chosenA, a: number === a?.number ? b?.number : a?.number, b: number },
      );
    },
  };
}

/** What is shown of two pictures. */
interface Shown {
  readonly one: ComparedPicture | undefined;
  readonly other: ComparedPicture;
  readonly isOther: boolean;
  readonly way: ComparisonMode | undefined;
  readonly isHeld: boolean;
  readonly line: ReactNode;
  readonly difference: Difference;
}

const pictureOf = ({ recipe, address }: ComparedPicture) => ({
  image: address,
  file: address,
  recipe,
});

function inspectedOf(shown: Shown): InspectedPicture | undefined {
  const { one, other, isOther, way, isHeld, line, difference } = shown;
  const b = { line, ...(isOther && { ...pictureOf(other), run: other.run }) };
  if (!one) return isOther ? b : undefined;
  if (isHeld)
    return {
      ...pictureOf(one),
      line,
      isHeld: true,
      over: () => <PictureName side="left">A {one.name}</PictureName>,
    };
  switch (way) {
    case 'wipe':
      return { ...b, over: (picture) => <Wipe a={one} b={other} picture={picture} /> };
    case 'side by side':
      return {
        ...b,
        left: (picture) => <LeftPicture a={one} picture={picture} />,
        over: () => <PictureName side="left">B {other.name}</PictureName>,
      };
    case 'difference':
      return {
        ...b,
        ...(difference.image !== undefined && { image: difference.image, file: undefined }),
        ...(difference.valuesAt && { valuesAt: difference.valuesAt }),
        over: () => <DifferenceFigures {...difference} />,
      };
    case undefined:
      return isOther ? b : undefined;
  }
}

/**
 * The comparison of two runs.
 *
 * @param now the picture that is shown when nothing is compared; undefined without one.
 */
export function createCompareStore(
  now: Readable<ComparedPicture | undefined>,
  signal: AbortSignal,
): {
  readonly compare: Readable<Compare>;
  readonly inspected: Readable<InspectedPicture | undefined>;
} {
  const { numbers, one, other, showA, showB } = createTwoRuns(now, signal);
  const chosenWay = writable<ComparisonMode | undefined>(undefined);
  const isHeld = writable(false);
  const factor = writable(8);
  const way = derived([one, other, chosenWay], () =>
    one.current() && other.current() ? chosenWay.current() : undefined,
  );
  const difference = createDifference(
    derived([way, one], () => (way.current() === 'difference' ? one.current() : undefined)),
    derived([way, other], () => (way.current() === 'difference' ? other.current() : undefined)),
    factor,
    signal,
  );
  return {
    compare: derived([numbers, way], () => {
      const { runs, a, b, isOther } = numbers.current();
      return {
        runs,
        a: a?.number,
        b: b?.number,
        isOther,
        way: way.current(),
        showA,
        showB,
        showWay: chosenWay.set,
        hold: isHeld.set,
      };
    }),
    inspected: derived([numbers, one, other, way, isHeld, factor, difference], () => {
      const [a, b] = [one.current(), other.current()];
      if (!b) return undefined;
      const line = (
        <CompareLine
          a={a}
          b={b}
          words={a && changesInWords(differences(a.recipe, b.recipe))}
          way={way.current()}
          onWay={chosenWay.set}
          factor={factor.current()}
          onFactor={factor.set}
        />
      );
      return inspectedOf({
        one: a,
        other: b,
        line,
        isOther: numbers.current().isOther,
        way: way.current(),
        isHeld: isHeld.current(),
        difference: difference.current(),
      });
    }),
  };
}

const signed = (value: number): string =>
  value > 0 ? `+${value}` : String(value).replace('-', '\u2212');

/** Figures and picture of a difference. */
interface Difference {
  readonly image: string | undefined;
  readonly figures: PictureDifference | undefined;
  readonly problem: string | undefined;
  /** Values of a pixel, in words. */
  readonly valuesAt: ((at: Point) => string) | undefined;
}

const valuesIn =
  (a: DecodedPicture, b: DecodedPicture) =>
  ({ x, y }: Point): string => {
    const at = 3 * (y * a.columns + x);
    const [red, green, blue] = [0, 1, 2].map((channel) =>
      signed(b.data[at + channel]! - a.data[at + channel]!),
    );
    return `B \u2212 A  R ${red!} G ${green!} B ${blue!}`;
  };

/** Lets the page go on between the parts of a long computation, which ends with the signal. */
const pauseUntil = (signal: AbortSignal) => (): Promise<void> =>
  new Promise((resolve, reject) => {
    setTimeout(() => (signal.aborted ? reject(new Error('No longer wanted.')) : resolve()));
  });

/**
 * Figures and picture of the difference of two pictures of the same size; nothing where one of them
 * is missing.
 */
function createDifference(
  one: Readable<ComparedPicture | undefined>,
  other: Readable<ComparedPicture | undefined>,
  factor: Readable<number>,
  signal: AbortSignal,
): Readable<Difference> {
  const decoded = (picture: Readable<ComparedPicture | undefined>) =>
    loadedFor(
      derived([picture], () => picture.current()?.address),
      decodePicture,
      signal,
    );
  const [a, b] = [decoded(one), decoded(other)];
  const alike = derived([a, b], () => {
    const [left, right] = [a.current(), b.current()];
    return left && right && left.rows === right.rows && left.columns === right.columns
      ? { left, right, valuesAt: valuesIn(left, right) }
      : undefined;
  });
  const image = madePicture(
    derived([alike, factor], () => {
      const pair = alike.current();
      const times = factor.current();
      return (
        pair &&
        (() => ({
          width: pair.left.columns,
          height: pair.left.rows,
          rgb: amplified(pair.left, pair.right, times),
        }))
      );
    }),
    signal,
  );
  const figures = loadedFor(
    alike,
    ({ left, right }, wanted) => differenceInParts(left, right, pauseUntil(wanted)),
    signal,
  );
  return derived([a, b, alike, image, figures], () => {
    const [left, right, pair] = [a.current(), b.current(), alike.current()];
    return {
      image: image.current(),
      figures: figures.current(),
      problem:
        left && right && !pair
          ? `No difference: A has ${left.columns} × ${left.rows} px, B ${right.columns} × ${right.rows}.`
          : undefined,
      valuesAt: pair?.valuesAt,
    };
  });
}
