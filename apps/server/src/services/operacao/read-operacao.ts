import { formatMessage, type Scope } from "@malote/contract";
import type { Db } from "../../db/index.ts";
import { Refusal } from "../../errors.ts";
import type { SignedInContext } from "../handler.ts";
import { findImportacao } from "../importacao/importacao.rows.ts";
import { type ImportacaoWire, writeImportacao } from "../importacao/importacao.wire.ts";
import { messageOf } from "../manifestacao/manifestacao.wire.ts";
import { judgeAnswer } from "../nota/nota.rules.ts";
import { findNotaSummary } from "../nota/nota-summary.rows.ts";
import { findQueriedNota } from "../nota/sefaz/nota-sefaz.rows.ts";
import { findFileRequest, type RequestedFileRow } from "../requested-file/requested-file.rows.ts";
import { stateOf } from "../requested-file/requested-file.rules.ts";
import { writeRequestedFile } from "../requested-file/requested-file.wire.ts";
import { findManifestacaoById, type ManifestacaoOperacao } from "./operacao.rows.ts";

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

const ID_PATTERN = /^([A-Za-z]+)-([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})(?:-([0-9a-z]+))?$/;
const RADIX = 36;

/**
 * Builds an operação's id from its kind and subject. Nothing is stored: the state is read from the subject.
 */
export function idOfOperacao(tipo: OperacaoTipo, alvo: string, pedidaEm?: Date): string {
  return `${tipo}-${alvo}${pedidaEm === undefined ? "" : `-${pedidaEm.getTime().toString(RADIX)}`}`;
}

/** A token needs one of these scopes to read an operação: scopes that start such work or read its result. */
const SCOPES: Readonly<Record<OperacaoTipo, readonly Scope[]>> = {
  importacao: ["importar"],
  exportacao: ["notas:ler"],
  download: ["notas:ler"],
  manifestacao: ["manifestar", "notas:ler"],
  consultaSefaz: ["notas:marcar", "notas:ler"],
};

/** Returns the scope that a token lacks for an operação; null when it lacks none or the kind is unknown. */
export function findLackingScope(scopes: readonly Scope[] | null, id: string): Scope | null {
  const [, tipo = ""] = ID_PATTERN.exec(id) ?? [];
  if (scopes === null || !Object.hasOwn(SCOPES, tipo)) return null;
  const needed = SCOPES[tipo as OperacaoTipo];
  return needed.some((escopo) => scopes.includes(escopo)) ? null : (needed[0] ?? null);
}

/** @throws {Refusal} operacaoNaoEncontrada */
export async function readOperacao(ctx: SignedInContext, id: string): Promise<Operacao> {
  const [, tipo = "", alvo = "", instant = "0"] = ID_PATTERN.exec(id) ?? [];
  const read = READERS[tipo as OperacaoTipo];
  const { contaId } = ctx.caller;
  const pedidaEm = new Date(Number.parseInt(instant, RADIX) || 0);
  const found =
    Object.hasOwn(READERS, tipo) && !Number.isNaN(pedidaEm.getTime())
      ? await ctx.database.withConta(contaId, (db) => read({ ctx, db, alvo, pedidaEm }))
      : null;
  if (found === null) throw new Refusal("operacaoNaoEncontrada");
  return { id, tipo: tipo as OperacaoTipo, ...found };
}

type Subject = { ctx: SignedInContext; db: Db; alvo: string; pedidaEm: Date };
type FoundOperacao = Omit<Operacao, "id" | "tipo">;

const READERS: Readonly<Record<OperacaoTipo, (o: Subject) => Promise<FoundOperacao | null>>> = {
  importacao: async ({ ctx, db, alvo }) => {
    const row = await findImportacao(db, ctx.caller.contaId, alvo);
    return row && ofImportacao(writeImportacao(row));
  },
  exportacao: async ({ ctx, db, alvo }) => {
    const row = await findFileRequest(db, ctx.caller.contaId, { id: alvo, tipo: "exportacao" });
    return row && ofFile(row, ctx.clock.now(), `/exportacoes/${alvo}`);
  },
  download: async ({ ctx, db, alvo }) => {
    const row = await findFileRequest(db, ctx.caller.contaId, { id: alvo, tipo: "repositorio" });
    return row && ofFile(row, ctx.clock.now(), `/downloads/${alvo}/arquivo`);
  },
  manifestacao: async ({ ctx, db, alvo }) => {
    const row = await findManifestacaoById(db, ctx.caller.contaId, alvo);
    return row && ofManifestacao(row);
  },
  consultaSefaz: async ({ ctx, db, alvo, pedidaEm }) => {
    const { contaId } = ctx.caller;
    const nota = await findNotaSummary(db, contaId, alvo);
    const found = nota && (await findQueriedNota(db, contaId, { tipo: nota.tipoNota, chave: nota.chave }));
    if (nota === null || !found) return null;
    const answer = judgeAnswer(found);
    const estado = answer === "sim" ? "concluida" : answer === "falhou" ? "falhou" : "em-andamento";
    return {
      estado,
      criadaEm: pedidaEm,
      terminadoEm:
        answer === "sim" ? found.sefazConsultadaEm : answer === "falhou" ? found.sefazFalhouEm : null,
      mensagem: answer === "falhou" ? formatMessage("erroConsultandoSefaz") : null,
      recurso: `/notas/${alvo}/sefaz`,
    };
  },
};

const STATE_OF_FILE = {
  pendente: "pendente",
  "em-andamento": "em-andamento",
  concluido: "concluida",
  expirado: "concluida",
  falhou: "falhou",
} as const;

export function ofImportacao({ id, estado, data, terminadoEm, mensagem }: ImportacaoWire): FoundOperacao {
  return {
    estado: STATE_OF_FILE[estado],
    criadaEm: data,
    terminadoEm,
    mensagem,
    recurso: `/importacoes/${id}`,
  };
}

function ofFile(row: RequestedFileRow, now: Date, recurso: string): FoundOperacao {
  const { data, terminadoEm, mensagem } = writeRequestedFile(row, now);
  const estado = stateOf(row, now);
  const message = estado === "expirado" ? formatMessage("arquivoExpirado") : mensagem;
  return { estado: STATE_OF_FILE[estado], criadaEm: data, terminadoEm, mensagem: message, recurso };
}

function ofManifestacao(row: ManifestacaoOperacao): FoundOperacao {
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
    mensagem: messageOf(row),
    recurso: row.notaId === null ? "/notas" : `/notas/${row.notaId}`,
  };
}
