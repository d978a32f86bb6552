import type { IspFields, TwinDocument, TwinDocuments, TwinSettings } from '@lumenloom/engine/twin';

/** Frames of a camera that a page has, and what it is asked. */
export interface TwinQuestion {
  /** Content of the manifest. */
  readonly manifest: unknown;
  /** By their paths below the folder. */
  readonly files: readonly (readonly [path: string, file: File])[];
  readonly settings?: TwinSettings | undefined;
}

/** What became of it. */
export type TwinAnswer =
  | {
      readonly kind: 'twin';
      readonly twin: TwinDocument;
      readonly sensor: TwinDocuments['sensor'];
      readonly lens: TwinDocuments['lens'];
      /** Fields of a recipe that develop alike; undefined without developed charts. */
      readonly isp: IspFields | undefined;
    }
  | { readonly kind: 'failed'; readonly message: string };
