// Bubblewrap with the real CPython and the real pytest: no forged implementation passes.
import { FORGERIES } from './forgeries.ts';
import { passNoMore } from './real-pytest.ts';
import { openBwrap } from './support.ts';

const { sandbox, missing } = await openBwrap();

afterAll(() => sandbox?.close());

passNoMore(sandbox, missing, FORGERIES);
