import type { PUBLIC_STATES } from "@malote/contract";
import type { TipoNota } from "@malote/syntax";
import type { Sender } from "../run-statement.ts";
import { instant, json, nullable, number, oneOf, type RowOf, uuid } from "../text-columns.ts";
import { gatekeeperCount, gatekeeperDone, gatekeeperRow, gatekeeperRows, gatekeeperValue } from "./call.ts";

const PUBLIC_NOTA = {
  contaId: uuid,
  notaId: uuid,
  tipoNota: oneOf<TipoNota>(),
  situacao: oneOf<(typeof PUBLIC_STATES)[number]>(),
};
/** Location of the best proven copy of a document, and the document's state over all contas. */
export type PublicNotaRow = RowOf<typeof PUBLIC_NOTA>;

const CONTACT = { id: uuid, dados: json, criadoEm: instant, tentativas: number };
/** A claimed message of a visitor. tentativas: attempts, including this one. */
export type ClaimedContact = RowOf<typeof CONTACT>;

/** Gatekeeper queries about contas and visitors' messages, before a conta is known. */
export type GatekeeperContas = {
  /**
   * The conta of that name which no user ever entered, opened before `before`, without a live link;
   * null if none.
   */
  findAbandonedConta(o: { identificador: string; antes: Date; now: Date }): Promise<string | null>;
  /**
   * vereditos: from best to worst; canceladas, denegadas: their cStats; sandbox: whether demo contas count.
   */
  findPublicNota(o: {
    chave: string;
    vereditos: readonly string[];
    canceladas: readonly string[];
    denegadas: readonly string[];
    sandbox: boolean;
  }): Promise<PublicNotaRow | null>;
  insertContact(o: { id: string; dados: object; now: Date }): Promise<void>;
  /** Claims at most `limit` due messages; a claim expires at `volta`. */
  claimContacts(o: { now: Date; volta: Date; limite: number }): Promise<ClaimedContact[]>;
  /** Ends an attempt. proximaEm: time of the next one; null = never. */
  closeContact(end: {
    id: string;
    enviadoEm: Date | null;
    falha: string | null;
    proximaEm: Date | null;
  }): Promise<void>;
  /** Deletes at most `limit` finished messages older than `before`; returns how many. */
  sweepContacts(before: Date, limit: number): Promise<number>;
};

const findAbandoned = gatekeeperValue("portaria_conta_abandonada", 3, nullable(uuid));
const findPublicNota = gatekeeperRow("portaria_nota_publica", 5, PUBLIC_NOTA);
const insertContact = gatekeeperDone("portaria_contato_guarda", 3);
const claimContacts = gatekeeperRows("portaria_contatos_vez", 3, CONTACT);
const closeContact = gatekeeperDone("portaria_contato_fim", 4);
const sweepContacts = gatekeeperCount("portaria_limpa_contatos", 2);

export function createGatekeeperContas(on: Sender): GatekeeperContas {
  return {
    findAbandonedConta: ({ identificador, antes, now }) => findAbandoned(on, identificador, antes, now),
    findPublicNota: ({ chave, vereditos, canceladas, denegadas, sandbox }) =>
      findPublicNota(on, chave, vereditos, canceladas, denegadas, sandbox),
    insertContact: ({ id, dados, now }) => insertContact(on, id, JSON.stringify(dados), now),
    claimContacts: ({ now, volta, limite }) => claimContacts(on, now, volta, limite),
    closeContact: ({ id, enviadoEm, falha, proximaEm }) => closeContact(on, id, enviadoEm, falha, proximaEm),
    sweepContacts: (before, limit) => sweepContacts(on, before, limit),
  };
}
