import {
  contrastCurve,
  scalingNeighbours,
  PLANES,
  type BccTables,
  type CcmTables,
  type FcsTables,
  type GacTables,
  type HscTables,
  type SclTables,
} from '@lumenloom/engine/accelerate';
import type { GpuStep } from './step.ts';

/** The steps that work on colours, pixel by pixel, and the scaling. */

export const ccm: GpuStep = {
  counts: true,
  numbers: ({ matrix, saturation }: CcmTables) => [...matrix, saturation],
  code: () => /* wgsl */ `
fn ccm(t: u32) {
  let saturation = tables[t + 12u];
  var mixed: vec3i;
  for (var i = 0u; i < 3u; i++) {
    let line = t + 4u * i;
    // Sums wrap at 32 bits.
    let sum = tables[line] * codes.x + tables[line + 1u] * codes.y + tables[line + 2u] * codes.z
      + tables[line + 3u];
    mixed[i] = clamp(sum >> 10u, 0, saturation);
    if (mixed[i] == saturation) { count(SLOT, i); }
  }
  codes = mixed;
}`,
};

export const gac: GpuStep = {
  numbers: ({ gain, curve }: GacTables) => [gain, curve.length - 1, curve],
  code: () => /* wgsl */ `
fn gac(t: u32) {
  let places = min((u32(tables[t]) * vec3u(codes)) >> vec3u(8u), vec3u(u32(tables[t + 1u]))) + t + 2u;
  rgb = vec3i(tables[places.x], tables[places.y], tables[places.z]);
}`,
};

export const csc: GpuStep = {
  numbers: () => [],
  code: () => /* wgsl */ `
fn csc(t: u32) {
  y = ((66 * rgb.x + 129 * rgb.y + 25 * rgb.z) >> 8u) + 16;
  cbcr = ((vec2i(-38, 112) * rgb.x + vec2i(-74, -94) * rgb.y + vec2i(112, -18) * rgb.z) >> vec2u(8u))
    + 128;
}`,
};

export const fcs: GpuStep = {
  numbers: ({ shares }: FcsTables) => [shares],
  code: () => /* wgsl */ `
fn fcs(t: u32) {
  cbcr = ((tables[t + u32(abs(edges))] * (cbcr - 128)) >> vec2u(16u)) + 128;
}`,
};

export const hsc: GpuStep = {
  numbers: ({ sine, cosine, gain }: HscTables) => [sine, cosine, gain],
  code: () => /* wgsl */ `
fn hsc(t: u32) {
  let sine = tables[t];
  let cosine = tables[t + 1u];
  let old = cbcr - 128;
  let turned = vec2i(cosine * old.x - sine * old.y, sine * old.x + cosine * old.y) >> vec2u(8u);
  cbcr = clamp(((tables[t + 2u] * turned) >> vec2u(8u)) + 128, vec2i(0), vec2i(255));
}`,
};

export const bcc: GpuStep = {
  tiling: (_, { rows, columns }) => ({
    tileRows: 1,
    tileColumns: 1,
    height: rows,
    width: columns,
    top: 0,
    left: 0,
  }),
  numbers: ({ offset, gain }: BccTables, _, histogram) => [
    contrastCurve(Int32Array.from(histogram), offset, gain),
  ],
  code: () => /* wgsl */ `
fn bcc(t: u32) { y = tables[t + u32(y)]; }`,
};

export const output: GpuStep = {
  numbers: () => [],
  code: () => /* wgsl */ `
fn output(t: u32) {
  let sums = 298 * y + vec3i(0, -100, 516) * cbcr.x + vec3i(409, -208, 0) * cbcr.y
    + vec3i(-56992, 34784, -70688);
  rgb = clamp(sums >> vec3u(8u), vec3i(0), vec3i(255));
}`,
};

export const scl: GpuStep = {
  neighbours: true,
  resultSize: ({ width, height }: SclTables) => ({ rows: height, columns: width }),
  numbers: ({ width, height }: SclTables, { rows, columns }) =>
    [scalingNeighbours(width, columns), scalingNeighbours(height, rows)].flatMap(
      ({ first, second, share }) => [first, second, share],
    ),
  code: (planes) => /* wgsl */ `
/** The mean of four samples with weights whose sum is 2^22, rounded; in two bytes for 32 bits. */
fn blend(weights: vec4i, samples: vec4i) -> i32 {
  let low = dot(weights, samples & vec4i(255)) + 0x200000;
  return (dot(weights, samples >> vec4u(8u)) + (low >> 8u)) >> 14u;
}
fn scl(t: u32) {
  let width = u32(tables[3]);
  let height = u32(tables[2]);
  let across = t + u32(column);
  let down = t + 3u * width + u32(row);
  let beside = tables[across + 2u * width];
  let below = tables[down + 2u * height];
  let weights = vec4i(
    (2048 - below) * (2048 - beside), (2048 - below) * beside, below * (2048 - beside), below * beside);
${planes
  .filter((name) => ['codes', 'rgb', 'y', 'cbcr'].includes(name))
  .map((name) => {
    const parts =
      PLANES[name].channels === 1 ? [''] : ['.x', '.y', '.z'].slice(0, PLANES[name].channels);
    const blends = parts.map(
      (part) => `blend(weights, vec4i(a${part}, b${part}, c${part}, d${part}))`,
    );
    return `  {
    let a = ${name}At(tables[down], tables[across]);
    let b = ${name}At(tables[down], tables[across + width]);
    let c = ${name}At(tables[down + height], tables[across]);
    let d = ${name}At(tables[down + height], tables[across + width]);
    ${parts.length === 1 ? `${name} = ${blends[0]!}` : `${name} = vec${parts.length}i(${blends.join(', ')})`};
  }`;
  })
  .join('\n')}
}`,
};
