/**
 * What a tab keeps over a reload: small values in the session storage, where they are there at
 * once, large ones in IndexedDB. A logout makes all of it unreadable, in every tab, and deletes
 * what this tab can reach.
 */

/**
 * The name of everything that this browser keeps; it is in the local storage, so a logout changes
 * it for all tabs.
 */
const OWNER_KEY = 'keptWork';
const TAB_KEY = 'tab';
const DATABASE = 'kept-work';
const STORE = 'tabs';
/** Large values of tabs that were closed are deleted after this time, ms. */
const LIFE_MS = 24 * 60 * 60 * 1000;

/** Runs what needs storage; where the browser denies it, nothing is kept. */
function attempt<Value>(work: () => Value): Value | undefined {
  try {
    return work();
  } catch (error) {
    console.warn('kept work:', error);
    return undefined;
  }
}

/** The value under a key; a random one is stored where there is none. */
function randomName(storage: Storage, key: string): string {
  const known = storage.getItem(key);
  if (known !== null) return known;
  const name = crypto.getRandomValues(new Uint32Array(4)).join('-');
  storage.setItem(key, name);
  return name;
}

const keyOf = (name: string): string => `${randomName(localStorage, OWNER_KEY)} ${name}`;

/** Changes with a logout, for what a page keeps by itself; '' where the browser denies storage. */
export const keptOwner = (): string => attempt(() => randomName(localStorage, OWNER_KEY)) ?? '';

/**
 * What this page has kept, for the person whose work it is: a logout in another tab makes the
 * storage unreadable, and the login that follows here brings the work back.
 */
const held = new Map<string, unknown>();
let heldFor = '';

/** From now on the page keeps the work of this person; the work of another one is gone. */
export function holdFor(email: string): void {
  const person = email.toLowerCase();
  if (person !== heldFor) held.clear();
  heldFor = person;
}

const hold = (name: string, value: unknown): void => {
  if (heldFor !== '') held.set(name, value);
};

/** Keeps a small value until the tab is closed; undefined deletes it. NaN becomes null. */
export function keep(name: string, value: unknown): void {
  hold(name, value);
  attempt(() => {
    if (value === undefined) sessionStorage.removeItem(keyOf(name));
    else sessionStorage.setItem(keyOf(name), JSON.stringify(value));
  });
}

/** A small value that was kept; undefined where there is none. */
export function readKept(name: string): unknown {
  return attempt(() => {
    const text = sessionStorage.getItem(keyOf(name));
    const value = text === null ? asKept(held.get(name)) : (JSON.parse(text) as unknown);
    hold(name, value);
    return value;
  });
}

/** A value as the storage would give it back. */
const asKept = (value: unknown): unknown =>
  value === undefined ? undefined : (JSON.parse(JSON.stringify(value)) as unknown);

interface LargeRecord {
  readonly key: string;
  readonly at: number;
  readonly value: unknown;
}

const answerOf = <Value>(request: IDBRequest<Value>): Promise<Value> =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error ?? new Error('no reason given'));
  });

/** Opens the store for one piece of work. Where the browser denies it, nothing is kept. */
async function withStore<Value>(
  work: (store: IDBObjectStore) => Promise<Value>,
): Promise<Value | undefined> {
  try {
    const opening = indexedDB.open(DATABASE, 1);
    opening.onupgradeneeded = () => {
      opening.result.createObjectStore(STORE, { keyPath: 'key' }).createIndex('at', 'at');
    };
    const database = await answerOf(opening);
    try {
      return await work(database.transaction(STORE, 'readwrite').objectStore(STORE));
    } finally {
      database.close();
    }
  } catch (error) {
    console.warn('kept work:', error);
    return undefined;
  }
}

const tabKeyOf = (name: string): string => `${keyOf(name)} ${randomName(sessionStorage, TAB_KEY)}`;

/** Keeps a large value of this tab; undefined deletes it. */
export async function keepLarge(name: string, value: unknown): Promise<void> {
  hold(name, value);
  await withStore(async (store) => {
    const [at, key] = [Date.now(), tabKeyOf(name)];
    const old = IDBKeyRange.upperBound(at - LIFE_MS);
    for (const oldKey of await answerOf(store.index('at').getAllKeys(old))) store.delete(oldKey);
    if (value === undefined) await answerOf(store.delete(key));
    else await answerOf(store.put({ key, at, value } satisfies LargeRecord));
  });
}

/** A large value that this tab has kept; undefined where there is none. */
export async function keptLarge(name: string): Promise<unknown> {
  const stored = await withStore(async (store) => {
    const record = (await answerOf(store.get(tabKeyOf(name)))) as LargeRecord | undefined;
    return record?.value;
  });
  const value = stored ?? held.get(name);
  hold(name, value);
  return value;
}

/** Deletes everything that was kept, of all tabs. */
export function forgetKept(): void {
  holdFor('');
  attempt(() => localStorage.removeItem(OWNER_KEY));
  attempt(() => sessionStorage.clear());
  void withStore((store) => answerOf(store.clear()));
}
