/** The entry for the proof: how figures of outside programs are computed again. */
export { compareIspCase, type IspCase } from './proof/isp-case.ts';
export { edgeDifferences, type EdgeCase } from './proof/edge-case.ts';
export { ISETCAM_FIGURES, ISETCAM_FILES, type IsetcamGoldens } from './proof/isetcam-figures.ts';
export { labRow, type LabCase } from './proof/lab-cases.ts';
export { lensFigure } from './proof/lens-rows.ts';
export {
  differenceOf,
  provenRow,
  skippedRow,
  type Anchor,
  type ProofRow,
} from './proof/proof-row.ts';
