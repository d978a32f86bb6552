/** Version of the engine, as in package.json; part of every report. */
export const VERSION = '0.1.0';

/**
 * Name of the bits that this version gives, under any version of Node: versions with the same name
 * go on with each other's sweeps. A test holds it to the recorded bits of recipes and to the
 * versions of the libraries that compute; a change of bits, or of a figure, that the record does
 * not show gets a recipe there.
 */
export const BITS = 'e6a32b4872c3';
