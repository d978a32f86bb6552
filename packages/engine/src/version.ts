/** Version of the engine, as in package.json; part of every report. */
export const VERSION = '0.1.0';
