import type { Annotation, PixelMap, RgbImage } from '@lumenloom/engine';
import type { Trouble } from './troubles.ts';

/** How a data set lies in its folder (docs/reference/vision.md#data-sets). */
export type DatasetFormat =
  | 'coco'
  | 'yolo'
  | 'voc'
  | 'kitti'
  | 'dota'
  | 'text'
  | 'classes'
  | 'masks'
  | 'depth'
  | 'pictures'
  | 'worlds';

/** Which labels are read where a folder has several kinds. */
export const LABEL_KINDS = ['boxes', 'masks', 'points'] as const;
export type LabelKind = (typeof LABEL_KINDS)[number];

/** What its labels are good for; 'none' for pictures without labels. */
export type DatasetTask =
  | 'detection'
  | 'segmentation'
  | 'classification'
  | 'anomaly'
  | 'depth'
  | 'none';

export interface Category {
  readonly id: number;
  readonly name: string;
}

/** Which part of a data set is taken, of which it has. */
export interface ChosenSplit {
  /** The name of a part, or all. */
  readonly split: string;
  readonly splits: readonly string[];
}

/** A picture of a data set. */
export interface DataImage {
  readonly id: number;
  /** Path of its file below the data set's folder; as the labels name it where it is missing. */
  readonly name: string;
  /** Pixels, after the rotation that the file asks for; 0 where it cannot be read. */
  readonly width: number;
  readonly height: number;
}

/** How a picture was taken, as conditions.csv says. */
export interface PictureCondition {
  /** '' where the file has no such column. */
  readonly condition: string;
  /** Mean of the scene, cd/m². */
  readonly luminance?: number;
}

/** By the names of the pictures. */
export type PictureConditions = ReadonlyMap<string, PictureCondition>;

/** The answer of `dataset check`; its keys are published. */
export interface DatasetCheck {
  readonly format: DatasetFormat;
  /** Numbers of each. */
  readonly images: number;
  readonly annotations: number;
  readonly categories: number;
  readonly crowd: number;
  /**
   * Annotations with boxes by COCO's ranges of the area, both ends included, and pictures by their
   * `width x height`.
   */
  readonly sizes: {
    readonly small: number;
    readonly medium: number;
    readonly large: number;
    readonly pictures: Readonly<Record<string, number>>;
  };
  /** The part that was read, of which there are; absent where there are none. */
  readonly split?: string;
  readonly splits?: readonly string[];
  /** Pictures by their condition; absent without conditions.csv. */
  readonly conditions?: Readonly<Record<string, number>>;
  /** A sentence each, which begins with the place. */
  readonly problems: readonly string[];
}

/**
 * A labelled data set in a folder or a zip file. Pictures and labels are read when they are asked
 * for.
 */
export interface Dataset {
  readonly format: DatasetFormat;
  readonly task: DatasetTask;
  /** Name of its folder or file. */
  readonly name: string;
  /** Source and licence as the data set itself names them; empty where it does not. */
  readonly origin: { readonly source: string; readonly licence: string };
  readonly categories: readonly Category[];
  /** Class numbers of its maps that are in no category and do not count. */
  readonly ignoredClasses: readonly number[];
  /** Of the part that is taken. */
  readonly images: readonly DataImage[];
  /** The part that is taken, and all parts; undefined where there are none. */
  readonly split: ChosenSplit | undefined;
  /** Which of several kinds of labels are read, in sentences. */
  readonly notes: readonly string[];
  /** How its pictures were taken, as its conditions.csv says; empty without one. */
  readonly conditions: PictureConditions;
  /** Reads every picture and label once, and lists what is wrong. */
  readonly check: () => Promise<DatasetCheck>;
  /**
   * What is wrong with its labels, and the images that it names and does not have, without a look
   * into the pictures, in the order of the pictures.
   */
  readonly troubles: () => AsyncIterable<Trouble>;
  /** Whether the file of a picture is there. */
  readonly hasFile: (image: DataImage) => boolean;
  /** The file of a picture. @throws SimulationError when it is missing. */
  readonly readBytes: (image: DataImage) => Promise<Uint8Array>;
  /**
   * A picture in 8-bit sRGB, turned as its file asks for.
   * @throws SimulationError when it is missing, damaged, or of another size than its labels say.
   */
  readonly readPicture: (image: DataImage, stopped?: () => boolean) => Promise<RgbImage>;
  /** Boxes, polygons, masks and key points; damaged ones are left out. */
  readonly annotationsOf: (image: DataImage) => Promise<readonly Annotation[]>;
  /** Category of the whole picture: formats `classes` and `masks` with `test` folders. */
  readonly classOf: (image: DataImage) => number | undefined;
  /** Path of the map of a picture below the data set's folder; undefined where there is none. */
  readonly mapNameOf: (image: DataImage) => string | undefined;
  /**
   * Class numbers (segmentation), 0 or 1 (anomaly) or metres (depth, 0 is unknown) of the pixels;
   * undefined where there is no such map.
   */
  readonly truthOf: (
    image: DataImage,
  ) => Promise<PixelMap<Float32Array> | PixelMap<Uint8Array> | undefined>;
  readonly close: () => Promise<void>;
}

/** What a format's reader finds in a folder. */
export interface Listing {
  readonly format: DatasetFormat;
  readonly task: DatasetTask;
  readonly origin?: Dataset['origin'];
  readonly categories: readonly Category[];
  readonly images: readonly ListedImage[];
  /** Of files that are read at once, such as the one of COCO. */
  readonly problems: readonly Trouble[];
  /** The part that was read; absent where `images` say to which they belong. */
  readonly chosen?: ChosenSplit;
  /** See `Dataset.notes`. */
  readonly notes?: readonly string[];
  /** See `Dataset.ignoredClasses`. */
  readonly ignoredClasses?: readonly number[];
  /** Class number for a value of a map, where it is another one. */
  readonly classOfValue?: (value: number) => number;
  /** Labels of no picture. */
  readonly strayLabels?: number;
  /** Labels of a picture with their problems. */
  readonly labelsOf?: (image: DataImage) => Promise<FoundLabels>;
  readonly classOf?: (image: DataImage) => number | undefined;
  /** Path of the map of a picture. */
  readonly mapPathOf?: (image: DataImage) => string | undefined;
  /** Whether a class without labels is a problem: where the data set itself lists its classes. */
  readonly listsClasses: boolean;
}

export interface ListedImage {
  readonly id: number;
  readonly name: string;
  /** Undefined where the file is missing. */
  readonly path: string | undefined;
  /** As the labels say; undefined where they do not. */
  readonly size?: { readonly width: number; readonly height: number };
  /** Where the labels name it, for problems. */
  readonly place: string;
  /** Parts of the data set to which it belongs. */
  readonly splits?: readonly string[];
}

export interface FoundLabels {
  readonly annotations: readonly Annotation[];
  /** Where each annotation stands. */
  readonly places: readonly string[];
  readonly problems: readonly Trouble[];
  /** Labels and crowds in the file, where they differ from the annotations. */
  readonly count?: { readonly all: number; readonly crowd: number };
}
