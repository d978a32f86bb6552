import type { Host } from '../host.ts';
import { instantiateKernel } from '../kernels/instantiate-kernel.ts';
import type { KernelExports } from '../kernels/kernel-memory.ts';
import { loadOnce } from '../load-once.ts';
import { inTurn } from './fusions/in-turn.ts';
import { FUSIONS, type Fusion } from './fusions/list.ts';
import type { IspStep, LoadedStep } from './module-descriptor.ts';
import { ISP_MODULES } from './order.ts';
import { output } from './output.ts';
import type { AnyStepCode, Walks } from './step-code.ts';

/** The code of the whole chain, with the kernels that there are. */
export interface LoadedIsp {
  /** Every module, and `output`, by id. */
  readonly steps: ReadonlyMap<string, LoadedStep>;
  /** Those whose kernel is there. */
  readonly fusions: readonly Fusion[];
  /** What runs over the rows of a step or of a fusion, by its id: the kernel where there is one. */
  readonly walks: ReadonlyMap<string, Walks<never, never>>;
  readonly path: 'SIMD' | 'plain';
}

/** One set per thread and source of kernels. */
const loaded = new WeakMap<Host['loadKernel'], Promise<LoadedIsp>>();

/** Loads the code of all steps and their kernels, where WebAssembly has SIMD; a kernel gives the same bits as its plain twin. */
export const loadIsp = ({ loadKernel }: Pick<Host, 'loadKernel'>): Promise<LoadedIsp> =>
  loadOnce(loaded, loadKernel, () => loadSteps(loadKernel));

async function loadSteps(loadKernel: Host['loadKernel']): Promise<LoadedIsp> {
  const kernelOf = (id: string) => instantiateKernel<KernelExports>(loadKernel, id);
  const records: readonly IspStep[] = [...ISP_MODULES, output];
  const modules = await Promise.all(
    records.map(async (step) => {
      const { code }: { readonly code: AnyStepCode } = await step.load();
      const { simd } = code;
      const kernel = simd && (await kernelOf(step.id));
      return { step, code, fast: kernel && simd(kernel as never) };
    }),
  );
  const steps = new Map(modules.map(({ step, code }) => [step.id, { step, code }]));
  const joint = await Promise.all(
    FUSIONS.map(async (fusion) => {
      const kernel = await kernelOf(fusion.id);
      return { fusion, fast: kernel && fusion.simd(kernel as never) };
    }),
  );
  const walks = new Map<string, Walks<never, never>>([
    ...modules.map(({ step, code, fast }) => {
      const survey = fast?.survey ?? code.survey?.apply;
      return [step.id, { apply: fast?.apply ?? code.apply, ...(survey && { survey }) }] as const;
    }),
    ...joint.map(({ fusion, fast }) => {
      const members = fusion.steps.map((id) => steps.get(id)).filter((step) => step !== undefined);
      return [fusion.id, { apply: fast ?? inTurn(members) }] as const;
    }),
  ]);
  return {
    steps,
    fusions: joint.filter(({ fast }) => fast).map(({ fusion }) => fusion),
    walks,
    path: [...modules, ...joint].some(({ fast }) => fast) ? 'SIMD' : 'plain',
  };
}
