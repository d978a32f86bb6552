import type { Host } from '../../host.ts';
import { instantiateKernel } from '../../kernels/instantiate-kernel.ts';
import type { KernelExports } from '../../kernels/kernel-memory.ts';
import { loadOnce } from '../../load-once.ts';
import { inTurn } from './fusions/in-turn.ts';
import { FUSIONS, type Fusion } from './fusions/list.ts';
import { ISP_MODULES, type AnyStep, type LoadedStep } from './order.ts';
import { output } from './output.ts';
import type { StepFunctions } from './step-code.ts';

/** The code of all steps, with the kernels that could be loaded. */
export interface LoadedIsp {
  /** Every module, and `output`, by id. */
  readonly steps: ReadonlyMap<string, LoadedStep>;
  /** The fusions whose kernel is loaded. */
  readonly fusions: readonly Fusion[];
  /**
   * The functions that compute rows, by the id of their step or fusion: kernels where they are
   * loaded, else their plain twins.
   */
  readonly walks: ReadonlyMap<string, StepFunctions>;
  readonly path: 'SIMD' | 'plain';
}

/** One set per thread and source of kernels. */
const loaded = new WeakMap<Host['loadKernel'], Promise<LoadedIsp>>();

/**
 * Loads the code of all steps, and their kernels where WebAssembly has SIMD. Kernels give the same
 * bits as their plain twins.
 */
export const loadIsp = ({ loadKernel }: Pick<Host, 'loadKernel'>): Promise<LoadedIsp> =>
  loadOnce(loaded, loadKernel, () => loadSteps(loadKernel));

async function loadSteps(loadKernel: Host['loadKernel']): Promise<LoadedIsp> {
  const kernelOf = (id: string) => instantiateKernel<KernelExports>(loadKernel, id);
  const records: readonly AnyStep[] = [...ISP_MODULES, output];
  const modules = await Promise.all(
    records.map(async (step) => {
      const loadedModule = await step.load();
      const kernel = loadedModule.simd && (await kernelOf(step.id));
      return { step, code: loadedModule.code, fast: kernel && loadedModule.simd?.(kernel) };
    }),
  );
  const steps = new Map(modules.map((module) => [module.step.id, module]));
  const joint = await Promise.all(
    FUSIONS.map(async (fusion) => {
      const kernel = await kernelOf(fusion.id);
      return { fusion, fast: kernel && fusion.simd(kernel) };
    }),
  );
  const walks = new Map<string, StepFunctions>([
    ...modules.map(({ step, code, fast }) => [step.id, { ...code, ...fast }] as const),
    ...joint.map(({ fusion, fast }) => {
      const members = fusion.steps.map((id) => steps.get(id)).filter((step) => step !== undefined);
      return [fusion.id, fast ?? { apply: inTurn(members) }] as const;
    }),
  ]);
  return {
    steps,
    fusions: joint.filter(({ fast }) => fast).map(({ fusion }) => fusion),
    walks,
    path: [...modules, ...joint].some(({ fast }) => fast) ? 'SIMD' : 'plain',
  };
}
