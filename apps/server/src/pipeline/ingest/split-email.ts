import { listParts, type ParsedMessage, type Part, parseMessage } from "@malote/mailbox";
import {
  closeEmail,
  type EmailHeader,
  findEmailToRead,
  saveHeader,
} from "../../services/email/email-ingest.rows.ts";
import type { Ref, Stage, StageContext } from "../stage.ts";
import { storable } from "../storable.ts";
import { allowanceOf, COSTLY_WINDOW_MS } from "./cost.rules.ts";
import { hexOf } from "./email-part.ts";
import { readHtmlText } from "./html-text.ts";

/** Longest body stored for reading and search, in characters; the raw message keeps it all. */
const BODY_MAX = 1_000_000;

/** The hash of an empty message: the blob store keeps no blob for it. */
const NOTHING = hexOf("sha256", Buffer.alloc(0));

/** Parses a stored message: saves its header and yields its body and parts. */
export const splitEmail: Stage<Ref, Part> = {
  nome: "split-email",
  job: "ingest",
  async *run(ctx, inputs) {
    for await (const { alvo } of inputs) yield* split(ctx, alvo);
  },
};

async function* split(ctx: StageContext, emailId: string): AsyncIterable<Part> {
  const { contaId } = ctx.job;
  const desde = new Date(ctx.clock.now().getTime() - COSTLY_WINDOW_MS);
  const email = await ctx.database.withConta(contaId, (db) =>
    findEmailToRead(db, contaId, { emailId, since: desde }),
  );
  if (email?.estado !== "em-leitura") return;
  const raw = email.sha256 === NOTHING ? Buffer.alloc(0) : await ctx.blobs.get(contaId, email.sha256);
  if (raw === null) throw ctx.missingBlobs.add({ contaId, sha256: email.sha256, owner: `e-mail ${emailId}` });
  ctx.limits?.cost.allow(allowanceOf(email), raw.length);
  const split = await parseMessage(raw);
  if (split.kind === "ilegivel") {
    await ctx.database.withConta(contaId, (db) =>
      closeEmail(db, contaId, { emailId, motivo: "mensagem-ilegivel" }),
    );
    return;
  }
  const header = toHeader(split.mensagem, { emailId, recebidaEm: email.recebidaEm });
  await ctx.database.withConta(contaId, (db) => saveHeader(db, contaId, header));
  const { corpoTexto: texto, corpoHtml: html, colados, partes } = split.mensagem;
  yield* listParts({ texto, html, colados, partes });
}

/** The header to store of a parsed message. */
export function toHeader(message: ParsedMessage, email: { emailId: string; recebidaEm: Date }): EmailHeader {
  return {
    emailId: email.emailId,
    messageId: message.messageId,
    assunto: message.assunto ?? "",
    remetente: message.remetente ?? "",
    remetenteNome: message.remetenteNome,
    destinatario: message.destinatario ?? "",
    data: message.data ?? email.recebidaEm,
    corpoMensagem: toBody(message.corpoTexto ?? readHtmlText(message.corpoHtml)),
    corpoHtml: toBody(message.corpoHtml),
    motivo: message.incompleta === null ? null : "mensagem-incompleta",
  };
}

function toBody(text: string | null): string | null {
  return text === null ? null : storable(text.slice(0, BODY_MAX));
}
