import type { DepthFacts } from './depth/depth-facts.ts';

/**
 * How a picture was formed through a real lens, for the log and report.json; the keys are
 * published.
 */
export interface FormingFacts {
  /** Only where the scene has depth; reported beside the rest. */
  readonly depth?: DepthFacts;
  /** Samples of the source per pixel along a side. */
  readonly oversampling: number;
  /** Pixels binned along a side, because the blur is wide; absent: none. */
  readonly binning?: number;
  /** Distance between those samples, metres. */
  readonly workingPitch: number;
  /** Samples along a side of a kernel. */
  readonly kernelSamples: number;
  /** Places in the field at which point spread functions are known. */
  readonly nodes: number;
  /** Bands for which they are known. */
  readonly bands: number;
  readonly tables: 'traced' | 'cached';
  /** Time that tracing took; absent where they were cached, and where the host has no clock. */
  readonly tracedMilliseconds?: number;
  /**
   * Largest share of a point's light that falls beyond its kernel (docs/reference/physics.md#p5).
   */
  readonly lostShare: number;
  /**
   * Light added by setting negative pixels to 0, as a share of the picture's total
   * (docs/reference/physics.md#p2).
   */
  readonly darkenedShare: number;
}
