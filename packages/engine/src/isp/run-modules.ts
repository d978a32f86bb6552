import { allocateShared } from '../images/shared-array.ts';
import type { IspKernels } from '../kernels/load-isp.ts';
import { bilateralWeights } from './modules/bnf/apply.ts';
import { contrastCurve } from './modules/bcc/apply.ts';
import { tilingOf } from './modules/ceh/apply.ts';
import { edgeBoosts } from './modules/eeh/apply.ts';
import { keptShares } from './modules/fcs/apply.ts';
import { gammaCurve } from './modules/gac/apply.ts';
import { turnOf } from './modules/hsc/apply.ts';
import { patchWeights } from './modules/nlm/apply.ts';
import type { IspState } from './isp-state.ts';
import type { IspModuleId } from './order.ts';

/** Rows of the steps that need much time: more parts share it better. */
const SLOW = 32;

/** Modules that run together, under the name that the log gives them. */
export interface Pass {
  readonly ids: readonly IspModuleId[];
  readonly run: (state: IspState, ownsBayer: boolean) => Promise<void>;
}

/**
 * How the enabled modules are run: one by one, or several in one pass where a kernel does that.
 *
 * @param keepsArrays every module's own arrays are wanted, so none may be passed over.
 */
export function passesOf(
  chain: readonly IspModuleId[],
  kernels: IspKernels,
  keepsArrays: boolean,
): Pass[] {
  const fused = keepsArrays
    ? []
    : [
        ...(kernels.developColours ? [developColours] : []),
        ...(kernels.finishPicture && chain.includes('csc') && !chain.includes('scl')
          ? [finishPicture(chain)]
          : []),
      ];
  const passes: Pass[] = [];
  for (let index = 0; index < chain.length;) {
    const joint = fused.find(
      ({ ids }) => ids.length > 0 && ids.every((id, offset) => chain[index + offset] === id),
    );
    const id = chain[index]!;
    passes.push(joint ?? { ids: [id], run: runModules[id] });
    index += joint?.ids.length ?? 1;
  }
  return passes;
}

/** From mosaic to luma and chroma in one pass. */
const developColours: Pass = {
  ids: ['cfa', 'ccm', 'gac', 'csc'],
  run: async (state, ownsBayer) => {
    const {
      parameters: { cfaType: type, gacGain, gacOffset },
      saturation,
      phases,
      memory,
    } = state;
    const pixels = state.rows * state.columns;
    const [y, cbcr] = [memory.bytes(pixels), memory.bytes(pixels * 2)];
    state.clippedAfterCcm = await state.runRows('developColours', {
      source: state.bayer,
      y,
      cbcr,
      phases,
      type,
      saturation,
      matrix: wholeMatrix(state),
      gain: Math.trunc(gacGain),
      curve: gammaCurve(saturation, gacOffset),
    });
    if (ownsBayer) memory.release(state.bayer);
    state.y = y;
    state.cbcr = cbcr;
  },
};

/** What is left after EEH, and the way back to colours, in one pass. */
const finishPicture = (chain: readonly IspModuleId[]): Pass => ({
  ids: chain.filter((id) => id === 'fcs' || id === 'hsc' || id === 'bcc'),
  run: async (state) => {
    const { y, cbcr, edges, memory } = state;
    const rgb = memory.bytes(y!.length * 3);
    await state.runRows('finishPicture', {
      y: y!,
      cbcr: cbcr!,
      rgb,
      fcs: chain.includes('fcs') ? { edges: edges!, shares: sharesOf(state) } : undefined,
      hsc: chain.includes('hsc') && !isHscIdentity(state) ? turnAndGainOf(state) : undefined,
      bcc: chain.includes('bcc') ? bccCurve(state) : undefined,
    });
    state.rgb = rgb;
    state.y = undefined;
    state.cbcr = undefined;
  },
});

const wholeMatrix = ({ parameters }: IspState): number[][] =>
  parameters.ccmValues.map((row) => row.map(Math.trunc));
const sharesOf = ({ parameters: { fcsGain: least, fcsOffset: most } }: IspState): Int32Array =>
  keptShares(least, most);
const turnAndGainOf = ({ parameters: { hscHueOffset, hscSaturationGain } }: IspState) => ({
  ...turnOf(hscHueOffset),
  gain: Math.trunc(hscSaturationGain),
});

/** With these parameters a module changes nothing. */
const isBlcIdentity = ({
  parameters: { blcR, blcGr, blcGb, blcB, blcalpha, blcbeta },
}: IspState): boolean =>
  [blcR, blcGr, blcGb, blcB, blcalpha, blcbeta].every((value) => value === 0);
function isHscIdentity(state: IspState): boolean {
  const { sine, cosine, gain } = turnAndGainOf(state);
  return sine === 0 && cosine === 256 && gain === 256;
}

/** BCC's curve for this picture; undefined when it changes nothing. */
function bccCurve({
  y,
  parameters: { bccBrightnessOffset, bccContrastGain },
}: IspState): Uint8Array | undefined {
  const [offset, gain] = [Math.trunc(bccBrightnessOffset), Math.trunc(bccContrastGain)];
  if (offset === 0 && gain === 256) return undefined;
  const histogram = new Int32Array(256);
  const luma = y!;
  for (let pixel = 0; pixel < luma.length; pixel += 1) histogram[luma[pixel]!]! += 1;
  return contrastCurve(histogram, offset, gain);
}

/**
 * What each module does to the picture: it prepares its tables from the parameters, runs its rows and puts the new planes in place.
 * Modules that look at one pixel at a time write over their input, unless that is the caller's raw.
 */
export const runModules: Readonly<
  Record<IspModuleId, (state: IspState, ownsBayer: boolean) => Promise<void>>
> = {
  dpc: async (state, ownsBayer) => {
    const target = state.memory.codes(state.bayer.length);
    const [replaced, bright] = await state.runRows('correctDeadPixels', {
      source: state.bayer,
      target,
      threshold: state.parameters.dpcValue,
    });
    state.deadPixels = { replaced, bright };
    replaceBayer(state, target, ownsBayer);
  },
  blc: async (state, ownsBayer) => {
    if (isBlcIdentity(state)) return;
    const { blcR, blcGr, blcGb, blcB, blcalpha: alpha, blcbeta: beta } = state.parameters;
    const target = ownsBayer ? state.bayer : state.memory.codes(state.bayer.length);
    await state.runRows('compensateBlackLevels', {
      source: state.bayer,
      target,
      phases: state.phases,
      levels: [blcR, blcGr, blcGb, blcB],
      alpha,
      beta,
    });
    state.bayer = target;
  },
  aaf: async (state, ownsBayer) => {
    const target = state.memory.codes(state.bayer.length);
    await state.runRows('filterAliasing', { source: state.bayer, target });
    replaceBayer(state, target, ownsBayer);
  },
  awb: async (state, ownsBayer) => {
    const { awbR, awbGr, awbGb, awbB } = state.parameters;
    const target = ownsBayer ? state.bayer : state.memory.codes(state.bayer.length);
    const gains = [awbR, awbGr, awbGb, awbB].map(Math.trunc) as [number, number, number, number];
    state.clippedAfterAwb = await state.runRows('balanceWhite', {
      source: state.bayer,
      target,
      phases: state.phases,
      gains,
      saturation: state.saturation,
    });
    state.bayer = target;
  },
  cnf: async (state, ownsBayer) => {
    const { cnfValue: threshold, awbR: redGain, awbB: blueGain } = state.parameters;
    const target = state.memory.codes(state.bayer.length);
    await state.runRows('filterChromaNoise', {
      source: state.bayer,
      target,
      phases: state.phases,
      threshold,
      redGain,
      blueGain,
      saturation: state.saturation,
    });
    replaceBayer(state, target, ownsBayer);
  },
  cfa: async (state, ownsBayer) => {
    const target = state.memory.codes(state.bayer.length * 3);
    await state.runRows('interpolateColours', {
      source: state.bayer,
      target,
      phases: state.phases,
      type: state.parameters.cfaType,
      saturation: state.saturation,
    });
    if (ownsBayer) state.memory.release(state.bayer);
    state.rgbCodes = target;
  },
  ccm: async (state) => {
    state.clippedAfterCcm = await state.runRows('correctColours', {
      source: state.rgbCodes!,
      target: state.rgbCodes!,
      matrix: wholeMatrix(state),
      saturation: state.saturation,
    });
  },
  gac: async (state) => {
    const { gacGain, gacOffset: gamma } = state.parameters;
    const target = state.memory.bytes(state.rgbCodes!.length);
    await state.runRows('encodeGamma', {
      source: state.rgbCodes!,
      target,
      gain: Math.trunc(gacGain),
      curve: gammaCurve(state.saturation, gamma),
    });
    state.memory.release(state.rgbCodes!);
    state.rgbCodes = undefined;
    state.rgb = target;
  },
  csc: async (state) => {
    const pixels = state.rows * state.columns;
    const [y, cbcr] = [state.memory.bytes(pixels), state.memory.bytes(pixels * 2)];
    await state.runRows('convertToLuma', { rgb: state.rgb!, y, cbcr });
    state.memory.release(state.rgb!);
    state.rgb = undefined;
    state.y = y;
    state.cbcr = cbcr;
  },
  nlm: async (state) => {
    const { nlmRadius: window, nlmSigma: patch, nlmHeight } = state.parameters;
    const target = state.memory.bytes(state.y!.length);
    await state.runRows(
      'denoiseByPatches',
      { source: state.y!, target, window, patch, weights: patchWeights(nlmHeight) },
      { ...state, perPart: SLOW },
    );
    replaceLuma(state, target);
  },
  bnf: async (state) => {
    const { bnfDistTh, bnfNormGain } = state.parameters;
    const target = state.memory.bytes(state.y!.length);
    await state.runRows(
      'filterBilaterally',
      { source: state.y!, target, weights: bilateralWeights(bnfDistTh, bnfNormGain) },
      { ...state, perPart: SLOW },
    );
    replaceLuma(state, target);
  },
  ceh: async (state) => {
    const { cehGain: tiles, cehOffset: clipLimit } = state.parameters;
    const tiling = tilingOf(tiles, state.rows, state.columns);
    const curves = new Uint8Array(allocateShared(tiling.tileRows * tiling.tileColumns * 256));
    await state.runRows(
      'findCurves',
      { source: state.y!, tiling, clipLimit, curves },
      { ...state, count: tiling.tileRows, perPart: 1 },
    );
    const target = state.memory.bytes(state.y!.length);
    await state.runRows('enhanceContrast', { source: state.y!, target, tiling, curves });
    replaceLuma(state, target);
  },
  eeh: async (state) => {
    const {
      eehGain,
      eehOffset: flat,
      eehEdgeThreshold: edge,
      eehDeltaThreshold: most,
    } = state.parameters;
    const [target, edges] = [
      state.memory.bytes(state.y!.length),
      state.memory.signed(state.y!.length),
    ];
    await state.runRows('enhanceEdges', {
      source: state.y!,
      target,
      edges,
      boosts: edgeBoosts(eehGain, flat, edge, most),
    });
    replaceLuma(state, target);
    state.edges = edges;
  },
  fcs: async (state) => {
    await state.runRows('suppressFalseColour', {
      edges: state.edges!,
      source: state.cbcr!,
      target: state.cbcr!,
      shares: sharesOf(state),
    });
  },
  hsc: async (state) => {
    if (isHscIdentity(state)) return;
    await state.runRows('controlHue', {
      source: state.cbcr!,
      target: state.cbcr!,
      ...turnAndGainOf(state),
    });
  },
  bcc: async (state) => {
    const curve = bccCurve(state);
    if (!curve) return;
    await state.runRows('adjustContrast', { source: state.y!, target: state.y!, curve });
  },
  scl: async (state) => {
    const { sclWidth: width, sclHeight: height } = state.parameters;
    const { memory } = state;
    const scale = async <Plane extends Uint8Array | Uint16Array>(
      source: Plane,
      target: Plane,
      channels: number,
    ): Promise<Plane> => {
      await state.runRows(
        'scaleRows',
        { source, target, channels, height, width },
        { ...state, count: height },
      );
      return target;
    };
    const pixels = width * height;
    if (state.y) {
      state.y = await scale(state.y, memory.bytes(pixels), 1);
      state.cbcr = await scale(state.cbcr!, memory.bytes(pixels * 2), 2);
    } else if (state.rgb) state.rgb = await scale(state.rgb, memory.bytes(pixels * 3), 3);
    else state.rgbCodes = await scale(state.rgbCodes!, memory.codes(pixels * 3), 3);
    state.size = { rows: height, columns: width };
  },
};

function replaceBayer(state: IspState, bayer: Uint16Array, ownsBayer: boolean): void {
  if (ownsBayer) state.memory.release(state.bayer);
  state.bayer = bayer;
}

function replaceLuma(state: IspState, y: Uint8Array): void {
  state.memory.release(state.y!);
  state.y = y;
}
