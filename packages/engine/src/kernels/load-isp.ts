import type { Host } from '../host.ts';
import type { plainSteps } from '../isp/isp-rows.ts';
import { aafKernel, type AafExports } from './aaf.ts';
import { bnfKernel, type BnfExports } from './bnf.ts';
import { dpcKernel, type DpcExports } from './dpc.ts';
import { eehKernel, type EehExports } from './eeh.ts';
import { nlmKernel, type NlmExports } from './nlm.ts';

/** Steps of the ISP that have a kernel. */
export type IspKernels = Partial<typeof plainSteps>;

/** One set per thread and source of kernels. */
const loaded = new WeakMap<Host['loadKernel'], Promise<IspKernels>>();

/** The fast steps, where WebAssembly with SIMD is to be had; each gives the same bits as its plain twin. */
export function loadIspKernels({ loadKernel }: Pick<Host, 'loadKernel'>): Promise<IspKernels> {
  const known = loaded.get(loadKernel) ?? instantiateAll(loadKernel);
  loaded.set(loadKernel, known);
  return known;
}

async function instantiateAll(loadKernel: Host['loadKernel']): Promise<IspKernels> {
  const [aaf, bnf, dpc, eeh, nlm] = await Promise.all([
    instantiate<AafExports>(loadKernel, 'aaf'), instantiate<BnfExports>(loadKernel, 'bnf'), instantiate<DpcExports>(loadKernel, 'dpc'),
    instantiate<EehExports>(loadKernel, 'eeh'), instantiate<NlmExports>(loadKernel, 'nlm'),
  ]);
  return {
    ...(aaf && { filterAliasing: aafKernel(aaf) }),
    ...(bnf && { filterBilaterally: bnfKernel(bnf) }),
    ...(dpc && { correctDeadPixels: dpcKernel(dpc) }),
    ...(eeh && { enhanceEdges: eehKernel(eeh) }),
    ...(nlm && { denoiseByPatches: nlmKernel(nlm) }),
  };
}

async function instantiate<Exports>(loadKernel: Host['loadKernel'], name: string): Promise<Exports | undefined> {
  const bytes = await loadKernel(name);
  if (!bytes || !WebAssembly.validate(bytes as BufferSource)) return undefined;
  const { instance } = await WebAssembly.instantiate(bytes as BufferSource, {});
  return instance.exports as unknown as Exports;
}
