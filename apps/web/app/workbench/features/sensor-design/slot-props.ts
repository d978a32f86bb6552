import type { SensorModel } from '@lumenloom/browser-host';
import type { Curves, SensorDraft } from './sensor-draft.ts';
import type { SensorState, SensorStore } from './sensor-store.ts';

/** What a slot shows: the last model, and the draft that it may be older than. */
export interface SlotProps {
  readonly model: SensorModel;
  /** Curves without IR cut and coating, by the colours of the channels. */
  readonly bare: Curves;
  readonly draft: SensorDraft;
  readonly state: SensorState;
  readonly store: SensorStore;
}
