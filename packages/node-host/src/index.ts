import { availableParallelism } from 'node:os';
import { stageMemory, type Device, type Host } from '@lumenloom/engine';
import { discCache } from './disc-cache.ts';
import { loadImage } from './image-files.ts';
import { loadKernel } from './kernels.ts';
import { readModelSettings, type ModelSettings } from './models/model-settings.ts';
import { networksIn } from './networks.ts';
import { ownNetworks } from './own-networks.ts';
import { parallelOn } from './parallel.ts';
import { worldsOn } from './world-renderer.ts';

export { folderOf, labelsNamed, withLabelFile } from './label-file.ts';
export { installModel, sha256Of } from './models/install-model.ts';
export { ModelFetcher } from './models/model-fetcher.ts';
export { installedWeights, ModelFilesError, readModelList } from './models/model-list.ts';
export {
  DEFAULT_PRECISION,
  FETCH_MODES,
  precisionOf,
  readMirror,
  readModelSettings,
  readPrecisions,
  type ModelSettings,
} from './models/model-settings.ts';
export {
  decodePicture,
  encodePng,
  loadImage,
  loadRgb,
  type DecodedPicture,
} from './image-files.ts';
export { listedNetwork } from './networks.ts';
export { shareCommand } from './shared-command.ts';
export { describeNetwork, ownNetworks } from './own-networks.ts';
export {
  openNetwork,
  readingLimits,
  type NetworkOptions,
  type OpenNetwork,
} from './open-network.ts';
export type { NetworkLimits } from './network-runner.ts';
export { forkWatched, watchProcess, type ProcessLimits } from './watch-process.ts';
export { collectGarbageSoon, keepGarbage } from './collect-garbage.ts';
export { cacheFolder } from './disc-cache.ts';
export { npyFolder } from './npy-folder.ts';
export { usesOf, type ChannelUses } from './exr/channel-uses.ts';
export { openExr, readExr, type ExrFile, type NamedChannel } from './exr/read-exr.ts';
export {
  partsIndex,
  publishedLens,
  publishedNames,
  publishedPart,
  publishedSensor,
  readPublished,
  type PartsIndex,
  type PublishedKind,
  type PublishedPart,
} from './published.ts';
export { writeDng, type RawFile } from './picture-files/write-dng.ts';
export { withFilesBeside } from './lens-bytes.ts';
export { fileBelow } from './stored-file.ts';
export { readPngCodes, type PngCodes } from './picture-files/read-png-codes.ts';
export { writePng16 } from './picture-files/write-png.ts';
export { writeTiff16 } from './picture-files/write-tiff16.ts';
export { writeMat, type MatPlanes } from './picture-files/write-mat.ts';
export { recordMcap, type CameraInfo, type Quaternion } from './robot-files/record-mcap.ts';
export { writeExr } from './picture-files/write-exr.ts';
export {
  depthOfExr,
  mapOfExr,
  readDepthFile,
  type DepthPlane,
  type DepthReading,
} from './scene-files/read-depth.ts';
export {
  readFrame,
  sceneDepthOf,
  type FrameReading,
  type Render,
} from './scene-files/read-frame.ts';
export { readCameraFile } from './scene-files/read-camera-file.ts';
export { renderFolder, type RenderFolder, type RenderFrame } from './scene-files/render-folder.ts';
export { readDepthMap, type DepthMap } from './scene-files/read-depth-map.ts';
export { readSceneFile, type SceneFile, type SceneReading } from './scene-files/read-scene-file.ts';
export { parseWavelengths } from './scene-files/wavelength-list.ts';
export { DEVICE_CHOICES, type DeviceChoice } from './device-choice.ts';
export { closeDevice, findDevice, onDevice, openDevice } from './gpu.ts';
export { worldFiles } from './world-files.ts';
export { openedWorld } from './world-renderer.ts';
export { exampleWorld, inspectedWorld, probedWorld } from './world-answers.ts';
export { renderHelpers } from './world-threads.ts';
export { endTogether } from './end-together.ts';
export { THREAD_ARGUMENTS, endParallel } from './parallel.ts';

/** At most two threads; more do not make pictures of ordinary size faster. */
export const defaultThreads = (): number => Math.min(2, availableParallelism());

/**
 * The host of the engine in Node.
 *
 * @param models folder of the model files, and which of them are used.
 * @param stageMemoryBytes for results of stages, which later runs use again.
 * @param device of this thread, from `openDevice`; without it the processor computes.
 */
export function nodeHost(
  threads = defaultThreads(),
  models: Pick<ModelSettings, 'folder' | 'precisions'> = readModelSettings(process.env),
  stageMemoryBytes = 0,
  device?: Device,
): Host {
  return {
    threads,
    loadNetwork: networksIn(models, threads),
    openNetwork: ownNetworks(),
    parallel: parallelOn(threads, { loadKernel }),
    loadImage,
    loadKernel,
    device,
    worlds: worldsOn(threads),
    cache: discCache,
    memory: stageMemoryBytes > 0 ? stageMemory(stageMemoryBytes) : undefined,
    now: () => performance.now(),
  };
}

export { appendFile, fileProblem, namingFile, writeFile } from './output-paths.ts';
export { peakRssBytes } from './peak-memory.ts';
export { EXAMPLES, EXAMPLE_NETWORK_FILE, REFERENCES } from './examples.ts';
