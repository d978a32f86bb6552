/** How a picture was formed through a real lens: for the last line of the log and for report.json, never for the picture. */
export interface FormingFacts {
  /** Working pixels along one side of a pixel. */
  readonly oversampling: number;
  /** Metres. */
  readonly workingPitch: number;
  /** Working pixels along one side of a kernel. */
  readonly kernelSamples: number;
  /** Field points at which point spread functions were traced. */
  readonly nodes: number;
  /** Bands that the tables hold. */
  readonly bands: number;
  readonly tables: 'traced' | 'cached';
  /** What tracing them took; absent where they were cached or no clock is at hand. */
  readonly tracedMilliseconds?: number;
  /** Largest share of a point's light that falls beyond its kernel (physics.md P5). */
  readonly lostShare: number;
  /** Light added by setting negative pixels to 0, as a share of the picture's total (physics.md P2). */
  readonly darkenedShare: number;
}
