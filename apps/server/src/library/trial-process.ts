import { answerReading } from './answer-reading.ts';
import { tryNetwork } from './try-network.ts';

answerReading(tryNetwork);
