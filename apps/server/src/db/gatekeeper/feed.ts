import type { Sender } from "../run-statement.ts";
import { boolean, type RowOf, text, uuid } from "../text-columns.ts";
import { gatekeeperCount, gatekeeperRows } from "./call.ts";

const FEED = {
  contaId: uuid,
  empresaId: uuid,
  identificador: text,
  uf: text,
  sandbox: boolean,
  /** Its conta holds a certificate, valid and of a known chain. */
  certificado: boolean,
  /** Proved to belong to the conta; documents of others never leave the conta. */
  provada: boolean,
};
/** An empresa whose feed is open to holders of a certificate of its CNPJ. */
export type FoundFeed = RowOf<typeof FEED>;

/** Feed queries outside the transaction of a conta. */
export type GatekeeperFeed = {
  /** Empresas with a CNPJ and an open feed, of all contas or of the named one. */
  findFeeds(wanted: { cnpj: string; identificador: string | null; now: Date }): Promise<FoundFeed[]>;
  /**
   * Starts a new epoch in the feed of every conta, after a restore of the database; returns the
   * number of contas.
   */
  beginFeedEpoch(): Promise<number>;
};

const findFeeds = gatekeeperRows("portaria_feed", 3, FEED);
const beginEpoch = gatekeeperCount("portaria_feed_epoca", 0);

export function createGatekeeperFeed(on: Sender): GatekeeperFeed {
  return {
    findFeeds: ({ cnpj, identificador, now }) => findFeeds(on, cnpj, identificador, now),
    beginFeedEpoch: () => beginEpoch(on),
  };
}
