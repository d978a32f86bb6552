import {
  channelOf,
  type AwbTables,
  type BlcTables,
  type CfaTables,
  type DpcTables,
} from '@lumenloom/engine/accelerate';
import type { GpuStep } from './step.ts';

/** The steps that read the mosaic. Colours are numbered as in bayer-phases.ts of the engine. */

export const dpc: GpuStep = {
  neighbours: true,
  counts: true,
  // Differences are integers, so 'more than 30.5' means 'more than 30'.
  numbers: ({ threshold }: DpcTables) => [Math.floor(threshold)],
  code: () => /* wgsl */ `
fn dpc(t: u32) {
  let threshold = tables[t];
  let up = mirror(row - 2, rows);
  let down = mirror(row + 2, rows);
  let left = mirror(column - 2, columns);
  let right = mirror(column + 2, columns);
  let c = bayer;
  let above = vec3i(bayerAt(up, left), bayerAt(up, column), bayerAt(up, right));
  let beside = vec2i(bayerAt(row, left), bayerAt(row, right));
  let below = vec3i(bayerAt(down, left), bayerAt(down, column), bayerAt(down, right));
  let isDead = all(abs(c - above) > vec3i(threshold)) && all(abs(c - beside) > vec2i(threshold))
    && all(abs(c - below) > vec3i(threshold));
  if (!isDead) { return; }
  // Where directions are equal the first one is taken: vertical, horizontal, falling, rising.
  let sums = vec4i(above.y + below.y, beside.x + beside.y, above.x + below.z, below.x + above.z);
  let changes = abs(2 * c - sums);
  var best = 0;
  for (var i = 1; i < 4; i++) { if (changes[i] < changes[best]) { best = i; } }
  bayer = sums[best] >> 1u;
  count(SLOT, 0u);
  if (all(vec4i(c) > vec4i(above, beside.x)) && all(vec4i(c) > vec4i(below, beside.y))) { count(SLOT, 1u); }
}`,
};

export const blc: GpuStep = {
  // Pixels of the same cell only.
  neighbours: true,
  numbers: ({ phases, levels, alpha, beta }: BlcTables) => [phases, levels, alpha, beta],
  code: () => /* wgsl */ `
fn blc(t: u32) {
  let place = u32((row & 1) * 2 + (column & 1));
  let colour = u32(tables[t + place]);
  let level = bayer - tables[t + 4u + colour];
  if (colour == 0u || colour == 3u) {
    bayer = max(level, 0);
  } else {
    // Red is beside the green in red rows, blue beside the green in blue rows.
    let isRed = colour == 1u;
    let beside = max(bayerAt(row, column ^ 1) - tables[t + 4u + select(3u, 0u, isRed)], 0);
    bayer = max(level + ((beside * tables[t + select(9u, 8u, isRed)]) >> 10u), 0);
  }
}`,
};

export const aaf: GpuStep = {
  neighbours: true,
  numbers: () => [],
  code: () => /* wgsl */ `
fn aaf(t: u32) {
  let at = vec3i(mirror(column - 2, columns), column, mirror(column + 2, columns));
  let lines = vec3i(mirror(row - 2, rows), row, mirror(row + 2, rows));
  var sum = 7 * bayer;
  for (var i = 0; i < 3; i++) {
    for (var j = 0; j < 3; j++) { sum += bayerAt(lines[i], at[j]); }
  }
  bayer = sum >> 4u;
}`,
};

export const awb: GpuStep = {
  counts: true,
  numbers: ({ phases, gains, saturation }: AwbTables) => [
    phases.map((colour) => gains[colour]!),
    phases.map(channelOf),
    saturation,
  ],
  code: () => /* wgsl */ `
fn awb(t: u32) {
  let place = u32((row & 1) * 2 + (column & 1));
  let saturation = tables[t + 8u];
  bayer = i32(min((u32(tables[t + place]) * u32(bayer)) >> 10u, u32(saturation)));
  if (bayer == saturation) { count(SLOT, u32(tables[t + 4u + place])); }
}`,
};

export const cfa: GpuStep = {
  neighbours: true,
  numbers: ({ phases, type, saturation }: CfaTables) => [
    phases,
    type === 'malvar' ? 1 : 0,
    saturation,
  ],
  code: () => /* wgsl */ `
/** Red, green and blue, not clipped. */
fn malvar(colour: i32) -> vec3i {
  let up = mirror(row - 1, rows);
  let down = mirror(row + 1, rows);
  let left = mirror(column - 1, columns);
  let right = mirror(column + 1, columns);
  let c = bayer;
  let vertical = bayerAt(up, column) + bayerAt(down, column);
  let horizontal = bayerAt(row, left) + bayerAt(row, right);
  let diagonal = bayerAt(up, left) + bayerAt(up, right) + bayerAt(down, left) + bayerAt(down, right);
  let farVertical = bayerAt(mirror(row - 2, rows), column) + bayerAt(mirror(row + 2, rows), column);
  let farHorizontal = bayerAt(row, mirror(column - 2, columns))
    + bayerAt(row, mirror(column + 2, columns));
  if (colour == 0 || colour == 3) {
    let far = farVertical + farHorizontal;
    let green = (512 * c - 128 * far + 256 * (vertical + horizontal)) >> 10u;
    let other = (768 * c - 192 * far + 256 * diagonal) >> 10u;
    return select(vec3i(other, green, c), vec3i(c, green, other), colour == 0);
  }
  let beside = (640 * c + 64 * farVertical - 128 * farHorizontal - 128 * diagonal + 512 * horizontal) >> 10u;
  let above = (640 * c + 64 * farHorizontal - 128 * farVertical - 128 * diagonal + 512 * vertical) >> 10u;
  return select(vec3i(above, c, beside), vec3i(beside, c, above), colour == 1);
}
fn bilinear(colour: i32) -> vec3i {
  let up = mirrorInPlane(row - 1, rows);
  let down = mirrorInPlane(row + 1, rows);
  let left = mirrorInPlane(column - 1, columns);
  let right = mirrorInPlane(column + 1, columns);
  let c = bayer;
  let vertical = bayerAt(up, column) + bayerAt(down, column);
  let horizontal = bayerAt(row, left) + bayerAt(row, right);
  if (colour == 0 || colour == 3) {
    let green = (vertical + horizontal) >> 2u;
    let other = (bayerAt(up, left) + bayerAt(up, right) + bayerAt(down, left) + bayerAt(down, right)) >> 2u;
    return select(vec3i(other, green, c), vec3i(c, green, other), colour == 0);
  }
  let beside = horizontal >> 1u;
  let above = vertical >> 1u;
  return select(vec3i(above, c, beside), vec3i(beside, c, above), colour == 1);
}
fn cfa(t: u32) {
  let colour = tables[t + u32((row & 1) * 2 + (column & 1))];
  if (tables[t + 4u] == 1) { codes = malvar(colour); } else { codes = bilinear(colour); }
  codes = clamp(codes, vec3i(0), vec3i(tables[t + 5u]));
}`,
};
