import { MODELOS, type ModeloOf } from "@malote/syntax";
import type { SeededRandom } from "../document-generator/command/seeded-random.ts";
import { EMPRESAS_DEMO, type Empresa } from "../document-generator/companies/companies.ts";
import type { Fornecedor } from "../document-generator/companies/suppliers.ts";
import type { DocumentGenerator } from "../document-generator/document-generator.ts";
import type { DocumentInput, SignedDocumento } from "../document-generator/documento/documento.ts";
import { type Protocolo, writeProc } from "../document-generator/documento/protocolo.ts";
import type { Detalhe } from "../document-generator/evento/evento.ts";
import type { SignedNota } from "../document-generator/nfe/nfe.ts";
import { XML_DECLARATION } from "../document-generator/xml/write-xml.ts";
import { type NewEmail, writeEmail } from "../mail-server/write-email.ts";
import type { Authorized, AuthorizedNota } from "../scenarios/environment.ts";
import { authorizeNota, protocoloOf, registerEvento } from "../sefaz/authorize.ts";
import type { Ledger } from "../sefaz/ledger.ts";
import type { Agenda } from "./agenda.ts";
import type { HistoryStep } from "./history-step.ts";

/** An e-mail on its way to the mailbox of a demo company. */
export type SentEmail = { caixa: number; raw: string; aConsultar: readonly string[] };

/** What the parts of the history share: their time, their documents, and the steps written so far. */
export type HistoryWorld = {
  agenda: Agenda;
  random: SeededRandom;
  generator: DocumentGenerator;
  ledger: Ledger;
  /** The last instant of the history. */
  end: Date;
  steps: HistoryStep[];
  /** E-mails that no poll has fetched. */
  mail: SentEmail[];
};

/** The mailbox of a recipient: that of its demo company. */
export function caixaOf({ cnpj }: Empresa): number {
  return cnpj === EMPRESAS_DEMO[1].cnpj ? 1 : 0;
}

/** True in about `percent` of the calls. */
export function happens({ random }: HistoryWorld, percent: number): boolean {
  return random.integer(1, 100) <= percent;
}

/** The next number of an issuer's series, now. */
export function nextIssue({ agenda, ledger }: HistoryWorld, { cnpj }: Empresa, serie: number): DocumentInput {
  return { emissao: agenda.now(), serie, numero: ledger.nextNumero(cnpj, serie) };
}

export function withProtocolo<T extends SignedDocumento>(documento: T, protocolo: Protocolo): Authorized<T> {
  return { ...documento, protocolo, procXml: writeProc(documento, protocolo) };
}

/** A sale: its parties, its model, and the fewest and most units of an item. */
export type Sale = {
  fornecedor: Fornecedor;
  destinatario: Empresa;
  quantidade: readonly [min: number, max: number];
  modelo?: ModeloOf<"nfe">;
};

const SERIE = 1;
const SERIE_NFCE = 2;
/** A series that no supplier uses: SEFAZ has no nota with this number. */
const SERIE_UNKNOWN = 7;
const GRAMS_MAX = 999;
/** First digit of the sequence in the number of a protocol, after authority, UF and year. */
const INVENTED_AT = 5;

/** Signs and authorizes a nota, now. */
export function emitNota(world: HistoryWorld, sale: Sale): AuthorizedNota {
  const nota = signSale(world, sale);
  return withProtocolo(nota, authorizeNota(nota, world.ledger));
}

/** Signs a nota that SEFAZ does not know, with an invented protocol. */
export function inventNota(world: HistoryWorld, sale: Sale): AuthorizedNota {
  const nota = signSale(world, sale, SERIE_UNKNOWN);
  const protocolo = protocoloOf(nota, world.ledger);
  const numero = `${protocolo.numero.slice(0, INVENTED_AT)}9${protocolo.numero.slice(INVENTED_AT + 1)}`;
  return withProtocolo(nota, { ...protocolo, numero });
}

function serieOf({ modelo }: Sale): number {
  return modelo === MODELOS.NFCe.modelo ? SERIE_NFCE : SERIE;
}

function signSale(world: HistoryWorld, sale: Sale, serie = serieOf(sale)): SignedNota {
  const { generator, random } = world;
  const { fornecedor, destinatario, modelo = MODELOS.NFe.modelo, quantidade } = sale;
  const [min, max] = quantidade;
  const itens = generator.inventItens(fornecedor).map(({ produto }) => {
    const grams = produto.unidade === "KG" ? random.integer(0, GRAMS_MAX) : 0;
    const units = `${random.integer(min, max)}.${String(grams).padStart(3, "0")}0`;
    return { produto, quantidade: units, desconto: 0n };
  });
  const issue = nextIssue(world, fornecedor, serie);
  return generator.signNota({ ...issue, fornecedor, destinatario, modelo, itens });
}

/** Registers an evento of a nota at SEFAZ, now; returns it as sent by e-mail. */
export function registerNotaEvento(
  { agenda, generator, ledger }: HistoryWorld,
  nota: AuthorizedNota,
  { detalhe, autor, ...o }: { detalhe: Detalhe; autor: Empresa; ambienteNacional?: boolean },
): string {
  const { destinatario } = nota;
  const input = { documento: nota, detalhe, autor, destinatario, dataEvento: agenda.now(), ...o };
  return XML_DECLARATION + registerEvento(generator.signEvento(input), ledger);
}

/** An e-mail; aConsultar: chaves about which SEFAZ does not answer what their XML says. */
type HistoryEmail = Omit<NewEmail, "de" | "para" | "data"> & { de: Empresa; aConsultar?: readonly string[] };

/** Sends an e-mail, now, to the mailbox of a demo company. */
export async function sendEmail(
  { agenda, mail }: HistoryWorld,
  caixa: number,
  { de, aConsultar = [], ...email }: HistoryEmail,
): Promise<void> {
  const para = EMPRESAS_DEMO[caixa]?.email ?? EMPRESAS_DEMO[0].email;
  const remetente = { nome: `${de.fantasia} - Faturamento`, endereco: de.email };
  const raw = await writeEmail({ ...email, de: remetente, para, data: agenda.now() });
  mail.push({ caixa, raw: raw.toString("latin1"), aConsultar });
}
