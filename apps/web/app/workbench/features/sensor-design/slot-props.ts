import type { SensorModel } from '@lumenloom/browser-host';
import type { SensorDraft } from './sensor-draft.ts';
import type { SensorState, SensorStore } from './sensor-store.ts';

/** What a slot shows: the last model, and the draft that it may be older than. */
export interface SlotProps {
  readonly model: SensorModel;
  readonly draft: SensorDraft;
  readonly state: SensorState;
  readonly store: SensorStore;
}
