import { TestEnvironment } from 'jest-environment-node';
import { timeSuite } from '../order/suite-times.ts';

/** Jest's environment for Node: a suite has globals and modules of its own, which are loaded anew for it. */
export default class OwnRealm extends TestEnvironment {
  readonly #tell: () => void;

  constructor(...given: ConstructorParameters<typeof TestEnvironment>) {
    const [, { testPath }] = given;
    const tell = timeSuite(testPath);
    super(...given);
    this.#tell = tell;
  }

  override async teardown(): Promise<void> {
    await super.teardown();
    this.#tell();
  }
}
