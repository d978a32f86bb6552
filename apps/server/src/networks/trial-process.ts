import { answerReading } from '../library/answer-reading.ts';
import { tryNetwork } from './try-network.ts';

answerReading(tryNetwork);
