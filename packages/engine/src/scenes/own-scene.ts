import type { Spectrum } from '../quantities/wavelengths.ts';
import { displaySpectra } from './image-file/build.ts';
import { mean, type Scene } from './scene.ts';
import type { SceneDescriptor } from './scene-descriptor.ts';

/**
 * The content of a scene file, one cell per pixel: reflectance = sum over k of planes[k] ·
 * spectra[k].
 */
export interface OwnSceneData {
  readonly rows: number;
  readonly columns: number;
  /** In shared memory: data[row * columns + column]. */
  readonly planes: readonly Float32Array[];
  /**
   * Reflectance per band; undefined where the planes are linear red, green and blue, or grey, for a
   * display.
   */
  readonly spectra: readonly Spectrum[] | undefined;
  /** It goes on outside as its nearest cell; absent: it is black there. */
  readonly isEndless?: true;
}

/** A scene from a file, as part of a plan. */
export interface OwnScene {
  readonly id: 'own';
  /** Name of the file. */
  readonly label: string;
  /** Hash of the file and of how it is read, in hexadecimal: equal digests are equal scenes. */
  readonly digest: string;
  /** The light it is under when no illuminant is chosen. */
  readonly nativeIlluminant: SceneDescriptor['nativeIlluminant'];
  /** `hfov` in radians. */
  readonly parameters: { readonly hfov: number };
  readonly data: OwnSceneData;
}

/**
 * The scene of a file.
 *
 * @param assumedWhite photons per band of the light under which a picture was taken; by default the
 * display's white.
 */
export function ownScene({ data }: Pick<OwnScene, 'data'>, assumedWhite?: Spectrum): Scene {
  const { rows, columns, planes, spectra, isEndless } = data;
  return {
    rows,
    columns,
    spectra: spectra ?? displayReflectance(planes.length, assumedWhite),
    planeMeans: planes.map(mean),
    pattern: { kind: 'cells', rows, columns, planes, ...(isEndless && { endlessFrom: 0 }) },
    raster: (plane) => planes[plane]!,
  };
}

/** Reflectance of a display's primaries; a grey picture drives all of them alike. */
function displayReflectance(planes: number, assumedWhite?: Spectrum): readonly Spectrum[] {
  const primaries = displaySpectra(assumedWhite);
  return planes === 1
    ? [primaries[0]!.map((red, band) => red + primaries[1]![band]! + primaries[2]![band]!)]
    : primaries;
}
