/** Files beside the document of a world, by the names that it has for them. */
export type WorldBytes = Readonly<Record<string, Uint8Array>>;

/** What is rendered: the picture, or the light on what stands at each pixel. */
export type Rendered = 'picture' | 'lux';

/** What the workers of worlds are told. A later world stops the one before. */
export type ToWorlds =
  | {
      readonly kind: 'show';
      readonly id: number;
      readonly document: unknown;
      /** Absent: those of the world before. */
      readonly files?: WorldBytes | undefined;
      /** Paths of each pixel at which the picture is finished; a power of 2. */
      readonly samples: number;
      readonly wants: Rendered;
    }
  | {
      readonly kind: 'probe';
      readonly id: number;
      /** Of the full picture. */
      readonly column: number;
      readonly row: number;
    };

/** What a worker is told first: to lead others, or to render for the one that leads. */
export type Role =
  | { readonly kind: 'leads'; readonly others: readonly MessagePort[] }
  | { readonly kind: 'helps'; readonly lead: MessagePort };

/** Rows of the picture that one worker renders: one of so many. */
export interface Share {
  readonly first: number;
  readonly step: number;
}
/** What one of several workers does of a message. */
export type ToDesk = ToWorlds & { readonly share: Share };

/** What one of several workers says. */
export type FromDesk =
  | Exclude<FromWorlds, { kind: 'picture' } | { kind: 'lux' }>
  | { readonly kind: 'part'; readonly id: number; readonly part: PicturePart };

/** The rows of a worker, once they have so many samples. */
export interface PicturePart {
  readonly wants: Rendered;
  readonly share: Share;
  readonly columns: number;
  readonly rows: number;
  readonly samples: number;
  readonly isPreview: boolean;
  readonly groups: readonly string[];
  /**
   * [own rows, columns] or [own rows, columns, 3] by name; 'rgb 0' and 'lux 0' of the first group.
   */
  readonly arrays: Readonly<Record<string, Float32Array | Uint16Array>>;
  readonly names: Readonly<Record<number, string>>;
  readonly fireflies: number;
}

/** What the workers of worlds say of the last world. */
export type FromWorlds =
  | { readonly kind: 'world'; readonly id: number; readonly facts: WorldFacts }
  | {
      readonly kind: 'refused';
      readonly id: number;
      readonly field: string | undefined;
      readonly message: string;
    }
  | { readonly kind: 'picture'; readonly id: number; readonly picture: ShownWorld }
  | { readonly kind: 'lux'; readonly id: number; readonly lux: LuxMap }
  | { readonly kind: 'probed'; readonly id: number; readonly reading: WorldReading | undefined };

/** What is in a world that was read. */
export interface WorldFacts {
  readonly triangles: number;
  readonly lights: readonly {
    readonly name: string;
    readonly type: string;
    readonly lumens: number | null;
    readonly candela: number | null;
    readonly luminance: number | null;
  }[];
  /** Groups in which something shines: their pictures sum to the whole. */
  readonly groups: readonly string[];
  readonly ignored: readonly string[];
  readonly warnings: readonly string[];
  /** Where lamps of the document stand, by name: 16 numbers by columns. */
  readonly lampMatrices: Readonly<Record<string, readonly number[]>>;
  /** Materials that need no entry in a document, by name: where their numbers come from. */
  readonly namedMaterials: Readonly<
    Record<string, { readonly source: string | undefined; readonly plainModel: string | undefined }>
  >;
  /** Columns and rows of the full picture. */
  readonly columns: number;
  readonly rows: number;
  readonly solids: readonly WorldSolid[];
  readonly camera: { readonly matrix: readonly number[]; readonly hfovDegrees: number };
}

/** A part of an instance of an object, for a view of where things stand. */
export interface WorldSolid {
  readonly object: string;
  /** 16 numbers by columns. */
  readonly matrix: readonly number[];
  /** Linear sRGB under D65. */
  readonly colour: readonly [number, number, number];
  readonly geometry:
    | { readonly kind: 'mesh'; readonly positions: Float32Array; readonly indices: Uint32Array }
    | { readonly kind: 'sphere'; readonly radius: number }
    | { readonly kind: 'cylinder'; readonly radius: number; readonly height: number }
    | { readonly kind: 'disc'; readonly radius: number; readonly inner: number };
}

/** A picture of a world as far as it is. */
export interface ShownWorld {
  readonly columns: number;
  readonly rows: number;
  readonly samples: number;
  /** Of a smaller picture than the full one. */
  readonly isPreview: boolean;
  readonly groups: readonly string[];
  /** Linear sRGB of each group, 1 for 1 cd/m² of white: [pixel, 3]. */
  readonly rgb: readonly Float32Array[];
  /** m along the axis; Infinity where nothing stands. */
  readonly depth: Float32Array;
  readonly ids: Uint16Array;
  /** [pixel, 3], in the world, towards the viewer. */
  readonly normals: Float32Array;
  /** By identifier. */
  readonly names: Readonly<Record<number, string>>;
  /** Median of the pixels, percent; null where it is unknown. */
  readonly standardErrorPercent: number | null;
  readonly fireflies: number;
}

/** The light on what stands at each pixel, as far as it is. */
export interface LuxMap extends Pick<
  ShownWorld,
  'columns' | 'rows' | 'samples' | 'isPreview' | 'groups'
> {
  /** lx of each group; NaN where nothing stands. */
  readonly lux: readonly Float32Array[];
}

/** What stands at a pixel, and how much light falls there. */
export interface WorldReading {
  readonly object: string;
  readonly material: string;
  /** m from the camera. */
  readonly distance: number;
  readonly groups: readonly string[];
  /** Of each group. */
  readonly lux: readonly number[];
  /** Of all groups; null where it is unknown. */
  readonly standardErrorLux: number | null;
}
