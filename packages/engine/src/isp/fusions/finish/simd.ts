import { placeBlocks, type KernelExports } from '../../../kernels/kernel-memory.ts';
import type { BccTables } from '../../modules/bcc/apply.ts';
import type { FcsTables } from '../../modules/fcs/apply.ts';
import type { HscTables } from '../../modules/hsc/apply.ts';
import type { Planes } from '../../planes.ts';
import type { StepPart } from '../../step-code.ts';

/** @see assembly/finish.ts */
export interface FinishExports extends KernelExports {
  readonly finish: (
    count: number,
    y: number,
    cbcr: number,
    edges: number,
    shares: number,
    isTurned: boolean,
    sine: number,
    cosine: number,
    gain: number,
    curve: number,
    rgb: number,
  ) => void;
}

/** Some rows of luma and chroma to finish; FCS, HSC and BCC each if it has tables. There are edges if FCS has. */
type FinishPart = Omit<
  StepPart<
    'y' | 'cbcr',
    'rgb',
    { readonly fcs?: FcsTables; readonly hsc?: HscTables; readonly bcc?: BccTables }
  >,
  'source'
> & { readonly source: Pick<Planes, 'y' | 'cbcr'> & Partial<Pick<Planes, 'edges'>> };

/** Bytes that vectors may touch behind the last pixel. */
const SLACK = 32;
/** Pixels at a time, so that everything stays in the second-level cache. */
const PIXELS = 16384;

/** FCS, HSC, BCC and the output in one pass, in SIMD. */
export const finishKernel =
  (kernel: FinishExports) =>
  ({
    source: { y, cbcr, edges },
    target: { rgb },
    tables: { fcs, hsc, bcc },
    columns,
    from,
    to,
  }: FinishPart): void => {
    const [yIn, cbcrIn, edgesIn, shares, curve, out] = placeBlocks(kernel, [
      PIXELS + SLACK,
      PIXELS * 2 + SLACK,
      PIXELS * 2 + SLACK,
      1024,
      256,
      PIXELS * 3 + SLACK,
    ]) as [number, number, number, number, number, number];
    const { buffer } = kernel.memory;
    if (fcs) new Int32Array(buffer, shares, 256).set(fcs.shares);
    if (bcc) new Uint8Array(buffer, curve, 256).set(bcc.curve);
    for (let start = from * columns; start < to * columns; start += PIXELS) {
      const count = Math.min(PIXELS, to * columns - start);
      new Uint8Array(buffer, yIn, count).set(y.subarray(start, start + count));
      new Uint8Array(buffer, cbcrIn, count * 2).set(cbcr.subarray(start * 2, (start + count) * 2));
      if (fcs && edges) {
        const copied = new Int16Array(buffer, edgesIn, count + 8);
        copied.set(edges.subarray(start, start + count));
        // Edges are looked up: what lies behind the last must be one too.
        copied.fill(0, count);
      }
      kernel.finish(
        count,
        yIn,
        cbcrIn,
        edgesIn,
        fcs ? shares : 0,
        hsc !== undefined,
        hsc?.sine ?? 0,
        hsc?.cosine ?? 256,
        hsc?.gain ?? 256,
        bcc ? curve : 0,
        out,
      );
      rgb.set(new Uint8Array(buffer, out, count * 3), start * 3);
    }
  };
