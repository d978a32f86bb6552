/** Where `loadOnce` keeps loaded values: a Map, or a WeakMap when keys may be garbage-collected. */
interface Store<Key, Value> {
  get(key: Key): Promise<Value> | undefined;
  set(key: Key, loading: Promise<Value>): unknown;
  delete(key: Key): unknown;
}

/**
 * Loads a value once per key, even when several callers ask at the same time.
 *
 * @returns the value of `load` for this key. A failed load is not kept, so that the next call tries
 * again.
 */
export function loadOnce<Key, Value>(
  store: Store<Key, Value>,
  key: Key,
  load: () => Promise<Value>,
): Promise<Value> {
  const known = store.get(key);
  if (known) return known;
  const loading = load();
  store.set(key, loading);
  loading.catch(() => {
    if (store.get(key) === loading) store.delete(key);
  });
  return loading;
}
