import { MESSAGES } from "@malote/contract";
import { DAY_MS } from "@malote/syntax";
import type { Db } from "../../db/index.ts";
import { planOutgoingEmail } from "../outgoing-email/outgoing-email.rows.ts";
import type { EmailData } from "../outgoing-email/outgoing-email.rules.ts";
import { addUse } from "../rate-limit/use.rows.ts";
import { startOfWindow } from "../rate-limit/window.rules.ts";
import type { MissingXml } from "./missing-xml.rows.ts";
import { issuedAt } from "./missing-xml.rules.ts";

/**
 * Letters of a day: of one conta to all suppliers, of one conta to one address, and of all contas of the
 * installation to one address.
 */
export const LETTERS_OF_CONTA_MAX = 100;
export const LETTERS_TO_ADDRESS_MAX = 3;
export const LETTERS_OF_ALL_MAX = 30;

/** Counts one e-mail of the day. @returns why it may not be sent, as a sentence; null if it may */
export async function countRequestEmail(
  db: Db,
  contaId: string,
  { para, now }: { para: string; now: Date },
): Promise<string | null> {
  const windowStart = startOfWindow(now, DAY_MS);
  const uses = (chave: string): Promise<number> => addUse(db, `pedido-xml:${chave}`, windowStart);
  const address = para.toLowerCase();
  if ((await uses(contaId)) > LETTERS_OF_CONTA_MAX) {
    return MESSAGES.pedidosDemaisNoDia.replace("{max}", String(LETTERS_OF_CONTA_MAX));
  }
  const ofConta = (await uses(`${contaId}:${address}`)) > LETTERS_TO_ADDRESS_MAX;
  const ofAll = (await uses(address)) > LETTERS_OF_ALL_MAX;
  if (!ofConta && !ofAll) return null;
  return MESSAGES.pedidosDemaisAoEndereco.replace("{max}", String(LETTERS_TO_ADDRESS_MAX));
}

/** One e-mail: the documents of one supplier for one empresa. */
export type RequestEmail = {
  missing: readonly MissingXml[];
  responderA: string;
  pedidoPor: string;
  lembrete: Date | null;
};

/** The data of the e-mail. */
export function toEmailData(email: RequestEmail): EmailData<"pedido-xml"> {
  const { missing, responderA, pedidoPor, lembrete } = email;
  const [first] = missing;
  if (first === undefined) throw new Error("an e-mail has no document");
  return {
    nomeEmitente: missing.find(({ nomeEmitente }) => nomeEmitente !== null)?.nomeEmitente ?? null,
    empresa: { nome: first.empresaNome ?? "", cnpj: first.empresaCnpj ?? "" },
    responderA,
    pedidoPor,
    lembrete,
    documentos: missing
      .toSorted(compareByIssue)
      .map(({ tipoNota, chave, numeroNota, serieNota, dataEmissao, valorTotal }) => ({
        tipoNota,
        chave,
        numero: numeroNota,
        serie: serieNota,
        emissao: dataEmissao,
        valor: valorTotal,
      })),
  };
}

// By issue, so that the preview and the e-mail have one order.
function compareByIssue(a: MissingXml, b: MissingXml): number {
  return issuedAt(a) - issuedAt(b) || (a.chave < b.chave ? -1 : 1);
}

/** Plans the e-mail of a request, or one of its reminders: each is sent once. */
export async function planRequestEmail(
  db: Db,
  contaId: string,
  {
    email,
    pedidoId,
    vez,
    para,
    now,
  }: { email: RequestEmail; pedidoId: string; vez: number; para: string; now: Date },
): Promise<void> {
  const ocasiao = `pedido-xml ${pedidoId} ${vez}`;
  await planOutgoingEmail(db, contaId, {
    modelo: "pedido-xml",
    dados: toEmailData(email),
    ocasiao,
    para,
    now,
  });
}
