import type { KernelExports } from '../../../kernels/kernel-memory.ts';
import type { IspModuleId } from '../order.ts';
import type { output } from '../output.ts';
import type { StepFunctions } from '../step-code.ts';
import * as colours from './colours/simd.ts';
import * as finish from './finish/simd.ts';

/**
 * Steps that one kernel runs in a single pass, without storing what lies between them. All but the
 * first work pixel by pixel.
 */
export interface Fusion {
  /** Also the name of the kernel. */
  readonly id: string;
  /** In the order of the chain. */
  readonly steps: readonly (IspModuleId | typeof output.id)[];
  /** The kernel can also run some of them only, but always the last. */
  readonly partly?: true;
  /** Wraps the kernel. A part holds the tables of the steps by their ids. */
  simd(kernel: KernelExports): StepFunctions;
}

/**
 * Every fused kernel. They are an optimisation only: the same steps one by one give the same bits.
 */
export const FUSIONS: readonly Fusion[] = [
  { id: 'colours', steps: ['cfa', 'ccm', 'gac', 'csc'], simd: colours.simd },
  { id: 'finish', steps: ['fcs', 'hsc', 'bcc', 'output'], partly: true, simd: finish.simd },
];
