import type { Host } from '../host.ts';
import type { plainSteps } from '../isp/isp-rows.ts';
import { aafKernel, type AafExports } from './aaf.ts';
import { awbKernel, type AwbExports } from './awb.ts';
import { bnfKernel, type BnfExports } from './bnf.ts';
import { cehCurvesKernel, cehKernel, type CehExports } from './ceh.ts';
import { cnfKernel, type CnfExports } from './cnf.ts';
import { coloursKernel, type ColoursExports } from './colours.ts';
import { dpcKernel, type DpcExports } from './dpc.ts';
import { eehKernel, type EehExports } from './eeh.ts';
import { finishKernel, type FinishExports } from './finish.ts';
import { nlmKernel, type NlmExports } from './nlm.ts';

/** What the ISP has kernels for. */
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
  const [aaf, awb, bnf, ceh, cnf, colours, dpc, eeh, finish, nlm] = await Promise.all([
    instantiate<AafExports>(loadKernel, 'aaf'),
    instantiate<AwbExports>(loadKernel, 'awb'),
    instantiate<BnfExports>(loadKernel, 'bnf'),
    instantiate<CehExports>(loadKernel, 'ceh'),
    instantiate<CnfExports>(loadKernel, 'cnf'),
    instantiate<ColoursExports>(loadKernel, 'colours'),
    instantiate<DpcExports>(loadKernel, 'dpc'),
    instantiate<EehExports>(loadKernel, 'eeh'),
    instantiate<FinishExports>(loadKernel, 'finish'),
    instantiate<NlmExports>(loadKernel, 'nlm'),
  ]);
  return {
    ...(aaf && { filterAliasing: aafKernel(aaf) }),
    ...(awb && { balanceWhite: awbKernel(awb) }),
    ...(bnf && { filterBilaterally: bnfKernel(bnf) }),
    ...(ceh && { findCurves: cehCurvesKernel(ceh), enhanceContrast: cehKernel(ceh) }),
    ...(cnf && { filterChromaNoise: cnfKernel(cnf) }),
    ...(colours && { developColours: coloursKernel(colours) }),
    ...(dpc && { correctDeadPixels: dpcKernel(dpc) }),
    ...(eeh && { enhanceEdges: eehKernel(eeh) }),
    ...(finish && { finishPicture: finishKernel(finish) }),
    ...(nlm && { denoiseByPatches: nlmKernel(nlm) }),
  };
}

async function instantiate<Exports>(
  loadKernel: Host['loadKernel'],
  name: string,
): Promise<Exports | undefined> {
  const bytes = await loadKernel(name);
  if (!bytes || !WebAssembly.validate(bytes as BufferSource)) return undefined;
  const { instance } = await WebAssembly.instantiate(bytes as BufferSource, {});
  return instance.exports as unknown as Exports;
}
