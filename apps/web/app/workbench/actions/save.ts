import { IconDeviceFloppy } from '@tabler/icons-react';
import { absentAction } from './action.ts';

export const saveAction = absentAction('Save', IconDeviceFloppy);
