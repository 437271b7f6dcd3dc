import type { DemoSettings } from '../commands/demo.ts';
import type { InitOptions } from '../init/init.ts';
import type { CommonOptions, Work } from '../remote/perform.ts';

/** What the command line asks for. */
export type Asked =
  | { readonly kind: 'dev' | 'api' | 'rebuild-views' }
  | ({ readonly kind: 'demo'; readonly exit: boolean } & DemoSettings)
  | { readonly kind: 'worker'; readonly queues: 'all' | 'guards' | 'others' }
  | { readonly kind: 'config'; readonly of: 'dev' | 'api' | 'worker' | 'guards' }
  | ({ readonly kind: 'init' } & InitOptions)
  | { readonly kind: 'bundled'; readonly name: string | undefined }
  | {
      readonly kind: 'check';
      readonly files: readonly string[];
      readonly name: string | undefined;
      readonly json: boolean;
    }
  | { readonly kind: 'remote'; readonly common: CommonOptions; readonly load: () => Promise<Work> }
  | { readonly kind: 'completion'; readonly shell: 'bash' | 'zsh' | 'fish' }
  | { readonly kind: 'help'; readonly text: string }
  | { readonly kind: 'version' }
  | { readonly kind: 'wrong'; readonly why: string };

/** The commands that serve until they are told to stop, or have done what they do with the servers. */
export type Serving = Extract<Asked, { readonly kind: 'dev' | 'demo' | 'api' | 'worker' | 'rebuild-views' }>;

/** What a command of the tree found out; the last word on the command line. */
export type Ask = (asked: Asked) => void;
