// A real PostgreSQL and workflows in this process: random definitions end in a play as they end in the service.
import { comparing } from './alike.ts';

comparing(17, 120_000);
