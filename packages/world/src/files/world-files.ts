/** A decoded picture: rows of pixels of 1 to 4 channels. */
export interface Picture {
  readonly columns: number;
  readonly rows: number;
  readonly channels: 1 | 2 | 3 | 4;
  readonly data: Uint8Array | Uint16Array | Float32Array;
  /** Code of white: 255, 65535, or 1 of floats. */
  readonly largest: number;
}

/** The files beside a document, which its host opens. */
export interface WorldFiles {
  /**
   * @param name as the document has it.
   * @param place of the name in the document, for a refusal.
   */
  readonly read: (name: string, place: string) => Promise<Uint8Array>;
  /** Decodes a .png, .jpg, .webp, .exr or .hdr. */
  readonly picture: (bytes: Uint8Array, name: string, place: string) => Promise<Picture>;
}
