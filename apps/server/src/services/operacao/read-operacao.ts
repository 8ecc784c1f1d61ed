import { type Escopo, formatMensagem } from "@malote/contract";
import type { Sql } from "../../db/index.ts";
import { Refusal } from "../../errors.ts";
import { type ArquivoPedidoRow, findPedido } from "../arquivo-pedido/arquivo-pedido.rows.ts";
import { estadoOf } from "../arquivo-pedido/arquivo-pedido.rules.ts";
import { writeArquivoPedido } from "../arquivo-pedido/arquivo-pedido.wire.ts";
import type { SignedInContext } from "../handler.ts";
import { findImportacao } from "../importacao/importacao.rows.ts";
import { type ImportacaoWire, writeImportacao } from "../importacao/importacao.wire.ts";
import { mensagemOf } from "../manifestacao/manifestacao.wire.ts";
import { judgeEspera } from "../nota/nota.rules.ts";
import { findConsultavel } from "../nota/nota-sefaz.rows.ts";
import { findManifestacaoById, findNotaMinima, type ManifestacaoOperacao } from "./operacao.rows.ts";

/** Kinds of work that a request starts and that finish later. */
export type OperacaoTipo = "importacao" | "exportacao" | "download" | "manifestacao" | "consultaSefaz";
export type OperacaoEstado = "pendente" | "em-andamento" | "concluida" | "falhou";

/** State of one piece of work. recurso: REST path of its subject. */
export type Operacao = {
  id: string;
  tipo: OperacaoTipo;
  estado: OperacaoEstado;
  criadaEm: Date | null;
  terminadoEm: Date | null;
  mensagem: string | null;
  recurso: string;
};

const FORMA = /^([A-Za-z]+)-([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})(?:-([0-9a-z]+))?$/;
const BASE = 36;

/**
 * Builds an operação's id from its kind and subject. Nothing is stored: the state is read from the subject.
 */
export function idOfOperacao(tipo: OperacaoTipo, alvo: string, pedidaEm?: Date): string {
  return `${tipo}-${alvo}${pedidaEm === undefined ? "" : `-${pedidaEm.getTime().toString(BASE)}`}`;
}

/** A token needs one of these scopes to read an operação: scopes that start such work or read its result. */
const ESCOPOS: Readonly<Record<OperacaoTipo, readonly Escopo[]>> = {
  importacao: ["importar"],
  exportacao: ["notas:ler"],
  download: ["notas:ler"],
  manifestacao: ["manifestar", "notas:ler"],
  consultaSefaz: ["notas:marcar", "notas:ler"],
};

/** Returns the scope that a token lacks for an operação; null when it lacks none or the kind is unknown. */
export function lacksEscopo(escopos: readonly Escopo[] | null, id: string): Escopo | null {
  const [, tipo = ""] = FORMA.exec(id) ?? [];
  if (escopos === null || !Object.hasOwn(ESCOPOS, tipo)) return null;
  const precisa = ESCOPOS[tipo as OperacaoTipo];
  return precisa.some((escopo) => escopos.includes(escopo)) ? null : (precisa[0] ?? null);
}

/** @throws {Refusal} operacaoNaoEncontrada */
export async function readOperacao(ctx: SignedInContext, id: string): Promise<Operacao> {
  const [, tipo = "", alvo = "", quando = "0"] = FORMA.exec(id) ?? [];
  const read = READERS[tipo as OperacaoTipo];
  const { contaId } = ctx.caller;
  const pedidaEm = new Date(Number.parseInt(quando, BASE) || 0);
  const found =
    Object.hasOwn(READERS, tipo) && !Number.isNaN(pedidaEm.getTime())
      ? await ctx.database.withContaSql(contaId, (sql) => read({ ctx, sql, alvo, pedidaEm }))
      : null;
  if (found === null) throw new Refusal("operacaoNaoEncontrada");
  return { id, tipo: tipo as OperacaoTipo, ...found };
}

type Alvo = { ctx: SignedInContext; sql: Sql; alvo: string; pedidaEm: Date };
type Achada = Omit<Operacao, "id" | "tipo">;

const READERS: Readonly<Record<OperacaoTipo, (o: Alvo) => Promise<Achada | null>>> = {
  importacao: async ({ ctx, sql, alvo }) => {
    const row = await findImportacao(sql, ctx.caller.contaId, alvo);
    return row && ofImportacao(writeImportacao(row));
  },
  exportacao: async ({ ctx, sql, alvo }) => {
    const row = await findPedido(sql, ctx.caller.contaId, { id: alvo, tipo: "exportacao" });
    return row && ofArquivo(row, ctx.clock.now(), `/exportacoes/${alvo}`);
  },
  download: async ({ ctx, sql, alvo }) => {
    const row = await findPedido(sql, ctx.caller.contaId, { id: alvo, tipo: "repositorio" });
    return row && ofArquivo(row, ctx.clock.now(), `/downloads/${alvo}/arquivo`);
  },
  manifestacao: async ({ ctx, sql, alvo }) => {
    const row = await findManifestacaoById(sql, ctx.caller.contaId, alvo);
    return row && ofManifestacao(row);
  },
  consultaSefaz: async ({ ctx, sql, alvo, pedidaEm }) => {
    const { contaId } = ctx.caller;
    const nota = await findNotaMinima(sql, contaId, alvo);
    const found = nota && (await findConsultavel(sql, contaId, { tipo: nota.tipoNota, chave: nota.chave }));
    if (nota === null || !found) return null;
    const espera = judgeEspera(found);
    const estado = espera === "sim" ? "concluida" : espera === "falhou" ? "falhou" : "em-andamento";
    return {
      estado,
      criadaEm: pedidaEm,
      terminadoEm:
        espera === "sim" ? found.sefazConsultadaEm : espera === "falhou" ? found.sefazFalhouEm : null,
      mensagem: espera === "falhou" ? formatMensagem("erroConsultandoSefaz") : null,
      recurso: `/notas/${alvo}/sefaz`,
    };
  },
};

const ESTADO = {
  pendente: "pendente",
  "em-andamento": "em-andamento",
  concluido: "concluida",
  expirado: "concluida",
  falhou: "falhou",
} as const;

export function ofImportacao({ id, estado, data, terminadoEm, mensagem }: ImportacaoWire): Achada {
  return { estado: ESTADO[estado], criadaEm: data, terminadoEm, mensagem, recurso: `/importacoes/${id}` };
}

function ofArquivo(row: ArquivoPedidoRow, agora: Date, recurso: string): Achada {
  const { data, terminadoEm, mensagem } = writeArquivoPedido(row, agora);
  const estado = estadoOf(row, agora);
  const said = estado === "expirado" ? formatMensagem("arquivoExpirado") : mensagem;
  return { estado: ESTADO[estado], criadaEm: data, terminadoEm, mensagem: said, recurso };
}

function ofManifestacao(row: ManifestacaoOperacao): Achada {
  const estado = {
    pendente: "em-andamento",
    registrada: "concluida",
    recusada: "falhou",
    falhou: "falhou",
  } as const;
  return {
    estado: estado[row.estado],
    criadaEm: row.pedidaEm,
    terminadoEm: row.registradaEm,
    mensagem: mensagemOf(row),
    recurso: row.notaId === null ? "/notas" : `/notas/${row.notaId}`,
  };
}
