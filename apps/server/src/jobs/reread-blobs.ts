import { createHash } from "node:crypto";
import fs from "node:fs/promises";
import path from "node:path";
import { listParts, parseMessage } from "@malote/mailbox";
import { type AppContext, blobsOf } from "../app-context.ts";
import { listFolders, listNames, type Place } from "../blob/blob-folders.ts";
import { blobPath, isBlobName } from "../blob/folder-store.ts";
import { moveFile } from "../blob/folder-sweeper.ts";
import { newId } from "../db/index.ts";
import { countEmails } from "../services/conta/uso.rows.ts";
import {
  type CaixaPossivel,
  type EmailRelido,
  findCaixasPossiveis,
  findIdentificador,
  insertRelidos,
} from "../services/email/email-releitura.rows.ts";
import { chooseCaixa, HEAD_MAX, readRawHeader } from "../services/email/raw-email.rules.ts";
import { toIngest } from "../services/email/to-ingest.ts";
import { planTarefas } from "../services/tarefa/tarefa.rows.ts";
import { findReferencedBlobs } from "./blob-referencias.rows.ts";

/** E-mails inserted per transaction, and blobs looked up per query. */
const LOTE = 200;

/** Result for one conta. identificador: null when the database does not know the conta. */
export type ContaRelida = {
  contaId: string;
  identificador: string | null;
  /** Blobs of all kinds: live, in the trash or in quarantine. */
  arquivos: number;
  /** Those that a row refers to. */
  conhecidos: number;
  /** Raw e-mails whose rows were restored, or would be. */
  relidos: number;
  /** E-mails inside other e-mails; they are read with them. */
  anexados: number;
  outros: number;
};

/** A raw e-mail without a row. */
type Solto = { sha256: string; file: string; isLive: boolean; tamanho: number; recebidaEm: Date };

/**
 * Ingests raw e-mails again whose rows were lost: those in the folder of blobs that no row refers
 * to. Blobs are identified by hash, so a second run finds nothing to do. Other bytes with a known
 * Message-ID are another e-mail, as in the coleta.
 * @param o simular: only counts
 */
export async function rereadBlobs(
  ctx: AppContext,
  { simular }: { simular: boolean },
): Promise<ContaRelida[]> {
  await ctx.storeGuard.requireOurs();
  const places = await listFolders(blobsOf(ctx.config), { after: "", max: Number.POSITIVE_INFINITY });
  const contas = new Map<string, Place[]>();
  for (const place of places) contas.set(place.contaId, [...(contas.get(place.contaId) ?? []), place]);
  const relidas: ContaRelida[] = [];
  for (const [contaId, own] of contas)
    relidas.push(await rereadConta(ctx, { contaId, places: own, simular }));
  return relidas;
}

type Pedido = { contaId: string; places: readonly Place[]; simular: boolean };

async function rereadConta(ctx: AppContext, { contaId, places, simular }: Pedido): Promise<ContaRelida> {
  const { identificador, caixas } = await ctx.database.withContaSql(contaId, async (sql) => ({
    identificador: await findIdentificador(sql, contaId),
    caixas: await findCaixasPossiveis(sql, contaId),
  }));
  const conta = { contaId, identificador, arquivos: 0, conhecidos: 0, relidos: 0, anexados: 0, outros: 0 };
  const soltos = new Map<string, Solto>();
  for (const place of places) await collect(ctx, place, { conta, soltos });
  const inner = await findInner([...soltos.values()]);
  const emails = [...soltos.values()].filter(({ sha256 }) => !inner.has(sha256));
  conta.anexados = soltos.size - emails.length;
  if (simular || identificador === null) conta.relidos = identificador === null ? 0 : emails.length;
  else {
    for (let at = 0; at < emails.length; at += LOTE)
      conta.relidos += await keep(ctx, { contaId, caixas, emails: emails.slice(at, at + LOTE) });
  }
  return conta;
}

type Achados = { conta: ContaRelida; soltos: Map<string, Solto> };

async function collect(ctx: AppContext, place: Place, { conta, soltos }: Achados): Promise<void> {
  const names = (await listNames(place.folder)).filter(isBlobName);
  for (let at = 0; at < names.length; at += LOTE) {
    const some = names.slice(at, at + LOTE);
    const named = await findReferencedBlobs(ctx.database, place.contaId, some);
    for (const sha256 of some) {
      const file = path.join(place.folder, sha256);
      if (place.kind !== "live" && (await isLive(ctx, place.contaId, sha256))) continue;
      conta.arquivos += 1;
      if (named.has(sha256)) conta.conhecidos += 1;
      else if ((await readHead(file)) === null) conta.outros += 1;
      else {
        const { size: tamanho, mtime: recebidaEm } = await fs.stat(file);
        soltos.set(sha256, { sha256, file, isLive: place.kind === "live", tamanho, recebidaEm });
      }
    }
  }
}

/** Whether a blob of the trash or quarantine is live again: it is then counted there. */
async function isLive({ config }: AppContext, contaId: string, sha256: string): Promise<boolean> {
  return await fs.stat(blobPath(blobsOf(config), contaId, sha256)).then(
    () => true,
    () => false,
  );
}

/** The header of a raw e-mail; null when the file is not one, or is missing. */
async function readHead(file: string): Promise<ReturnType<typeof readRawHeader>> {
  const handle = await fs.open(file, "r").catch(() => null);
  if (handle === null) return null;
  try {
    const { bytesRead, buffer } = await handle.read(Buffer.alloc(HEAD_MAX), 0, HEAD_MAX, 0);
    return readRawHeader(buffer.subarray(0, bytesRead));
  } finally {
    await handle.close();
  }
}

/** Hashes of e-mails attached to another one: they are read with it, as at their arrival. */
async function findInner(soltos: readonly Solto[]): Promise<Set<string>> {
  const inner = new Set<string>();
  for (const { file } of soltos) {
    const split = await parseMessage(await fs.readFile(file));
    if (split.kind === "ilegivel") continue;
    const { corpoTexto: texto, corpoHtml: html, colados, partes } = split.mensagem;
    for (const { bytes } of listParts({ texto, html, colados, partes }))
      inner.add(createHash("sha256").update(bytes).digest("hex"));
  }
  return inner;
}

type Lote = { contaId: string; caixas: readonly CaixaPossivel[]; emails: readonly Solto[] };

/**
 * Moves the blobs to their live place, inserts the e-mails and plans their ingest. @returns how
 * many were new
 */
async function keep(ctx: AppContext, { contaId, caixas, emails }: Lote): Promise<number> {
  const agora = ctx.clock.now();
  const relidos: EmailRelido[] = [];
  for (const { sha256, file, isLive, tamanho, recebidaEm } of emails) {
    const header = await readHead(file);
    if (header === null) continue;
    if (!isLive) await moveFile(file, blobPath(blobsOf(ctx.config), contaId, sha256));
    const antes = recebidaEm < agora ? recebidaEm : agora;
    relidos.push({ id: newId(), caixaId: chooseCaixa(header, caixas), sha256, tamanho, recebidaEm: antes });
  }
  return await ctx.database.withContaSql(contaId, async (sql) => {
    const ids = await insertRelidos(sql, contaId, relidos);
    const tarefas = ids.map((id) => toIngest(contaId, id, agora));
    await planTarefas(sql, contaId, tarefas);
    if (ids.length > 0) await countEmails(sql, contaId, { ids, agora });
    return ids.length;
  });
}
