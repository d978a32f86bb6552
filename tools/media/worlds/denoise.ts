import { CHANNELS, type Film } from './film.ts';

/** Neighbours up to this many pixels away, across and along, may lend their value. */
const REACH = 4;
/** Half width of the patches that are compared. */
const PATCH = 1;
/** How far colours may differ, in estimated noise; smaller is milder. */
const COLOUR_SLACK = 0.65;
/** How far the first surfaces may differ: root of the body colour, and the normal. */
const BODY_SLACK = 0.015;
const NORMAL_SLACK = 0.06;
/** The noise estimate never falls below this, in the square root of the linear value. */
const LEAST_NOISE = 0.0012;

/** A pixel is at most so many times as bright as the second brightest of its neighbours. */
const MOST_OVER_NEIGHBOURS = 1.5;
const GREEN = 1;

/**
 * Takes away what single paths leave: rare and bright, in one pixel. What is bright over more than
 * two pixels, a line too, stays.
 */
export function calmed(film: Film): Film {
  const { width, height, data } = film;
  const result: Film = { width, height, data: data.slice() };
  const level = (x: number, y: number): number =>
    data[(y * width + x) * CHANNELS + GREEN]! + data[(y * width + x) * CHANNELS]!;
  for (let y = 1; y + 1 < height; y += 1)
    for (let x = 1; x + 1 < width; x += 1) {
      const around = [-1, 0, 1]
        .flatMap((dy) => [-1, 0, 1].map((dx) => (dx || dy ? level(x + dx, y + dy) : 0)))
        .toSorted((a, b) => b - a);
      const limit = MOST_OVER_NEIGHBOURS * around[1]!;
      const own = level(x, y);
      if (own <= limit) continue;
      const at = (y * width + x) * CHANNELS;
      for (let channel = 0; channel < 6; channel += 1) result.data[at + channel]! *= limit / own;
    }
  return result;
}

/**
 * A mild denoiser for what noise the samples leave: non-local means (A. Buades et al., 2005) with
 * the noise estimated from the two halves of each pixel's samples and with body colour and normal
 * as guides (F. Rousselle et al., "Robust denoising using feature and color information", 2013).
 * It works on the square root of the linear values, where noise is about evenly visible.
 */
export function denoise(film: Film): Film {
  const { width, height } = film;
  const count = width * height;
  const value = new Float32Array(count * 3);
  const noise = new Float32Array(count);
  const guide = new Float32Array(count * 6);
  for (let i = 0; i < count; i++) {
    const at = i * CHANNELS;
    let squares = 0;
    for (let c = 0; c < 3; c++) {
      const level = Math.sqrt(Math.max(0, film.data[at + c]!));
      value[i * 3 + c] = level;
      const spread = film.data[at + 3 + c]! / (2 * Math.max(level, 0.02));
      squares += spread * spread;
      guide[i * 6 + c] = Math.sqrt(film.data[at + 6 + c]!) / BODY_SLACK;
      guide[i * 6 + 3 + c] = film.data[at + 9 + c]! / NORMAL_SLACK;
    }
    noise[i] = squares / 3;
  }
  const variance = boxMean(noise, width, height, 3);
  for (let i = 0; i < count; i++) variance[i] = Math.max(variance[i]!, LEAST_NOISE ** 2);

  const sums = new Float32Array(count * 3);
  const weights = new Float32Array(count);
  const difference = new Float32Array(count);
  for (let dy = -REACH; dy <= REACH; dy++) {
    for (let dx = -REACH; dx <= REACH; dx++) {
      const from = { x: Math.max(0, -dx), y: Math.max(0, -dy) };
      const to = { x: Math.min(width, width - dx), y: Math.min(height, height - dy) };
      const step = dy * width + dx;
      difference.fill(0);
      for (let y = from.y; y < to.y; y++) {
        for (let p = y * width + from.x; p < y * width + to.x; p++) {
          const q = p + step;
          const r = value[p * 3]! - value[q * 3]!;
          const g = value[p * 3 + 1]! - value[q * 3 + 1]!;
          const b = value[p * 3 + 2]! - value[q * 3 + 2]!;
          const own = variance[p]!;
          const shared = own + Math.min(own, variance[q]!);
          const excess = (r * r + g * g + b * b) / 3 - shared;
          difference[p] = excess / (COLOUR_SLACK * COLOUR_SLACK * (own + variance[q]!));
        }
      }
      const patch = boxMean(difference, width, height, PATCH);
      for (let y = from.y; y < to.y; y++) {
        for (let p = y * width + from.x; p < y * width + to.x; p++) {
          const q = p + step;
          let apart = 0;
          for (let c = 0; c < 6; c++) {
            const d = guide[p * 6 + c]! - guide[q * 6 + c]!;
            apart += d * d;
          }
          const exponent = Math.max(0, patch[p]!) + apart;
          if (exponent > 8) continue;
          const weight = Math.exp(-exponent);
          weights[p]! += weight;
          for (let c = 0; c < 3; c++) sums[p * 3 + c]! += weight * film.data[q * CHANNELS + c]!;
        }
      }
    }
  }

  const result: Film = { width, height, data: film.data.slice() };
  for (let i = 0; i < count; i++) {
    for (let c = 0; c < 3; c++) result.data[i * CHANNELS + c] = sums[i * 3 + c]! / weights[i]!;
  }
  return result;
}

/** Mean over a square of `2 * half + 1` pixels, cut off at the borders. */
function boxMean(source: Float32Array, width: number, height: number, half: number): Float32Array {
  const rows = new Float32Array(source.length);
  const result = new Float32Array(source.length);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const first = Math.max(0, x - half);
      const last = Math.min(width - 1, x + half);
      let sum = 0;
      for (let i = first; i <= last; i++) sum += source[y * width + i]!;
      rows[y * width + x] = sum / (last - first + 1);
    }
  }
  for (let y = 0; y < height; y++) {
    const first = Math.max(0, y - half);
    const last = Math.min(height - 1, y + half);
    for (let x = 0; x < width; x++) {
      let sum = 0;
      for (let i = first; i <= last; i++) sum += rows[i * width + x]!;
      result[y * width + x] = sum / (last - first + 1);
    }
  }
  return result;
}
