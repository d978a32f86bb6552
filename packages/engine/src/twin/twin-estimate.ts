import type { ColourEstimate } from './estimate-colour.ts';
import type { IspEstimate } from './estimate-isp.ts';
import type { LensEstimate } from './estimate-lens.ts';
import type { SensorEstimate } from './estimate-sensor.ts';

/** What frames say of a camera. */
export interface TwinEstimate {
  readonly sensor: SensorEstimate;
  readonly lens: LensEstimate;
  readonly colour: ColourEstimate | undefined;
  readonly isp: IspEstimate | undefined;
}
