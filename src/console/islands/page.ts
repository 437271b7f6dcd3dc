// Of pages that have no island of their own.
import { begin } from './common/begin.ts';

begin();
