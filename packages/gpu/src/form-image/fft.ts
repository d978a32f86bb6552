/** A transform in workgroup memory. */
export interface FftSize {
  /** Complex numbers of a line; a power of two. */
  readonly n: number;
  /** Lines that a workgroup transforms at once. */
  readonly lines: number;
  /** Invocations of the workgroup. */
  readonly threads: number;
}

/** Names of the functions of each direction in WGSL. */
const NAMES = {
  forward: { transform: 'transform', twiddle: 'twiddle' },
  back: { transform: 'transformBack', twiddle: 'twiddleBack' },
} as const;
export type Direction = keyof typeof NAMES;

/**
 * cos(2πk/n) and −sin(2πk/n) for k from 0 to n − 1: the binding `twiddles` of the transforms. The
 * same array for the same n.
 */
export function twiddlesOf(n: number): Float32Array {
  const known = twiddles.get(n);
  if (known) return known;
  const made = Float32Array.from({ length: 2 * n }, (_, i) => {
    const angle = (Math.PI * (i - (i % 2))) / n;
    return i % 2 === 0 ? Math.cos(angle) : -Math.sin(angle);
  });
  twiddles.set(n, made);
  return made;
}
const twiddles = new Map<number, Float32Array>();

/**
 * WGSL of the functions `transform(thread)` and `transformBack(thread)`, which all invocations of a
 * workgroup call: a Stockham transform of each line of the array `line`, line after line, in
 * natural order in and out and without a factor. Stages have radix 4; where the logarithm of n is
 * odd, the last has radix 2.
 */
export const fftCode = (size: FftSize, ...directions: readonly Direction[]): string => `
var<workgroup> line: array<vec2f, ${size.lines * size.n}>;

fn times(a: vec2f, b: vec2f) -> vec2f {
  return vec2f(a.x * b.x - a.y * b.y, a.x * b.y + a.y * b.x);
}
${directions.map((direction) => transformCode(size, direction)).join('')}`;

function transformCode(size: FftSize, direction: Direction): string {
  const { n } = size;
  const stages: string[] = [];
  let done = 1;
  for (; done * 4 <= n; done *= 4) stages.push(stage4(size, direction, done));
  if (done < n) stages.push(stage2(size, direction));
  const { transform, twiddle } = NAMES[direction];
  return `
fn ${twiddle}(k: u32) -> vec2f {
  let value = twiddles[k];
  return ${direction === 'back' ? 'vec2f(value.x, -value.y)' : 'value'};
}

fn ${transform}(thread: u32) {
${stages.join('')}
  workgroupBarrier();
}
`;
}

/** One stage of radix 4, before which transforms have `done` numbers. */
function stage4({ n, lines, threads }: FftSize, direction: Direction, done: number): string {
  const { twiddle } = NAMES[direction];
  const count = (lines * n) / 4 / threads;
  const quarter = n / 4;
  const at = `
      let all = thread + c * ${threads}u;
      let base = (all / ${quarter}u) * ${n}u;
      let j = all % ${quarter}u;
      let k = j % ${done}u;`;
  const turn = (k: number): string =>
    done === 1 ? '' : `, ${twiddle}(k * ${(k * n) / (4 * done)}u)`;
  const load = (k: number): string =>
    done === 1
      ? `line[base + j + ${k * quarter}u]`
      : `times(line[base + j + ${k * quarter}u]${turn(k)})`;
  return `
  {
    var held: array<vec2f, ${4 * count}>;
    workgroupBarrier();
    for (var c = 0u; c < ${count}u; c += 1u) {${at}
      let first = line[base + j];
      let second = ${load(1)};
      let third = ${load(2)};
      let fourth = ${load(3)};
      let even = first + third;
      let odd = first - third;
      let both = second + fourth;
      let apart = second - fourth;
      let turned = ${direction === 'back' ? 'vec2f(-apart.y, apart.x)' : 'vec2f(apart.y, -apart.x)'};
      held[4u * c] = even + both;
      held[4u * c + 1u] = odd + turned;
      held[4u * c + 2u] = even - both;
      held[4u * c + 3u] = odd - turned;
    }
    workgroupBarrier();
    for (var c = 0u; c < ${count}u; c += 1u) {${at}
      let to = base + (j / ${done}u) * ${4 * done}u + k;
      line[to] = held[4u * c];
      line[to + ${done}u] = held[4u * c + 1u];
      line[to + ${2 * done}u] = held[4u * c + 2u];
      line[to + ${3 * done}u] = held[4u * c + 3u];
    }
  }
`;
}

/** The last stage of a transform whose size is no power of four. */
function stage2({ n, lines, threads }: FftSize, direction: Direction): string {
  const count = (lines * n) / 2 / threads;
  const half = n / 2;
  const at = `
      let all = thread + c * ${threads}u;
      let base = (all / ${half}u) * ${n}u;
      let j = all % ${half}u;`;
  return `
  {
    var held: array<vec2f, ${2 * count}>;
    workgroupBarrier();
    for (var c = 0u; c < ${count}u; c += 1u) {${at}
      let first = line[base + j];
      let second = times(line[base + j + ${half}u], ${NAMES[direction].twiddle}(j));
      held[2u * c] = first + second;
      held[2u * c + 1u] = first - second;
    }
    workgroupBarrier();
    for (var c = 0u; c < ${count}u; c += 1u) {${at}
      line[base + j] = held[2u * c];
      line[base + j + ${half}u] = held[2u * c + 1u];
    }
  }
`;
}
