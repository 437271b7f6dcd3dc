import type { Compiled } from '../../model/plan.ts';
import type { Page, PageRequest } from './pages.ts';

export interface DefinitionVersion {
  readonly name: string;
  readonly version: number;
  /** `sha256:<hex>` of the RFC 8785 form of `document` (R38). */
  readonly digest: string;
  readonly topology: string;
  /** The document as submitted, parsed. */
  readonly document: unknown;
  readonly plan: Compiled;
  readonly warnings: readonly unknown[];
  readonly createdAt: number;
}

export interface Definitions {
  /** A name's same digest again answers the version that exists, `created: false`; else the next version. Safe under concurrency. */
  publish(
    definition: Omit<DefinitionVersion, 'version' | 'createdAt'>,
  ): Promise<{ readonly version: DefinitionVersion; readonly created: boolean }>;
  /** The newest version when none is named. */
  find(name: string, version?: number): Promise<DefinitionVersion | undefined>;
  /**
   * The newest version of every name, newest published first. `without`: documents whose newest versions are left out if they say the same, whatever
   * model they name.
   */
  list(page: PageRequest, without?: readonly object[]): Promise<Page<DefinitionVersion>>;
}
