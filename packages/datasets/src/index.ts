export type {
  Category,
  DataImage,
  Dataset,
  DatasetCheck,
  DatasetFormat,
  DatasetTask,
} from './dataset.ts';
export { openDataset, readDatasetsMegabytes, type OpeningOptions } from './open-dataset.ts';
