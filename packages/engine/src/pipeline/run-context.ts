import type { ShownImage } from '../images/shown-image.ts';
import type { LogTopic, StageContext } from '../stage.ts';
import type { Measurement } from './measurements/list.ts';
import type { CacheUse } from './report.ts';
import type { StageSink } from './stage-sink.ts';

/** How a run is watched and stopped. */
export interface RunContext extends Pick<StageContext, 'stopped' | 'progress'> {
  /** One line for the log pane, under that heading; a warning deserves a look. */
  log(line: string, topic: LogTopic, isWarning: boolean): void;
  /** A stage has ended. */
  stage(name: string, ms: number, fromMemory?: CacheUse): void;
  /** Takes the picture as soon as it is ready: it is measured after that. */
  picture?(image: ShownImage, plain: ShownImage | undefined): void | Promise<void>;
  /** Takes each thing that is measured on the picture. */
  measurement?(measurement: Measurement): void;
  /**
   * Receives the arrays between the stages. With or without it the picture is the same; with it
   * nothing comes from memory.
   */
  readonly sink?: StageSink;
  /** False: nothing is measured on the picture, and the figures of the lens are left out. */
  readonly measures?: boolean;
  /** True: the picture of the reference ISP with 16 bits is wanted, whatever ISP is chosen. */
  readonly deep?: boolean;
  /** Whose results in the memory of the host may be used; the same for all runs unless given. */
  readonly owner?: string;
  /**
   * True: a device that fails makes the run fail, because results of it and of the processor are
   * not mixed. Otherwise such a run is computed again on the processor.
   */
  readonly needsDevice?: boolean;
}
