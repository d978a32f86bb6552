import { useEffect, useEffectEvent, type KeyboardEvent } from 'react';
import type { StripMode } from './kept-mode.ts';
import type { ComparisonMode } from '../../features/compare/compared.ts';
import type { Compare } from '../../features/compare/use-compare.tsx';
import type { StageView } from '../../features/stages/use-stage-view.tsx';

/** Takes a key that is pressed in the picture or the strip, beyond those of the picture itself. */
export type StripKeys = (event: KeyboardEvent) => void;

const ways: Readonly<Record<string, ComparisonMode>> = {
  w: 'wipe',
  s: 'side by side',
  d: 'difference',
};

interface Shown {
  readonly view: StageView;
  /** Undefined where nothing can be compared. */
  readonly compare: Compare | undefined;
}

interface Keys {
  /** The places of the strip of stages, in their order. */
  readonly places: readonly string[];
  readonly hasStages: boolean;
  readonly changeMode: (mode: StripMode) => void;
  /** Takes the handler for the picture. */
  readonly onKeys: (handler: StripKeys | undefined) => void;
}

/**
 * Keys of the strip: [ and ] step through the stages, W, S and D compare, Space shows A, Escape
 * leaves one level.
 */
export function useStripKeys(
  { view, compare }: Shown,
  { places, hasStages, changeMode, onKeys }: Keys,
): StripKeys {
  const step = (by: number): boolean => {
    if (!hasStages) return false;
    changeMode('stages');
    const at = places.indexOf(view.shown ?? places.at(-1)!);
    view.show(places[Math.min(places.length - 1, Math.max(0, at + by))]);
    return true;
  };
  const leave = (): boolean => {
    if (compare?.way) compare.showWay(undefined);
    else if (compare?.isOther) compare.showB(undefined);
    else if (view.shown !== undefined) view.show(undefined);
    else return false;
    return true;
  };
  const toggle = (way: ComparisonMode): boolean => {
    if (!compare) return false;
    changeMode('runs');
    compare.showWay(compare.way === way ? undefined : way);
    return true;
  };
  const hold = (): boolean => {
    compare?.hold(true);
    return compare !== undefined;
  };
  /** Whether the key means something here. */
  const take = (key: string): boolean => {
    const way = ways[key.toLowerCase()];
    if (way) return toggle(way);
    switch (key) {
      case '[':
        return step(-1);
      case ']':
        return step(1);
      case ' ':
        return hold();
      case 'Escape':
        return leave();
      default:
        return false;
    }
  };
  const onKey = (event: KeyboardEvent): void => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
    const target = event.target as HTMLElement;
    if (target.matches('input, select')) return;
    // Space presses these.
    if (event.key === ' ' && target.matches('[data-mode]')) return;
    if (take(event.key)) event.preventDefault();
  };
  const onLatest = useEffectEvent(onKey);
  useEffect(() => {
    onKeys((event) => onLatest(event));
    return () => onKeys(undefined);
  }, [onKeys]);
  const release = useEffectEvent(() => compare?.hold(false));
  useEffect(() => {
    const onRelease = (event: Event): void => {
      if (!('key' in event) || event.key === ' ') release();
    };
    window.addEventListener('keyup', onRelease);
    window.addEventListener('blur', onRelease);
    return () => {
      window.removeEventListener('keyup', onRelease);
      window.removeEventListener('blur', onRelease);
    };
  }, []);
  return onKey;
}
