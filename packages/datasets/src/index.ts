export type {
  Category,
  ChosenSplit,
  DataImage,
  Dataset,
  DatasetCheck,
  DatasetFormat,
  LabelKind,
  DatasetTask,
} from './dataset.ts';
export { LABEL_KINDS } from './dataset.ts';
export { openFolder, subTree, type FileTree } from './file-tree.ts';
export { openZip, type ZipLimits } from './zip-tree.ts';
export { openSimulation, type SimulationFolder } from './simulation-folder.ts';
export { MOST_SOURCE_NOISE, pictureNoise } from './picture-noise.ts';
export { parseYaml } from './parse-yaml.ts';
export { splitSentence } from './splits.ts';
export { reasonOf, sentenceOf, type Trouble } from './troubles.ts';
export { openDataset, readDatasetsMegabytes, type OpeningOptions } from './open-dataset.ts';
export {
  simulateDataset,
  type DatasetCamera,
  type SimulatedDataset,
  type SimulationOptions,
} from './simulate-dataset.ts';
export type { LabelFormat } from './written-labels.ts';
export { zippedDataset, type ZippedDataset } from './zip-folder.ts';
