import { linearSrgbFrom } from '@lumenloom/engine';

type Triple = readonly [number, number, number];
/** From a code, 0 to 1, to light, 0 to 1. */
type Curve = (code: number) => number;

/** A colour profile of matrix and curves, or of one curve for grey. */
export interface ColourProfile {
  readonly curves: readonly Curve[];
  /** Linear light of the file as linear sRGB; absent for grey. */
  readonly toSrgb?: (colour: Triple) => Triple;
}

const HEADER_BYTES = 128;
const TAG_BYTES = 12;
const MOST_TAGS = 200;
/** White of the connection space, D50. @see ICC.1:2022, 6.3.4.3. */
const D50: Triple = [0.9642, 1, 0.8249];

/**
 * Reads an ICC profile of matrix and curves.
 *
 * @returns undefined for other profiles, and for damaged ones.
 * @see ICC.1:2022, Specification of profile format.
 */
export function readProfile(bytes: Uint8Array): ColourProfile | undefined {
  try {
    return profileOf(new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength));
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

const textAt = (view: DataView, at: number): string =>
  String.fromCharCode(...[0, 1, 2, 3].map((i) => view.getUint8(at + i)));

function profileOf(view: DataView): ColourProfile | undefined {
  const space = textAt(view, 16);
  const count = view.getUint32(HEADER_BYTES);
  if (count > MOST_TAGS) return undefined;
  const tags = new Map<string, number>();
  for (let i = 0; i < count; i += 1) {
    const at = HEADER_BYTES + 4 + TAG_BYTES * i;
    tags.set(textAt(view, at), view.getUint32(at + 4));
  }
  const curveOf = (name: string): Curve | undefined => {
    const at = tags.get(name);
    return at === undefined ? undefined : curveAt(view, at);
  };
  if (space === 'GRAY') {
    const curve = curveOf('kTRC');
    return curve && { curves: [curve] };
  }
  // Tables count before matrix and curves.
  if (space !== 'RGB ' || tags.has('A2B0') || tags.has('A2B1')) return undefined;
  const curves = ['rTRC', 'gTRC', 'bTRC'].map(curveOf);
  const columns = ['rXYZ', 'gXYZ', 'bXYZ'].map((name) => {
    const at = tags.get(name);
    return at === undefined ? undefined : xyzAt(view, at);
  });
  if (!curves.every((curve) => curve !== undefined) || !columns.every((one) => one !== undefined))
    return undefined;
  return {
    curves: curves,
    toSrgb: linearSrgbFrom(columns as unknown as [Triple, Triple, Triple], D50),
  };
}

const fixed = (view: DataView, at: number): number => view.getInt32(at) / 65536;
const xyzAt = (view: DataView, at: number): Triple => [
  fixed(view, at + 8),
  fixed(view, at + 12),
  fixed(view, at + 16),
];

/** A curve, sampled or by a formula. */
function curveAt(view: DataView, at: number): Curve | undefined {
  switch (textAt(view, at)) {
    case 'curv': {
      const count = view.getUint32(at + 8);
      if (count === 0) return (code) => code;
      if (count === 1) {
        const gamma = view.getUint16(at + 12) / 256;
        return (code) => code ** gamma;
      }
      const samples = Float64Array.from(
        { length: count },
        (_, i) => view.getUint16(at + 12 + 2 * i) / 65535,
      );
      return (code) => {
        const place = Math.min(1, Math.max(0, code)) * (count - 1);
        const left = Math.min(count - 2, Math.floor(place));
        const share = place - left;
        return samples[left]! * (1 - share) + samples[left + 1]! * share;
      };
    }
    case 'para':
      return parametric(view, at);
    default:
      return undefined;
  }
}

/** @see ICC.1:2022, 10.18, parametricCurveType. */
function parametric(view: DataView, at: number): Curve | undefined {
  const type = view.getUint16(at + 8);
  const number = (i: number): number => fixed(view, at + 12 + 4 * i);
  const g = number(0);
  const [a, b] = type > 0 ? [number(1), number(2)] : [1, 0];
  switch (type) {
    case 0:
      return (x) => x ** g;
    case 1:
      return (x) => (x >= -b / a ? (a * x + b) ** g : 0);
    case 2: {
      const c = number(3);
      return (x) => (x >= -b / a ? (a * x + b) ** g + c : c);
    }
    case 3: {
      const [c, d] = [number(3), number(4)];
      return (x) => (x >= d ? (a * x + b) ** g : c * x);
    }
    case 4: {
      const [c, d, e, f] = [number(3), number(4), number(5), number(6)];
      return (x) => (x >= d ? (a * x + b) ** g + e : c * x + f);
    }
    default:
      return undefined;
  }
}
