import { placeBlocks, type KernelExports } from '../../../../kernels/kernel-memory.ts';
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

/**
 * Some rows of luma and chroma. Each of FCS, HSC and BCC is skipped when it has no tables; edges
 * are there when FCS has tables.
 */
type FinishPart = Omit<
  StepPart<
    'y' | 'cbcr',
    'rgb',
    { readonly fcs?: FcsTables; readonly hsc?: HscTables; readonly bcc?: BccTables }
  >,
  'source'
> & { readonly source: Pick<Planes, 'y' | 'cbcr'> & Partial<Pick<Planes, 'edges'>> };

/** Bytes after the last pixel that vectors may read or write. */
const SLACK = 32;
/** Pixels per call of the kernel, so that everything fits the second-level cache. */
const PIXELS = 16384;

/** FCS, HSC, BCC and the output in one pass, in SIMD. */
export const simd = (kernel: FinishExports) => ({
  apply: ({
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
    ]);
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
        // Edges are indices of a table, so the padding after the last one must be a valid index
        // too.
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
  },
});
