import { refusesMalformed } from './malformed.ts';

refusesMalformed(10_000);
