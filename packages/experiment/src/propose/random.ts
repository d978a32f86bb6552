import { DRAWN_BATCH, evenly, type Algorithm, type Search } from './algorithm.ts';
import { drawnPoints } from './variation.ts';

/** Independent points of a sweep. */
export const randomPoints = drawnPoints((drawn) => drawn.map(({ within }) => within));

/** Independent points of a study. */
export const randomSearch = (search: Search): Algorithm => ({
  batch: DRAWN_BATCH,
  restarts: [],
  propose: (run) => (run === 0 && search.start ? search.start : evenly(search, run)),
});
