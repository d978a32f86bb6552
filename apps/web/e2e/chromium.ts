import { existsSync } from 'node:fs';

/** Debian's Chromium without windows takes a fifth less processor time than the one with them. */
const PLACES = ['/usr/bin/chromium-headless-shell', '/usr/bin/chromium'];

/** The browser of the tests; undefined where there is none. */
export const chromiumPath = process.env['CHROMIUM_PATH'] ?? PLACES.find((path) => existsSync(path));

export const chromiumFlags = [
  '--no-sandbox',
  '--disable-gpu',
  // The wheel and `scrollTo` arrive at once: no test waits for a scroll animation, or reads a place
  // on its way.
  '--disable-smooth-scrolling',
  // Nothing of the browser's own may go out: the machine may have no network.
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];
