import {
  useCallback,
  useEffect,
  useMemo,
  useState,
  useSyncExternalStore,
  type ReactNode,
} from 'react';
import type { PictureDifference } from '@lumenloom/engine/measuring';
import type { DecodedPicture } from '../../kit/picture/measure-region.ts';
import type { InspectedPicture } from '../../kit/picture/inspected.ts';
import type { Point } from '../../kit/picture/picture-view.ts';
import { changesInWords, differences } from '../../model/recipe/differences.ts';
import { CompareLine } from './compare-line.tsx';
import type { ComparedPicture, ComparisonMode } from './compared.ts';
import { amplified, differenceInParts } from './difference.ts';
import { DifferenceFigures, LeftPicture, PictureName, Wipe } from './compared-pictures.tsx';
import { nameOf, snapshots, type Snapshot } from './snapshots.ts';
import { useDecoded, useMadePicture } from '../../kit/picture/made-picture.ts';

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
  readonly inspected: InspectedPicture | undefined;
}

const comparedOf = (snapshot: Snapshot | undefined): ComparedPicture | undefined =>
  snapshot && { name: nameOf(snapshot), recipe: snapshot.recipe, address: snapshot.address };

const pause = (): Promise<void> => new Promise((resolve) => setTimeout(resolve));

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
function useTwoRuns(now: ComparedPicture | undefined) {
  const runs = useSyncExternalStore(snapshots.subscribe, snapshots.all, snapshots.all);
  const [pressed, setPressed] = useState<Pressed>({});
  const last = snapshots.numberOf(now?.address);
  const [lastSeen, setLastSeen] = useState(last);
  const { chosenA } = pressed;
  if (last !== lastSeen) {
    // A new picture is shown, whatever was compared before.
    setLastSeen(last);
    setPressed({ chosenA });
  }
  const b = runs.find(({ number }) => number === (pressed.b ?? last));
  const others = runs.filter((run) => run !== b);
  const a =
    others.find(({ number }) => number === pressed.a) ??
    others.find(({ number }) => number === chosenA) ??
    others.findLast(({ number }) => number < (b?.number ?? Infinity)) ??
    others[0];
  const one = useMemo(() => comparedOf(a), [a]);
  const [name, recipe, address] = [now?.name, now?.recipe, now?.address];
  const other = useMemo(
    () =>
      comparedOf(b) ??
      (address === undefined ? undefined : { name: name!, recipe: recipe!, address }),
    [b, name, recipe, address],
  );
  return {
    runs,
    a: a?.number,
    b: b?.number,
    isOther: b !== undefined && b.number !== last,
    /** The run that is B becomes A, and A becomes B. */
    showA: (number: number) =>
      setPressed({ chosenA: number, b: number === b?.number ? a?.number : pressed.b }),
    /** A stays; the run that is A becomes B, and B becomes A. */
    showB: (number: number | undefined) =>
      setPressed(
        number === undefined
          ? { chosenA }
          : { chosenA, a: number === a?.number ? b?.number : a?.number, b: number },
      ),
    one,
    other,
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
  readonly difference: ReturnType<typeof useDifference>;
}

const pictureOf = ({ recipe, address }: ComparedPicture) => ({
  image: address,
  file: address,
  recipe,
});

function inspectedOf(shown: Shown): InspectedPicture | undefined {
  const { one, other, isOther, way, isHeld, line, difference } = shown;
  const b = { line, ...(isOther && pictureOf(other)) };
  if (!one) return isOther ? b : undefined;
  if (isHeld)
    return {
      ...pictureOf(one),
      line,
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

/** @param now the picture that is shown when nothing is compared; undefined without one. */
export function useCompare(now: ComparedPicture | undefined): Compare {
  const { one, other, ...two } = useTwoRuns(now);
  const [chosenWay, showWay] = useState<ComparisonMode>();
  const [isHeld, hold] = useState(false);
  const [factor, setFactor] = useState(8);
  const way = one && other && chosenWay;
  const { isOther } = two;
  const isSubtracted = way === 'difference';
  const difference = useDifference(
    isSubtracted ? one : undefined,
    isSubtracted ? other : undefined,
    factor,
  );
  const { image, figures, problem, valuesAt } = difference;
  const inspected = useMemo(() => {
    if (!other) return undefined;
    const line = (
      <CompareLine
        a={one}
        b={other}
        words={one && changesInWords(differences(one.recipe, other.recipe))}
        way={way}
        onWay={showWay}
        factor={factor}
        onFactor={setFactor}
      />
    );
    return inspectedOf({
      one,
      other,
      isOther,
      way,
      isHeld,
      line,
      difference: { image, valuesAt, figures, problem },
    });
  }, [one, other, isOther, way, isHeld, factor, image, figures, problem, valuesAt]);
  return { ...two, way, showWay, hold, inspected };
}

const signed = (value: number): string =>
  value > 0 ? `+${value}` : String(value).replace('-', '\u2212');

/**
 * Figures and picture of the difference of two pictures of the same size; nothing where one of them
 * is missing.
 */
function useDifference(
  one: ComparedPicture | undefined,
  other: ComparedPicture | undefined,
  factor: number,
) {
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
