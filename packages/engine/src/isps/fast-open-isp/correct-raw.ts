import {
  largestGain,
  limitedGains,
  shadedCodes,
  shadedLight,
  shadingPlanes,
  type ShadingGains,
} from '../../corrections/lens-shading.ts';
import { toneCodes, toneMapped, toneScale, type ToneMapPlan } from '../../corrections/tone-map.ts';
import { gainsByRule, type MeasuringRule } from '../../corrections/white-balance-rules.ts';
import { sharedUint16 } from '../../images/shared-array.ts';
import type { IspParameters } from './order.ts';
import type { RawMosaic } from './run-isp.ts';
import { configuredGains, shownColour } from './shown-colour.ts';
import type { BayerOrder } from '../../sensors/bayer/descriptor.ts';
import { mosaicOf } from '../../sensors/colour-filters.ts';
import type { CorrectionsReport, RuledBalance } from '../development-report.ts';
import { withGains } from './plan.ts';

/** A raw picture from elsewhere: codes, or reference electrons where there is a tone map. */
export interface RawFile {
  readonly values: Uint16Array | Float32Array;
  readonly rows: number;
  readonly columns: number;
  readonly order: BayerOrder;
  /** Bits of the codes that the ISP gets. */
  readonly bits: number;
  /** Code of the dark; of codes alone. */
  readonly black: number;
}

/** What is done to a raw picture before the ISP. */
export interface RawCorrections {
  readonly toneMap?: ToneMapPlan | undefined;
  readonly gains?: ShadingGains | undefined;
  readonly rule?: MeasuringRule | undefined;
}

/** A raw picture as it enters the ISP. */
export interface CorrectedRaw {
  readonly mosaic: RawMosaic;
  readonly parameters: IspParameters;
  /** After lens shading, as it came; undefined without it. */
  readonly shaded: Uint16Array | Float32Array | undefined;
  readonly report: CorrectionsReport & { readonly whiteBalance?: RuledBalance };
}

/** The largest gain is the default of a recipe's. */
const FILE_LIMITS = { strength: 1, most: 8 } as const;

/**
 * Corrects a raw picture that no run of ours made: lens shading, tone map, white balance
 * (docs/reference/isp.md#corrections). Saturation of the tone map is the largest value; its tones
 * are scaled with the parameters as they are.
 */
export function correctRaw(
  file: RawFile,
  { toneMap, gains, rule }: RawCorrections,
  parameters: IspParameters,
): CorrectedRaw {
  const { rows, columns, order, bits } = file;
  const { layout } = mosaicOf({ order });
  const limited = gains && limitedGains(gains, FILE_LIMITS);
  const place = { rows, columns, ...shadingPlanes({ order }) };
  const shaded = limited && shadedValues(file, place, limited);
  const values = shaded ?? file.values;
  let toned: ReturnType<typeof toneMapped> | undefined;
  let scale = 1;
  let codes: Uint16Array;
  if (toneMap) {
    const electrons = Float32Array.from(values);
    const full = electrons.reduce((most, value) => Math.max(most, value), 0);
    toned = toneMapped({ electrons, full, rows, columns }, toneMap);
    scale = toneScale(toned.tones, { rows, columns }, shownColour(parameters), layout);
    codes = toneCodes(toned.tones, scale, bits);
  } else {
    codes = sharedUint16(values.length);
    codes.set(values);
  }
  const { tones: _, ...found } = toned ?? { tones: undefined };
  const black = toneMap ? 0 : file.black;
  const balance = rule && gainsByRule({ codes, rows, columns, bits, black, layout }, rule);
  const own = configuredGains({ ...parameters, awbEnabled: true }) ?? { red: 1, blue: 1 };
  return {
    mosaic: { codes, rows, columns, order, bits },
    parameters: balance?.gains ? withGains(parameters, balance.gains) : parameters,
    shaded,
    report: {
      ...(balance && {
        whiteBalance: {
          from: balance.gains ? rule : 'fixed',
          ...(balance.gains ?? own),
          cells: balance.cells,
        },
      }),
      ...(toneMap && { toneMap: { ...toneMap, ...found, scale } }),
      ...(limited && { lensShading: { from: 'file', largestGain: largestGain(limited) } }),
    },
  };
}

const shadedValues = (
  { values, black, bits }: RawFile,
  place: Parameters<typeof shadedCodes>[1],
  gains: ShadingGains,
): Uint16Array | Float32Array =>
  values instanceof Uint16Array
    ? shadedCodes(values, place, gains, { black, bits })
    : shadedLight(values, place, gains);
