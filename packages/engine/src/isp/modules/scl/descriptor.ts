import { enabled, plain, type IspModuleDescriptor } from '../../module-descriptor.ts';

const SIDE = { whole: true, min: 1, max: 32768 } as const;

/** Scaling. */
export const scl = {
  id: 'scl',
  label: 'SCL',
  name: 'Scaling',
  needs: ['cfa'],
  fields: [
    enabled('sclEnabled', 'SCL', false),
    plain(
      'sclWidth',
      'width',
      1920,
      SIDE,
      'Columns of the result; the picture is stretched when its shape differs.',
    ),
    plain('sclHeight', 'height', 1080, SIDE, 'Rows of the result.'),
  ],
} as const satisfies IspModuleDescriptor;
