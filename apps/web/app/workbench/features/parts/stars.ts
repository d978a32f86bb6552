import { writable, type Readable } from '../../model/store.ts';

const STARS = 'lumenloom-stars';

function kept(): readonly string[] {
  try {
    const stars: unknown = JSON.parse(localStorage.getItem(STARS) ?? '[]');
    return Array.isArray(stars) ? stars.filter((star) => typeof star === 'string') : [];
  } catch {
    return [];
  }
}

/** Parts that have a star, by their choices; the browser keeps them. */
export function createStars(): {
  readonly stars: Readable<readonly string[]>;
  readonly toggle: (name: string) => void;
} {
  const stars = writable(kept());
  return {
    stars,
    toggle: (name) => {
      const before = stars.current();
      const next = before.includes(name)
        ? before.filter((star) => star !== name)
        : [...before, name];
      stars.set(next);
      try {
        localStorage.setItem(STARS, JSON.stringify(next));
      } catch {
        // The star lasts as long as the page.
      }
    },
  };
}
