import type { FocusSettings } from './focus/focus-settings.ts';
import type { Environment } from './heat/environment.ts';
import type { Orientation } from './ray-trace/lens-symmetry.ts';
import type { Coating } from './stray/coating.ts';

/** How a lens of glass is set up for a run. */
export interface LensSetting {
  /** Absent: as the file has it, with the object at infinity. */
  readonly focus?: FocusSettings;
  /** At which temperature and pressure it is; absent: at those of its file. */
  readonly environment?: Environment;
  /** Absent: its surfaces reflect nothing. */
  readonly coating?: Coating;
  /** How its picture lies on the sensor; absent: it stands like the scene. */
  readonly orientation?: Orientation;
}
