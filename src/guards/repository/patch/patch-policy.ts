import { quoted } from '../../feedback.ts';

/** What a patch does to one file, seen from the texts before and after. */
export interface Change {
  readonly path: string;
  /** A file is only ever removed by a rename. */
  readonly kind: 'created' | 'changed' | 'removed';
  /** It had a text and has none any more. */
  readonly isEmptied: boolean;
}

export interface PatchPolicy {
  /** Of a file that judges the patch: it stays as it is. */
  isProtected(path: string): boolean;
  /** Of a file that the definition lets a patch touch whatever it is. */
  isAllowed(path: string): boolean;
}

interface Rule {
  /** Against the path in lower case. */
  readonly pattern: RegExp;
  readonly what: string;
  readonly only?: 'created';
}

const SOLVE_IT = 'Mend the source code itself.';

/** Files that decide how code is tested, built or started rather than what it does (guards 2.4). */
const KEPT_FILES: readonly Rule[] = [
  { pattern: /(^|\/)conftest\.py$/, what: 'configures the tests' },
  { pattern: /(^|\/)\.?pytest\.(ini|toml)$/, what: 'configures the tests' },
  { pattern: /(^|\/)(tox\.ini|noxfile\.py|setup\.cfg|pyproject\.toml|\.coveragerc)$/, what: 'configures the tests' },
  { pattern: /(^|\/)(sitecustomize|usercustomize)\.py$|\.pth$/, what: 'runs at the start of every Python program' },
  {
    pattern: /(^|\/)(_?pytest|pluggy|unittest|doctest|dsap_\w+)(\.py$|\/)/,
    what: 'would hide the test framework',
    only: 'created',
  },
  {
    pattern:
      /^(abc|ast|asyncio|builtins|codecs|collections|contextlib|copy|dataclasses|enum|functools|gc|importlib|inspect|io|itertools|json|linecache|math|operator|os|pathlib|queue|random|re|shutil|signal|site|string|struct|sys|tempfile|threading|time|traceback|types|typing|warnings|weakref)(\.py$|\/)/,
    what: 'would hide a module of the standard library',
    only: 'created',
  },
  { pattern: /(^|\/)\.(github|gitlab|circleci|buildkite|woodpecker)\//, what: 'configures continuous integration' },
  {
    pattern:
      /(^|\/)(\.gitlab-ci|\.travis|\.appveyor|appveyor|\.drone|\.woodpecker|azure-pipelines|bitbucket-pipelines)\.ya?ml$/,
    what: 'configures continuous integration',
  },
  { pattern: /(^|\/)(jenkinsfile|\.pre-commit-config\.ya?ml)$/, what: 'configures continuous integration' },
  {
    pattern: /(^|\/)(setup\.py|manifest\.in|pipfile|pip\.(conf|ini)|\.pypirc|uv\.toml|environment\.ya?ml)$/,
    what: 'configures packages',
  },
  { pattern: /(^|\/)([\w.-]*requirements[\w.-]*|constraints)\.(txt|in)$/, what: 'configures packages' },
  { pattern: /(^|\/)requirements\/[^/]+\.(txt|in)$/, what: 'configures packages' },
  {
    pattern: /(^|\/)(package\.json|npm-shrinkwrap\.json|\.npmrc|\.yarnrc(\.yml)?|\.netrc)$/,
    what: 'configures packages',
  },
  { pattern: /(^|\/)[\w.-]*(\.lock|-lock\.(json|yaml))$/, what: 'configures packages' },
  { pattern: /(^|\/)\.git(attributes|modules|config)$/, what: 'configures git' },
];

interface HeaderRule {
  readonly pattern: RegExp;
  readonly denial: string;
}

/** What a header may ask for beside texts, the most telling first (guards 2.4). */
const DENIED_HEADERS: readonly HeaderRule[] = [
  {
    pattern: /^(?:(?:new|deleted) file|old|new) mode 120000|^index \S+ 120000/,
    denial: 'makes or changes a symbolic link; write plain files only',
  },
  {
    pattern: /^(?:(?:new|deleted) file|old|new) mode 160000|^index \S+ 160000/,
    denial: 'makes or changes a submodule; write plain files only',
  },
  { pattern: /^(?:old|new) mode /, denial: 'changes a file mode; leave the modes as they are' },
  {
    pattern: /^new file mode (?!100644$)/,
    denial: 'makes a file with another mode than 100644; write "new file mode 100644"',
  },
  { pattern: /^deleted file mode /, denial: 'deletes a whole file; change what is in it instead' },
  { pattern: /^GIT binary patch$|^Binary files .* differ$/, denial: 'has binary content; change text only' },
];

/** What is wrong with a header line of a diff; undefined for one that is harmless or means nothing. */
export function headerDenial(line: string): string | undefined {
  return DENIED_HEADERS.find(({ pattern }) => pattern.test(line))?.denial;
}

/** Why a patch may not make this change, with what would be right; undefined when it may. */
export function changeDenial(change: Change, policy: PatchPolicy): string | undefined {
  const { path, kind, isEmptied } = change;
  const shown = quoted(path);
  if (policy.isAllowed(path)) return undefined;
  if (policy.isProtected(path)) return `${shown} is a test and must stay as it is. ${SOLVE_IT}`;
  const rule = KEPT_FILES.find(({ pattern, only }) => (only ?? kind) === kind && pattern.test(path.toLowerCase()));
  if (rule !== undefined) return `${shown} ${rule.what}; a patch may not touch it. ${SOLVE_IT}`;
  if (isEmptied) return `${shown} would be left empty, which is as good as deleted. Change what is in it instead.`;
  return undefined;
}
