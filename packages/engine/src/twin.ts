/**
 * The entry for twins: a camera from its frames. Estimators without files; the frames come as
 * arrays.
 */
export { estimateSensor, type SensorEstimate } from './twin/estimate-sensor.ts';
export type { TwinFigure } from './twin/figure.ts';
export { frameLayout, type FrameLayout, type RawStack } from './twin/frame-layout.ts';
export { grouped } from './twin/grouped.ts';
export { readTwinManifest, type TwinEntry, type TwinManifest } from './twin/manifest.ts';
export { twinDocument, type TwinDocument } from './twin/twin-document.ts';
