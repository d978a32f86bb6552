import type { output } from '../output.ts';
import type { IspModuleId } from '../order.ts';
import { coloursKernel } from './colours/simd.ts';
import { finishKernel } from './finish/simd.ts';

/** Steps that a kernel takes together, so that what lies between them is never stored. All but the first look at one pixel at a time. */
export interface Fusion {
  /** Also the name of the kernel. */
  readonly id: string;
  /** In the order of the chain. */
  readonly steps: readonly (IspModuleId | typeof output.id)[];
  /** It may also do without some of them, but not without the last. */
  readonly partly?: true;
  /** Its part has the tables of every step that has some, by the step's id. */
  readonly simd: (kernel: never) => (part: never) => void;
}

/** Every joint kernel: an optimisation that may be absent, since its steps give the same bits one by one. */
export const FUSIONS: readonly Fusion[] = [
  { id: 'colours', steps: ['cfa', 'ccm', 'gac', 'csc'], simd: coloursKernel },
  { id: 'finish', steps: ['fcs', 'hsc', 'bcc', 'output'], partly: true, simd: finishKernel },
];
