import { listParts, type ParsedMessage, type Part, parseMessage } from "@malote/mailbox";
import {
  type Cabecalho,
  closeEmail,
  findEmailToRead,
  saveCabecalho,
} from "../services/email/email-ingest.rows.ts";
import { hexOf } from "./arquivo.ts";
import { CAROS_JANELA_MS, verbaOf } from "./custo.rules.ts";
import { readHtmlText } from "./html-text.ts";
import type { Ref, Stage, StageContext } from "./stage.ts";
import { storable } from "./storable.ts";

/** Longest body stored for reading and search, in characters; the raw message keeps it all. */
const CORPO_MAX = 1_000_000;

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
  const desde = new Date(ctx.clock.now().getTime() - CAROS_JANELA_MS);
  const email = await ctx.database.withContaSql(contaId, (sql) =>
    findEmailToRead(sql, contaId, { emailId, desde }),
  );
  if (email?.estado !== "em-leitura") return;
  const raw = email.sha256 === NOTHING ? Buffer.alloc(0) : await ctx.blobs.get(contaId, email.sha256);
  if (raw === null) throw ctx.ausentes.note({ contaId, sha256: email.sha256, whose: `e-mail ${emailId}` });
  ctx.leitura?.custo.allow(verbaOf(email), raw.length);
  const split = await parseMessage(raw);
  if (split.kind === "ilegivel") {
    await ctx.database.withContaSql(contaId, (sql) =>
      closeEmail(sql, contaId, { emailId, motivo: "mensagem-ilegivel" }),
    );
    return;
  }
  const cabecalho = toCabecalho(split.mensagem, { emailId, recebidaEm: email.recebidaEm });
  await ctx.database.withContaSql(contaId, (sql) => saveCabecalho(sql, contaId, cabecalho));
  const { corpoTexto: texto, corpoHtml: html, colados, partes } = split.mensagem;
  yield* listParts({ texto, html, colados, partes });
}

function toCabecalho(mensagem: ParsedMessage, email: { emailId: string; recebidaEm: Date }): Cabecalho {
  return {
    emailId: email.emailId,
    messageId: mensagem.messageId,
    assunto: mensagem.assunto ?? "",
    remetente: mensagem.remetente ?? "",
    remetenteNome: mensagem.remetenteNome,
    destinatario: mensagem.destinatario ?? "",
    data: mensagem.data ?? email.recebidaEm,
    corpoMensagem: toCorpo(mensagem.corpoTexto ?? readHtmlText(mensagem.corpoHtml)),
    corpoHtml: toCorpo(mensagem.corpoHtml),
    motivo: mensagem.incompleta === null ? null : "mensagem-incompleta",
  };
}

function toCorpo(text: string | null): string | null {
  return text === null ? null : storable(text.slice(0, CORPO_MAX));
}
