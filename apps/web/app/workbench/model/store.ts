import { useSyncExternalStore } from 'react';

/** A value that changes, and calls its listeners then. */
export interface Readable<Value> {
  readonly current: () => Value;
  /** @returns what ends the subscription. */
  readonly subscribe: (listener: () => void) => () => void;
}

export interface Writable<Value> extends Readable<Value> {
  /**
   * @param isFrequent the value is set now, and the listeners are called within `GATHER_MS`, once
   *   for all changes until then.
   */
  readonly set: (value: Value, isFrequent?: boolean) => void;
}

/** Two frames of the screen, ms. */
const GATHER_MS = 33;

/** A value that can be set. */
export function writable<Value>(initial: Value): Writable<Value> {
  const listeners = new Set<() => void>();
  let value = initial;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const callAll = (): void => {
    timer = undefined;
    for (const listener of listeners) listener();
  };
  return {
    current: () => value,
    subscribe: (listener) => {
      // A listener that comes by two ways must not lose both when one of them ends.
      const own = (): void => listener();
      listeners.add(own);
      return () => listeners.delete(own);
    },
    set: (next, isFrequent) => {
      if (Object.is(next, value)) return;
      value = next;
      if (isFrequent) timer ??= setTimeout(callAll, GATHER_MS);
      else callAll();
    },
  };
}

/** What follows from other values; computed again when one of them has changed. */
export function derived<Value>(
  sources: readonly Readable<unknown>[],
  compute: () => Value,
): Readable<Value> {
  let from: readonly unknown[] | undefined;
  let value: Value;
  return {
    current: () => {
      const now = sources.map((source) => source.current());
      if (!from || now.some((one, at) => !Object.is(one, from![at]))) {
        from = now;
        value = compute();
      }
      return value;
    },
    subscribe: (listener) => {
      const ends = sources.map((source) => source.subscribe(listener));
      return () => ends.forEach((end) => end());
    },
  };
}

/** The values of a list that itself changes. */
export function gathered<Value>(
  list: Readable<readonly Readable<Value>[]>,
): Readable<readonly Value[]> {
  let values: readonly Value[] = [];
  return {
    current: () => {
      const now = list.current().map((one) => one.current());
      if (now.length !== values.length || now.some((one, at) => !Object.is(one, values[at])))
        values = now;
      return values;
    },
    subscribe: (listener) => {
      let ends: (() => void)[] = [];
      const subscribe = (): void => {
        ends.forEach((end) => end());
        ends = list.current().map((one) => one.subscribe(listener));
      };
      subscribe();
      const end = list.subscribe(() => {
        subscribe();
        listener();
      });
      return () => {
        end();
        ends.forEach((one) => one());
      };
    },
  };
}

/** A value that never changes. */
export const constant = <Value>(value: Value): Readable<Value> => derived([], () => value);

/** Calls now, and whenever one of the values has changed, until the signal ends it. */
export function follow(
  sources: readonly Readable<unknown>[],
  call: () => void,
  signal: AbortSignal,
): void {
  if (signal.aborted) return;
  const values = derived(sources, () => ({}));
  let last = values.current();
  const end = values.subscribe(() => {
    const next = values.current();
    if (next === last || signal.aborted) return;
    last = next;
    call();
  });
  signal.addEventListener('abort', end, { once: true });
  call();
}

/**
 * What is loaded for a value; undefined until it is there, and where there is no value or loading
 * fails.
 */
export function loadedFor<Key, Value>(
  source: Readable<Key | undefined>,
  load: (key: Key, signal: AbortSignal) => Promise<Value>,
  signal: AbortSignal,
): Readable<Value | undefined> {
  const loaded = writable<{ readonly key: Key; readonly value: Value } | undefined>(undefined);
  let loading: AbortController | undefined;
  signal.addEventListener('abort', () => loading?.abort(), { once: true });
  follow(
    [source],
    () => {
      const key = source.current();
      loading?.abort();
      if (key === undefined || loaded.current()?.key === key) return;
      const { signal: wanted } = (loading = new AbortController());
      load(key, wanted).then(
        (value) => {
          if (!wanted.aborted) loaded.set({ key, value });
        },
        () => undefined,
      );
    },
    signal,
  );
  return derived([source, loaded], () => {
    const now = loaded.current();
    return now && now.key === source.current() ? now.value : undefined;
  });
}

/** The value, in a component, which is drawn again when it changes. */
export const useReadable = <Value>({ subscribe, current }: Readable<Value>): Value =>
  useSyncExternalStore(subscribe, current, current);
