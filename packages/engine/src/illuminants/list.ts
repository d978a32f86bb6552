import d50 from './tables/d50.json' with { type: 'json' };
import d55 from './tables/d55.json' with { type: 'json' };
import d65 from './tables/d65.json' with { type: 'json' };
import d75 from './tables/d75.json' with { type: 'json' };
import fluorescent from './tables/fluorescent.json' with { type: 'json' };
import illuminantA from './tables/illuminant-a.json' with { type: 'json' };
import illuminantB from './tables/illuminant-b.json' with { type: 'json' };
import illuminantC from './tables/illuminant-c.json' with { type: 'json' };
import tungsten from './tables/tungsten.json' with { type: 'json' };

/**
 * Every illuminant, in the order of the choice list. `energy` is relative spectral energy with
 * S(560 nm) = 100; Custom has none, because its table comes with the request. A new illuminant
 * needs a JSON file with its source and a line here.
 */
export const illuminants = {
  custom: { label: 'Custom' },
  d50,
  d55,
  d65,
  d75,
  illuminantA,
  illuminantB,
  illuminantC,
  fluorescent,
  tungsten,
} as const;

export type IlluminantId = keyof typeof illuminants;
