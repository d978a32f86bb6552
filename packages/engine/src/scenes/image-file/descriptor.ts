import { hfovField, type SceneDescriptor } from '../scene-descriptor.ts';

export const imageFileFields = [
  hfovField,
  {
    kind: 'choice',
    key: 'illuminant',
    label: 'Illuminant',
    hidden: true,
    default: '',
    options: [''],
    help: 'The light the file was taken under; blank is the white of the display it was made for.',
  },
] as const;

/** An sRGB picture, converted to reflectances by the model of a display. */
export const appleJpg = {
  label: 'apple.jpg',
  wireKey: 'sceneFileParams',
  fields: imageFileFields,
  nativeIlluminant: 'display-white',
  load: () => import('./build.ts'),
} as const satisfies SceneDescriptor;
