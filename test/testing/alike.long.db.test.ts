// The same for five hundred of them.
import { comparing } from './alike.ts';

comparing(167, 1_200_000);
