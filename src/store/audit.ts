import type { Audit } from '../domain/store.ts';
import { type Database, plainText } from './pool.ts';

export function createAudit(database: Database): Audit {
  return {
    async add({ actor, action, subject, reason, requestId }) {
      const texts = [actor, action, subject, reason, requestId].map((text) =>
        text === undefined ? null : plainText(text),
      );
      await database.query(ADD, [Date.now(), ...texts]);
    },
  };
}

const ADD = {
  text: 'insert into audit (at, actor, action, subject, reason, request_id) values ($1, $2, $3, $4, $5, $6)',
};
