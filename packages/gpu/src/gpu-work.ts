import type { DeviceWork } from '@lumenloom/engine/accelerate';
import type { GpuSession, GpuTask } from './session.ts';

/** How a GPU does a kind of work. */
export interface GpuWork<Data extends object, Result> {
  readonly work: DeviceWork<Data, Result>;
  readonly compute: (task: GpuTask, data: Data, watch: { stopped(): boolean }) => Promise<Result>;
  /** Whether it can be done within the limits of the device; where it is absent, always. */
  readonly isPossible?: (data: Data, limits: GPUSupportedLimits) => boolean;
  /** Whether the GPU does a small example right, for the self-test; takes a few milliseconds. */
  readonly check?: (session: GpuSession) => Promise<boolean>;
}
