import {
  type ConsultaResponse,
  type Endpoint,
  findEndpoint,
  isModeloSefaz,
  type ModeloSefaz,
  SefazOutage,
} from "@malote/sefaz";
import { type ChaveAcesso, parseChaveAcesso, splitChaveAcesso } from "@malote/syntax";
import type { AppContext } from "../../app-context.ts";
import type { Sql } from "../../db/index.ts";
import { Outage } from "../../errors.ts";
import { readConfianca } from "../../trust.ts";
import { insertConsulta } from "../sefaz/consulta.rows.ts";
import { keepResposta } from "../sefaz/keep-resposta.ts";
import { askPolitely } from "../sefaz/manners.ts";
import { isAlsoForSvrs } from "../sefaz/sefaz.rules.ts";
import type { SefazDaCasa } from "../sefaz/sefaz-clients.ts";
import { startConsulta } from "../sefaz/start-consulta.ts";
import { findNossa, judgeDitas } from "./judge-dita.ts";
import { closeManifestacao, type Dita, findDitas, type Pendente, saveNumero } from "./manifesto.rows.ts";

/**
 * SEFAZ already has an evento with this chave, type and number.
 * @source MOC 7.0 (573) and MOC CT-e 4.00 (631), tabelas de códigos
 */
export function isDuplicidade(chave: string, cStat: string | null): boolean {
  return cStat === (splitChaveAcesso(parseChaveAcesso(chave)).modelo === "55" ? "573" : "631");
}

/** A UF receives registrations from the Ambiente Nacional with a delay. */
const SINCRONIA_MS = 60 * 60_000;

/**
 * Settles a manifestação that SEFAZ reports as a duplicate: ours, whose answer was lost, or another one of
 * the company, perhaps with other content. Queries the document, whose answer contains the evento.
 * @returns "renumerada" if ours must still be sent, with another number
 * @throws {Outage} if the answer does not contain it yet
 */
export async function confirmRegistro(
  ctx: AppContext,
  { contaId, pendente, client }: { contaId: string; pendente: Pendente; client: SefazDaCasa },
): Promise<"encerrada" | "renumerada"> {
  if (await settleNossa(ctx, contaId, pendente)) return "encerrada";
  await ask(ctx, contaId, { pendente, client });
  const fim = await settle(ctx, contaId, pendente);
  if (fim !== null) return fim;
  throw new Outage("SEFAZ says that it has the evento and does not show it", SINCRONIA_MS);
}

/** Our own evento settles it without a query; other eventos since then are only known to SEFAZ. */
async function settleNossa(ctx: AppContext, contaId: string, pendente: Pendente): Promise<boolean> {
  return await ctx.database.withContaSql(contaId, async (sql) => {
    const nossa = findNossa(pendente, await findDitas(sql, contaId, pendente));
    if (nossa) await register(ctx, { sql, contaId, pendente, dita: nossa });
    return nossa !== null;
  });
}

async function settle(
  ctx: AppContext,
  contaId: string,
  pendente: Pendente,
): Promise<"encerrada" | "renumerada" | null> {
  return await ctx.database.withContaSql(contaId, async (sql) => {
    const { id } = pendente;
    const sentenca = judgeDitas(pendente, await findDitas(sql, contaId, pendente));
    if (sentenca.kind === "ausente") return null;
    if (sentenca.kind === "renumerar") {
      await saveNumero(sql, contaId, { id, nSeq: sentenca.nSeq });
      return "renumerada";
    }
    if (sentenca.kind === "registrada") {
      await register(ctx, { sql, contaId, pendente, dita: sentenca.dita });
    } else {
      const agora = ctx.clock.now();
      await closeManifestacao(sql, contaId, { id, estado: "falhou", falha: "esgotada", agora });
    }
    return "encerrada";
  });
}

type Registro = { sql: Sql; contaId: string; pendente: Pendente; dita: Dita };

async function register(ctx: AppContext, { sql, contaId, pendente, dita }: Registro): Promise<void> {
  const { protocolo, em: registradaEm } = dita;
  const fim = {
    id: pendente.id,
    estado: "registrada",
    protocolo,
    registradaEm,
    agora: ctx.clock.now(),
  } as const;
  await closeManifestacao(sql, contaId, fim);
}

type Pergunta = { pendente: Pendente; client: SefazDaCasa };

async function ask(ctx: AppContext, contaId: string, { pendente, client }: Pergunta): Promise<void> {
  const { chave, quem, sandbox } = pendente;
  const { autorizador } = endpointOf(pendente);
  const origem = quem === null ? "agenda" : "pessoa";
  const note = startConsulta(ctx.clock, { chave, servico: "consulta", origem, quem, autorizador });
  try {
    const resposta = await askInTurn(ctx, { pendente, client });
    const consulta = note({ cStat: resposta.cStat, xMotivo: resposta.xMotivo, falha: null });
    if (isAlsoForSvrs(pendente, resposta)) {
      await ctx.database.withContaSql(contaId, (sql) => insertConsulta(sql, contaId, consulta));
      return await ask(ctx, contaId, { pendente: { ...pendente, emitenteSemIe: true }, client });
    }
    if (resposta.kind === "documento") {
      const confianca = readConfianca(ctx.config, sandbox);
      const { examine, readDfe } = ctx;
      const agora = ctx.clock.now();
      const palavra = { chave, resposta, consulta, confianca, examine, readDfe, conferencia: null, agora };
      return await keepResposta(ctx.database, contaId, palavra);
    }
    await ctx.database.withContaSql(contaId, (sql) => insertConsulta(sql, contaId, consulta));
    throw new Outage(`SEFAZ says ${resposta.cStat}`, resposta.retryAfterMs ?? SINCRONIA_MS);
  } catch (error) {
    if (!(error instanceof SefazOutage)) throw error;
    const consulta = note({ cStat: null, xMotivo: null, falha: error.causa });
    await ctx.database.withContaSql(contaId, (sql) => insertConsulta(sql, contaId, consulta));
    throw error;
  }
}

async function askInTurn(ctx: AppContext, { pendente, client }: Pergunta): Promise<ConsultaResponse> {
  const { sandbox } = pendente;
  const chave = parseChaveAcesso(pendente.chave);
  const modelo = readModelo(chave);
  const { autorizador } = endpointOf(pendente);
  const emitenteSemIe = pendente.emitenteSemIe === true;
  const { certificadoCnpj, certificado } = client;
  const cotas = ["consulta-chave", "autorizador"] as const;
  const quem = {
    sandbox,
    autorizador,
    modelo,
    servico: "consulta",
    certificadoCnpj,
    certificado,
    chave,
    cotas,
  } as const;
  return await askPolitely(ctx, quem, () => client.consultarProtocolo(chave, "1", { emitenteSemIe }));
}

/** @throws {RangeError} for a modelo without a SEFAZ query */
export function readModelo(chave: ChaveAcesso): ModeloSefaz {
  const { modelo } = splitChaveAcesso(chave);
  if (!isModeloSefaz(modelo)) throw new RangeError(`modelo ${modelo} has no SEFAZ query`);
  return modelo;
}

function endpointOf({ chave, emitenteSemIe }: Pick<Pendente, "chave" | "emitenteSemIe">): Endpoint {
  const endpoint = findEndpoint({
    ...splitChaveAcesso(chave),
    ...{ ambiente: "1", servico: "consultaProtocolo", emitenteSemIe: emitenteSemIe === true },
  });
  if (endpoint === null) throw new Error(`no authorizer answers about ${chave}`);
  return endpoint;
}
