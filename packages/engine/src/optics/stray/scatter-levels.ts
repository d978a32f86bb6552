import type { ScatterKernel } from './scatter-kernel.ts';

/** Most pixels along a side of a cell in which scattered light is summed. */
const MOST_PIXELS = 16;
/** Cells are at most this part of the width of the kernel's middle. */
const CELLS_PER_SHOULDER = 8;
/** From one level to the next cells are so many times larger. */
const GROWTH = 4;
/** Largest side of a transform, cells. */
const MOST_CELLS = 2048;

/**
 * A square grid of cells around the middle of the sensor, whose light is scattered onto the sensor.
 * Coarser levels hold what lies farther out.
 */
export interface ScatterLevel {
  /** Pixels along the side of a cell. */
  readonly cell: number;
  /** Cells from the middle to each side of the sources; a multiple of `GROWTH`. */
  readonly sources: number;
  /** Cells from the middle to each side of the part inside, which a finer level holds. */
  readonly held: number;
  /** Cells from the middle to each side of the places where the light arrives. */
  readonly places: number;
  /** Side of the transform, a power of two. */
  readonly side: number;
}

/**
 * @param reach how far from the middle of the sensor light may come, pixels.
 * @param half half of the sensor's longer side, pixels.
 * @param shoulder radius of the kernel's middle, pixels.
 */
export function scatterLevels(reach: number, half: number, shoulder: number): ScatterLevel[] {
  const levels: ScatterLevel[] = [];
  let cell = Math.min(MOST_PIXELS, Math.max(1, Math.floor(shoulder / CELLS_PER_SHOULDER)));
  // A large sensor leaves room for sources beside it.
  while (Math.ceil(half / cell) > MOST_CELLS / 8 && cell < MOST_PIXELS) cell *= 2;
  for (let covered = 0; covered < reach; cell *= GROWTH) {
    const places = Math.ceil(half / cell) + 1;
    const wanted = GROWTH * Math.ceil(reach / cell / GROWTH);
    let side = 64;
    while (side < MOST_CELLS && side < 2 * (places + wanted)) side *= 2;
    const sources = Math.min(wanted, GROWTH * Math.floor((side / 2 - places) / GROWTH));
    levels.push({ cell, sources, held: covered / cell, places, side });
    covered = sources * cell;
  }
  return levels;
}

/** Distance in cells within which the density is averaged over the cell by so many samples. */
const FINELY = [
  { within: 2, samples: 32 },
  { within: 10, samples: 4 },
  { within: 40, samples: 2 },
  { within: Infinity, samples: 1 },
] as const;

/**
 * Share of the scattered light that falls into each cell around its source.
 *
 * @param cellMm side of a cell.
 * @returns side x side, row by row; rows and columns modulo the side.
 */
export function scatterCells(kernel: ScatterKernel, side: number, cellMm: number): Float64Array {
  const cells = new Float64Array(side * side);
  const half = side / 2;
  for (let down = 0; down <= half; down += 1) {
    for (let right = 0; right <= down; right += 1) {
      const share = down === 0 ? ownCell(kernel, cellMm) : meanOver(kernel, right, down, cellMm);
      for (const [x, y] of [
        [right, down],
        [down, right],
      ] as const)
        for (const row of [y, (side - y) % side])
          for (const column of [x, (side - x) % side]) cells[row * side + column] = share;
    }
  }
  return cells;
}

/** Share that falls into a cell beside the source's. */
function meanOver(kernel: ScatterKernel, right: number, down: number, cellMm: number): number {
  const distance = Math.sqrt(right * right + down * down);
  const { samples } = FINELY.find(({ within }) => distance <= within)!;
  let sum = 0;
  for (let j = 0; j < samples; j += 1) {
    const y = (down - 0.5 + (j + 0.5) / samples) * cellMm;
    for (let i = 0; i < samples; i += 1) {
      const x = (right - 0.5 + (i + 0.5) / samples) * cellMm;
      sum += kernel.densityAt(Math.sqrt(x * x + y * y));
    }
  }
  return (sum * cellMm * cellMm) / samples ** 2;
}

const CORNER_SAMPLES = 64;

/** Share that stays in the source's own cell: in closed form inside its circle, then the rest. */
function ownCell(kernel: ScatterKernel, cellMm: number): number {
  const radius = cellMm / 2;
  const step = radius / CORNER_SAMPLES;
  let corners = 0;
  for (let j = 0; j < CORNER_SAMPLES; j += 1) {
    for (let i = 0; i < CORNER_SAMPLES; i += 1) {
      const distance = Math.sqrt(((i + 0.5) * step) ** 2 + ((j + 0.5) * step) ** 2);
      if (distance > radius) corners += kernel.densityAt(distance);
    }
  }
  return kernel.shareWithin(radius) + 4 * corners * step * step;
}
