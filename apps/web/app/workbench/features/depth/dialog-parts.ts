/** What stands in the dialogs of the lists; one file, because each that is loaded has its price. */
export { DepthFold } from './depth-fold.tsx';
export { IlluminanceField } from './illuminance-field.tsx';
export { KeepTheDie } from './keep-the-die.tsx';
