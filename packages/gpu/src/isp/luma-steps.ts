import {
  blendTables,
  EDGE_KERNEL,
  equalisingCurve,
  type BnfTables,
  type CehTables,
  type EehTables,
} from '@lumenloom/engine/accelerate';
import type { GpuStep } from './step.ts';

/** The steps that filter luma. */

/** Their histograms and curves take 4 MiB each. */
const MOST_TILES = 4096;

export const bnf: GpuStep = {
  neighbours: true,
  numbers: ({ weights }: BnfTables) => [weights],
  code: () => /* wgsl */ `
fn bnf(t: u32) {
  var total = 0;
  var totalWeight = 0;
  for (var place = 0; place < 25; place++) {
    let value = yAt(mirror(row + place / 5 - 2, rows), mirror(column + place % 5 - 2, columns));
    let weight = tables[t + u32(place * 256 + abs(value - y))];
    total += weight * value;
    totalWeight += weight;
  }
  y = total / totalWeight;
}`,
};

export const ceh: GpuStep = {
  isPossible: ({ tiling: { tileRows, tileColumns } }: CehTables) =>
    tileRows * tileColumns <= MOST_TILES,
  tiling: ({ tiling }: CehTables) => tiling,
  numbers: ({ tiling, clipLimit }: CehTables, { rows, columns }, histograms) => {
    const { tileRows, tileColumns, height, width, top, left } = tiling;
    const across = blendTables(columns, left, width, tileColumns, 256);
    const down = blendTables(rows, top, height, tileRows, tileColumns * 256);
    return [
      ...[across.first, across.second, across.weight, down.first, down.second, down.weight],
      ...Array.from({ length: tileRows * tileColumns }, (_, tile) =>
        equalisingCurve(
          Int32Array.from(histograms.subarray(tile * 256, (tile + 1) * 256)),
          clipLimit,
        ),
      ),
    ];
  },
  code: () => /* wgsl */ `
fn ceh(t: u32) {
  let across = t + u32(column);
  let down = t + 3u * u32(columns) + u32(row);
  let curves = t + u32(3 * (columns + rows) + y);
  let first = u32(tables[across]);
  let second = u32(tables[across + u32(columns)]);
  let upper = curves + u32(tables[down]);
  let lower = curves + u32(tables[down + u32(rows)]);
  let weight = tables[across + 2u * u32(columns)];
  let share = tables[down + 2u * u32(rows)];
  let above = (weight * tables[upper + first] + (1024 - weight) * tables[upper + second]) >> 10u;
  let below = (weight * tables[lower + first] + (1024 - weight) * tables[lower + second]) >> 10u;
  y = (share * above + (1024 - share) * below) >> 10u;
}`,
};

export const eeh: GpuStep = {
  neighbours: true,
  numbers: ({ boosts }: EehTables) => [
    EDGE_KERNEL,
    EDGE_KERNEL.reduce((sum, weight) => sum + weight, 0),
    boosts,
  ],
  code: () => /* wgsl */ `
fn eeh(t: u32) {
  var sum = 0;
  for (var place = 0; place < 25; place++) {
    sum += tables[t + u32(place)]
      * yAt(mirror(row + place / 5 - 2, rows), mirror(column + place % 5 - 2, columns));
  }
  edges = y - sum / tables[t + 25u];
  y = clamp(y + sign(edges) * tables[t + 26u + u32(abs(edges))], 0, 255);
}`,
};
