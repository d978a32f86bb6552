import { IconArrowForwardUp } from '@tabler/icons-react';
import { absentAction } from './action.ts';

export const forwardAction = absentAction('Forward', IconArrowForwardUp);
