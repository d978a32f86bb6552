import { IconChartLine } from '@tabler/icons-react';
import { absentAction } from './action.ts';

export const sfrAction = absentAction('SFR', IconChartLine);
