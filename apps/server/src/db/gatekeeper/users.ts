import type { Sender } from "../run-statement.ts";
import { boolean, nullable, type RowOf, text, texts, uuid, uuids } from "../text-columns.ts";
import { gatekeeperRow, gatekeeperRows } from "./call.ts";

const LINK = {
  contaId: uuid,
  usuarioId: uuid,
  sandbox: boolean,
  identificador: text,
  nome: text,
  nomeUsuario: text,
  nomeCompleto: text,
  email: text,
};
/** The holder of an e-mailed link. */
export type LinkHolder = RowOf<typeof LINK>;

const BY_EMAIL = { contaId: uuid, usuarioId: uuid, sandbox: boolean };
/** A user with this address. */
export type UserByEmail = RowOf<typeof BY_EMAIL>;

const API_TOKEN = {
  contaId: uuid,
  tokenId: uuid,
  segredoId: uuid,
  /** The user who was shown the secret. */
  usuarioId: uuid,
  sandbox: boolean,
  uf: text,
  /** The token's name. */
  nome: text,
  escopos: texts,
  /** Whether that user may manifest now. */
  manifestante: boolean,
  /** The conta requires a second factor to manifest, and that user has none. */
  semFator: boolean,
  /** The only empresas whose documents the token sees; null = all. */
  empresas: nullable(uuids),
};
/** An API token, found by one of its secrets before its conta is known. */
export type FoundApiToken = RowOf<typeof API_TOKEN>;

/** Users and their credentials, before their conta is known. */
export type GatekeeperUsers = {
  /** SHA-256 of a link's token → its holder, while valid. */
  findLink(tokenHash: Buffer, o: { tipo: "convite" | "senha"; now: Date }): Promise<LinkHolder | null>;
  /**
   * Active users of all contas with this address, proved ones first; at most `daConta` per conta,
   * `aoTodo` in all.
   */
  findUsersByEmail(email: string, max: { daConta: number; aoTodo: number }): Promise<UserByEmail[]>;
  /** SHA-256 of an API token → the token, while valid. */
  findApiToken(tokenHash: Buffer, now: Date): Promise<FoundApiToken | null>;
};

const findLink = gatekeeperRow("portaria_link", 3, LINK);
const findByEmail = gatekeeperRows("portaria_pessoas_do_email", 3, BY_EMAIL);
const findApiToken = gatekeeperRow("portaria_api_token", 2, API_TOKEN);

export function createGatekeeperUsers(on: Sender): GatekeeperUsers {
  return {
    findLink: (tokenHash, { tipo, now }) => findLink(on, tokenHash, tipo, now),
    findUsersByEmail: (email, { daConta, aoTodo }) => findByEmail(on, email, daConta, aoTodo),
    findApiToken: (tokenHash, now) => findApiToken(on, tokenHash, now),
  };
}
