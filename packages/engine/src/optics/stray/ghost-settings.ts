import type { Coating } from './coating.ts';

/** What the surfaces of a lens and the sensor reflect, and how much of it is in pictures. */
export interface GhostSettings {
  readonly coating: Coating;
  /** Ghosts in pictures: the strongest so many pairs of reflections; 0: transmission alone. */
  readonly pairs: number;
  /** Share that the sensor reflects like a mirror, 0 to 0.5. */
  readonly sensor: number;
}
