import { medianError } from '@lumenloom/engine/quick';
import { WorldDesk } from './world-desk.ts';
import type { FromDesk, FromWorlds, PicturePart, ToDesk, ToWorlds } from './world-messages.ts';

/** Shares pictures between its own desk and those of other workers, and joins their rows. */
export class WorldLead {
  private readonly tell: (message: FromWorlds, transferred: Transferable[]) => void;
  private readonly others: readonly MessagePort[];
  private readonly own: WorldDesk;
  private last = 0;
  /** Parts that wait for the others of their picture. */
  private waiting: PicturePart[] = [];

  constructor(
    tell: (message: FromWorlds, transferred: Transferable[]) => void,
    others: readonly MessagePort[],
  ) {
    this.tell = tell;
    this.others = others;
    this.own = new WorldDesk((message) => this.hear(message));
    for (const port of others)
      port.onmessage = ({ data }: MessageEvent<FromDesk>) => this.hear(data);
  }

  take(message: ToWorlds): void {
    const step = this.others.length + 1;
    if (message.kind === 'show') {
      [this.last, this.waiting] = [message.id, []];
      for (const [at, port] of this.others.entries())
        port.postMessage({ ...message, share: { first: at + 1, step } } satisfies ToDesk);
    }
    this.own.take({ ...message, share: { first: 0, step } });
  }

  private hear(message: FromDesk): void {
    if (message.kind === 'refused') {
      if (message.id !== this.last) return;
      // The others refuse it too.
      this.last = 0;
    }
    if (message.kind !== 'part') this.tell(message, []);
    else if (message.id === this.last) this.join(message.id, message.part);
  }

  private join(id: number, part: PicturePart): void {
    const isOfIt = ({ samples, isPreview }: PicturePart): boolean =>
      samples === part.samples && isPreview === part.isPreview;
    const parts = [...this.waiting.filter(isOfIt), part];
    this.waiting = this.waiting.filter((one) => !isOfIt(one));
    if (parts.length < part.share.step) {
      this.waiting.push(...parts);
      return;
    }
    const arrays = joined(parts);
    const { columns, rows, samples, isPreview, groups, names } = part;
    const planesOf = (name: string): readonly Float32Array[] =>
      groups.map((_, group) => arrays[`${name} ${group}`] as Float32Array);
    const shared = { columns, rows, samples, isPreview, groups };
    const transferred = Object.values(arrays).map(({ buffer }) => buffer);
    if (part.wants === 'lux') {
      this.tell({ kind: 'lux', id, lux: { ...shared, lux: planesOf('lux') } }, transferred);
      return;
    }
    const picture = {
      ...shared,
      rgb: planesOf('rgb'),
      depth: arrays['depth'] as Float32Array,
      ids: arrays['ids'] as Uint16Array,
      normals: arrays['normals'] as Float32Array,
      names,
      standardErrorPercent: medianError({
        error: arrays['error'] as Float32Array,
        luminance: arrays['luminance'] as Float32Array,
      }),
      fireflies: parts.reduce((sum, { fireflies }) => sum + fireflies, 0),
    };
    this.tell({ kind: 'picture', id, picture }, transferred);
  }
}

/** The rows of all parts, in their places. */
function joined(parts: readonly PicturePart[]): Record<string, Float32Array | Uint16Array> {
  const { arrays, rows, columns } = parts[0]!;
  return Object.fromEntries(
    Object.keys(arrays).map((name) => {
      const length = parts.reduce((sum, part) => sum + part.arrays[name]!.length, 0) / rows;
      const out =
        name === 'ids' ? new Uint16Array(rows * columns) : new Float32Array(rows * length);
      for (const { share, arrays: own } of parts)
        for (let row = share.first, at = 0; row < rows; row += share.step, at += 1)
          out.set(own[name]!.subarray(at * length, (at + 1) * length), row * length);
      return [name, out];
    }),
  );
}
