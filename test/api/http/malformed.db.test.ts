import { refusesMalformed } from './malformed.ts';

// Ten thousand are in malformed.long.db.test.ts.
refusesMalformed(2_000);
