import { adjustContrast } from '../isp/modules/bcc/apply.ts';
import { suppressFalseColour, type FcsPart } from '../isp/modules/fcs/apply.ts';
import { controlHue, type HscPart } from '../isp/modules/hsc/apply.ts';
import { convertFromLuma, type OutputPart } from '../isp/output.ts';
import { placeBlocks, type KernelExports } from './kernel-memory.ts';

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

/** Some rows of luma and chroma through FCS, HSC and BCC, each if it is given, and on to colours. */
export interface FinishPart extends OutputPart {
  readonly fcs: Pick<FcsPart, 'edges' | 'shares'> | undefined;
  readonly hsc: Pick<HscPart, 'sine' | 'cosine' | 'gain'> | undefined;
  /** New luma by old. */
  readonly bcc: Uint8Array | undefined;
}

/** Bytes that vectors may touch behind the last pixel. */
const SLACK = 32;
/** Pixels at a time, so that everything stays in the second-level cache. */
const PIXELS = 16384;

/** The plain twin: one after another. */
export function finishPicture(part: FinishPart): void {
  const { fcs, hsc, bcc } = part;
  const y = part.y.slice();
  const cbcr = part.cbcr.slice();
  if (fcs) suppressFalseColour({ ...part, ...fcs, source: cbcr, target: cbcr });
  if (hsc) controlHue({ ...part, ...hsc, source: cbcr, target: cbcr });
  if (bcc) adjustContrast({ ...part, source: y, target: y, curve: bcc });
  convertFromLuma({ ...part, y, cbcr });
}

/** FCS, HSC, BCC and the output in one pass, in SIMD. */
export const finishKernel =
  (kernel: FinishExports) =>
  ({ y, cbcr, rgb, columns, from, to, fcs, hsc, bcc }: FinishPart): void => {
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
    if (bcc) new Uint8Array(buffer, curve, 256).set(bcc);
    for (let start = from * columns; start < to * columns; start += PIXELS) {
      const count = Math.min(PIXELS, to * columns - start);
      new Uint8Array(buffer, yIn, count).set(y.subarray(start, start + count));
      new Uint8Array(buffer, cbcrIn, count * 2).set(cbcr.subarray(start * 2, (start + count) * 2));
      if (fcs) {
        const edges = new Int16Array(buffer, edgesIn, count + 8);
        edges.set(fcs.edges.subarray(start, start + count));
        // Edges are looked up: what lies behind the last must be one too.
        edges.fill(0, count);
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
