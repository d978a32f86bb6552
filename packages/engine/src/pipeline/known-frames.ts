import type { SceneFrames } from './plan.ts';

/** Scenes that follow each other as keys and seeds have them: their samples take long to hash. */
export const knownFrames = ({ hertz, scenes }: SceneFrames): object => ({
  hertz,
  digests: scenes.map(({ scene, depth }) => [scene.digest, ...(depth ? [depth.digest] : [])]),
});
