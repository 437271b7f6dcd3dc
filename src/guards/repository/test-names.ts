/** Whether a file holds tests by the names that pytest and unittest look for. */
export function isTestModule(path: string): boolean {
  return /(?:^|\/)(?:test_[^/]*|[^/]*_test|tests)\.py$/.test(path);
}

/** Whether a file is part of the tests: a module of them or what lies beside such modules in a folder `tests`. */
export function isTestFile(path: string): boolean {
  return isTestModule(path) || /(?:^|\/)tests\//.test(path);
}

/** The file of a test's name such as `tests/test_x.py::TestY::test_z`. */
export function fileOfTest(name: string): string {
  const [file = name] = name.split('::', 1);
  return file;
}
