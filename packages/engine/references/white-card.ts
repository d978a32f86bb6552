/** A perfect white diffuser that fills the scene. */
export { WHITE_CARD as whiteCard } from '../src/proof/isetcam-figures.ts';
