/** The scene of one picture, for the threads of the renderer: its number stands in the address. */
import { asStill } from './labelled-still.ts';
import { sceneOf } from './pictures.ts';

export const still = asStill(sceneOf(Number(new URL(import.meta.url).searchParams.get('picture'))));
