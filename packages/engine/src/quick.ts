/**
 * The entry for a program of the command line before it knows its command, for lights, and for the
 * process of a network: version, errors, JSON, spectra, ONNX files. It loads in milliseconds.
 */
export { colourTemperatureOf } from './colour/colour-temperature.ts';
export { chromaticityOf, luminanceOf, xyzOf } from './colour/xyz.ts';
export { shownSpectrum } from './illuminants/light.ts';
export { illuminants } from './illuminants/list.ts';
export { EXAMPLE_NETWORK } from './networks/example-network.ts';
export { findInPicture } from './networks/find-in-picture.ts';
export { readOnnx } from './networks/onnx-file.ts';
export { WAVELENGTHS, energyToPhotons } from './quantities/wavelengths.ts';
export { MACBETH_PATCHES } from './scenes/macbeth/patches.ts';
export { SimulationError } from './simulation-error.ts';
export { fail, isObject, refuseUnknown, tableOf, type Table } from './text/json-fields.ts';
export { didYouMean, distance } from './text/near-miss.ts';
export { parseJson } from './text/parse-json.ts';
export { publishedName } from './text/published-name.ts';
export { plainNumber } from './text/plain-number.ts';
export { VERSION } from './version.ts';
export { medianError, pathBatches } from './worlds.ts';
