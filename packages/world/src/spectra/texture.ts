import type { FileTexture } from '../files/file-content.ts';
import type { Picture } from '../files/world-files.ts';

const decodeSrgb = (value: number): number =>
  value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;

/** A picture that is read by uv, between its pixels linearly; (0, 0) is its upper left. */
export class Texture {
  private readonly picture: Picture;
  private readonly decode: Float64Array | undefined;
  private readonly wrap: FileTexture['wrap'];
  private readonly transform: FileTexture['transform'] | undefined;
  readonly set: 0 | 1;

  constructor(picture: Picture, encoding: 'srgb' | 'linear', file?: FileTexture) {
    this.picture = picture;
    const { largest } = picture;
    this.decode =
      largest === 1
        ? undefined
        : Float64Array.from({ length: largest + 1 }, (_, code) =>
            encoding === 'srgb' ? decodeSrgb(code / largest) : code / largest,
          );
    this.wrap = file?.wrap ?? ['repeat', 'repeat'];
    this.transform = file?.transform;
    this.set = file?.set ?? 0;
  }

  /** Red, green, blue, alpha, linear. Pictures of one channel are grey. */
  at(uv: readonly [number, number], out: number[] = []): number[] {
    const { columns, rows } = this.picture;
    let [u, v] = uv;
    const t = this.transform;
    if (t) [u, v] = [t[0] * u + t[2] * v + t[4], t[1] * u + t[3] * v + t[5]];
    const [x, y] = [u * columns - 0.5, v * rows - 0.5];
    const [left, top] = [Math.floor(x), Math.floor(y)];
    const [a, b] = [x - left, y - top];
    for (let channel = 0; channel < 4; channel += 1)
      out[channel] =
        (1 - b) *
          ((1 - a) * this.texel(left, top, channel) + a * this.texel(left + 1, top, channel)) +
        b *
          ((1 - a) * this.texel(left, top + 1, channel) +
            a * this.texel(left + 1, top + 1, channel));
    return out;
  }

  private texel(column: number, row: number, channel: number): number {
    const { columns, rows, channels, data, largest } = this.picture;
    const x = wrapped(column, columns, this.wrap[0]);
    const y = wrapped(row, rows, this.wrap[1]);
    const first = channels * (y * columns + x);
    if (channel === 3)
      return channels === 4 || channels === 2 ? data[first + channels - 1]! / largest : 1;
    const code = data[first + (channels < 3 ? 0 : channel)]!;
    return this.decode ? this.decode[code]! : code;
  }
}

function wrapped(at: number, size: number, how: FileTexture['wrap'][0]): number {
  if (how === 'clamp') return Math.max(0, Math.min(size - 1, at));
  const period = how === 'mirror' ? 2 * size : size;
  const inside = ((at % period) + period) % period;
  return inside < size ? inside : period - 1 - inside;
}
