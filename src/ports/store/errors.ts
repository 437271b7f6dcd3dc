/** Other content under a number of the log that is taken (design 5, projections): the run fails `log_forked`. */
export class LogFork extends Error {
  override readonly name = 'LogFork';
}

/** The database does not answer: 503 naming the part. */
export class StoreUnavailable extends Error {
  override readonly name: string = 'StoreUnavailable';
}

/** The database has no such run: it is another one's, or its definition is gone. */
export class UnknownRun extends Error {
  override readonly name = 'UnknownRun';
  constructor(runId: string) {
    super(`There is no run ${runId} in this database.`);
  }
}

/** The database answers, but has no room to store anything. */
export class StorageFull extends StoreUnavailable {
  override readonly name = 'StorageFull';
}
