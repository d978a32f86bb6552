import { IconArrowBackUp } from '@tabler/icons-react';
import { absentAction } from './action.ts';

export const backAction = absentAction('Back', IconArrowBackUp);
