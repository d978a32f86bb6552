import { useCallback, useEffect, useMemo, useState, useSyncExternalStore } from 'react';
import type { PictureDifference } from '@lumenloom/engine/measuring';
import type { DecodedPicture } from '../measure/measure-region.ts';
import type { Inspected } from '../panes/inspected.ts';
import type { Point } from '../panes/picture-view.ts';
import type { Recipe } from '../recipe/recipe.ts';
import { changesInWords, differences } from '../recipe/differences.ts';
import { CompareLine } from './compare-line.tsx';
import { amplified, differenceInParts } from './difference.ts';
import { LeftPicture, PictureName, Wipe } from './compared-pictures.tsx';
import { nameOf, snapshots, type Snapshot } from './snapshots.ts';
import { useDecoded, useMadePicture } from './stage-picture.ts';

/** How two pictures are shown. */
export type Way = 'wipe' | 'side by side' | 'difference';

/** A picture with its name and what it was made with. */
export interface Compared {
  readonly name: string;
  readonly recipe: Recipe;
  readonly address: string;
}

/** Runs of this visit, and what is shown of them. */
export interface Compare {
  readonly runs: readonly Snapshot[];
  /** Numbers of the two runs; undefined where A is missing or B is what live draws. */
  readonly a: number | undefined;
  readonly b: number | undefined;
  /** B is another run than the one that is shown without comparing. */
  readonly isOther: boolean;
  readonly way: Way | undefined;
  readonly showA: (number: number) => void;
  readonly showB: (number: number | undefined) => void;
  readonly showWay: (way: Way | undefined) => void;
  /** A is shown while it is held. */
  readonly hold: (isHeld: boolean) => void;
  readonly inspected: Inspected | undefined;
}

const comparedOf = (snapshot: Snapshot | undefined): Compared | undefined =>
  snapshot && { name: nameOf(snapshot), recipe: snapshot.recipe, address: snapshot.address };

const pause = (): Promise<void> => new Promise((resolve) => setTimeout(resolve));

/** @param now the picture that is shown beside the runs; undefined without one. */
export function useCompare(now: Compared | undefined): Compare {
  const runs = useSyncExternalStore(snapshots.subscribe, snapshots.all, snapshots.all);
  const [chosenA, showA] = useState<number>();
  const [b, showB] = useState<number>();
  const [way, showWay] = useState<Way>();
  const [isHeld, hold] = useState(false);
  const [factor, setFactor] = useState(8);

  const last = snapshots.numberOf(now?.address);
  const snapshotA =
    runs.find(({ number }) => number === chosenA) ??
    // The run before what is shown, which is the last one unless live draws or another is B.
    runs.findLast(({ number }) => number < (b ?? last ?? Infinity));
  const one = useMemo(() => comparedOf(snapshotA), [snapshotA]);
  const [lastSeen, setLastSeen] = useState(last);
  if (last !== lastSeen) {
    // A new picture is shown, whatever was compared before.
    setLastSeen(last);
    showB(undefined);
  }
  const snapshotB = runs.find(({ number }) => number === (b ?? last));
  const isOther = snapshotB !== undefined && snapshotB.number !== last;
  const [nowName, nowRecipe, nowAddress] = [now?.name, now?.recipe, now?.address];
  const other = useMemo(
    () =>
      comparedOf(snapshotB) ??
      (nowAddress === undefined
        ? undefined
        : { name: nowName!, recipe: nowRecipe!, address: nowAddress }),
    [snapshotB, nowName, nowRecipe, nowAddress],
  );
  const shownWay = one && other && way;
  const difference = useDifference(
    shownWay === 'difference' ? one : undefined,
    shownWay === 'difference' ? other : undefined,
    factor,
  );
  const { image, figures, problem, valuesAt } = difference;
  const inspected = useMemo((): Inspected | undefined => {
    if (!other) return undefined;
    const words = one && changesInWords(differences(one.recipe, other.recipe));
    const line = (
      <CompareLine
        a={one}
        b={other}
        words={words}
        way={shownWay}
        onWay={showWay}
        factor={factor}
        onFactor={setFactor}
        figures={figures}
        problem={problem}
      />
    );
    if (isHeld && one)
      return {
        image: one.address,
        recipe: one.recipe,
        line,
        over: () => <PictureName side="left">A {one.name}</PictureName>,
      };
    const shownB = isOther && { image: other.address, recipe: other.recipe };
    switch (one ? shownWay : undefined) {
      case 'wipe':
        return {
          ...shownB,
          line,
          over: (picture) => <Wipe a={one!} b={other} picture={picture} />,
        };
      case 'side by side':
        return {
          ...shownB,
          line,
          left: (picture) => <LeftPicture a={one!} picture={picture} />,
          over: () => <PictureName side="left">B {other.name}</PictureName>,
        };
      case 'difference':
        return {
          ...shownB,
          ...(image !== undefined && { image }),
          line,
          ...(valuesAt && { valuesAt }),
        };
      default:
        return shownB ? { ...shownB, line } : undefined;
    }
  }, [one, other, isOther, shownWay, isHeld, factor, image, figures, problem, valuesAt]);
  return {
    runs,
    a: snapshotA?.number,
    b: snapshotB?.number,
    isOther,
    way: shownWay,
    showA,
    showB: (number) => showB(number === last ? undefined : number),
    showWay,
    hold,
    inspected,
  };
}

const signed = (value: number): string =>
  value > 0 ? `+${value}` : String(value).replace('-', '\u2212');

/** Figures and picture of the difference of two pictures of the same size; nothing where one of them is missing. */
function useDifference(one: Compared | undefined, other: Compared | undefined, factor: number) {
  const [a, b] = [useDecoded(one?.address), useDecoded(other?.address)];
  const areAlike = a && b && a.rows === b.rows && a.columns === b.columns;
  const make = useMemo(
    () =>
      areAlike
        ? () => ({ width: a.columns, height: a.rows, rgb: amplified(a, b, factor) })
        : undefined,
    [areAlike, a, b, factor],
  );
  const image = useMadePicture(make);
  const figures = useFigures(areAlike ? a : undefined, areAlike ? b : undefined);
  const valuesAt = useCallback(
    ({ x, y }: Point): string => {
      const at = 3 * (y * a!.columns + x);
      const [red, green, blue] = [0, 1, 2].map((channel) =>
        signed(b!.data[at + channel]! - a!.data[at + channel]!),
      );
      return `B \u2212 A  R ${red!} G ${green!} B ${blue!}`;
    },
    [a, b],
  );
  return {
    image,
    figures,
    problem:
      a && b && !areAlike
        ? `No difference: A has ${a.columns} × ${a.rows} px, B ${b.columns} × ${b.rows}.`
        : undefined,
    valuesAt: areAlike ? valuesAt : undefined,
  };
}

/** The figures of a difference, once they are known. */
function useFigures(
  one: DecodedPicture | undefined,
  other: DecodedPicture | undefined,
): PictureDifference | undefined {
  const [known, setKnown] = useState<{
    readonly one: DecodedPicture;
    readonly other: DecodedPicture;
    readonly figures: PictureDifference;
  }>();
  useEffect(() => {
    if (!one || !other) return undefined;
    let isWanted = true;
    void differenceInParts(one, other, pause).then((figures) => {
      if (isWanted) setKnown({ one, other, figures });
    });
    return () => {
      isWanted = false;
    };
  }, [one, other]);
  return known?.one === one && known?.other === other ? known?.figures : undefined;
}
