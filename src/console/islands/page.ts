// Of pages that have no island of their own.
import { begin } from './common/begin.ts';
import { sendWhenChosen } from './common/choose.ts';

begin();
sendWhenChosen();
