import type { KeptLine } from '../evaluate/dataset/picture-lines.ts';

/** A run of a race without a data set: a figure of the report of one noise. */
export type NoiseLine = {
  readonly image: string;
  readonly camera: string;
  readonly condition: string;
} & (
  | {
      readonly status: 'done';
      /** Null where the report has no such number. */
      readonly value: number | null;
      readonly exposureSeconds: number | null;
    }
  | { readonly status: 'failed'; readonly message: string }
);

/** What became of cameras on pictures. */
export class RunsOfRace<Line extends KeptLine | NoiseLine> {
  /** By camera, picture and slot. */
  readonly #lines = new Map<string, Map<string, Map<string, Line>>>();
  readonly #slots: number;

  /** @param slots of each picture. */
  constructor(slots: number) {
    this.#slots = slots;
  }

  add(line: Line): void {
    const { camera, image, condition } = line;
    if (camera === null) return;
    const pictures = this.#lines.get(camera) ?? new Map<string, Map<string, Line>>();
    this.#lines.set(camera, pictures);
    const own = pictures.get(image) ?? new Map<string, Line>();
    pictures.set(image, own.set(condition, line));
  }

  /** Whether all slots of a picture were computed. */
  has(camera: string, image: string): boolean {
    return this.#lines.get(camera)?.get(image)?.size === this.#slots;
  }

  /** The lines of a picture; undefined where one has failed or is not there. */
  done(camera: string, image: string): readonly Line[] | undefined {
    const own = this.#lines.get(camera)?.get(image);
    if (own?.size !== this.#slots) return undefined;
    const lines = [...own.values()];
    return lines.some(({ status }) => status === 'failed') ? undefined : lines;
  }

  /** Why the first of the pictures failed. */
  failure(camera: string, images: readonly string[]): string | undefined {
    for (const image of images)
      for (const line of this.#lines.get(camera)?.get(image)?.values() ?? [])
        if (line.status === 'failed') return line.message;
    return undefined;
  }

  /** Of one camera. */
  ofCamera(camera: string): readonly Line[] {
    return [...(this.#lines.get(camera)?.values() ?? [])].flatMap((own) => [...own.values()]);
  }
}
