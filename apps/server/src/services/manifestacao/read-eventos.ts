import { formatMensagem, type ResultOf, type TipoEventoEnviado } from "@malote/contract";
import { findPrazoEvento } from "@malote/dfe";
import { zonaOfUf } from "@malote/syntax";
import type { Sql } from "../../db/index.ts";
import { nomeOfEvento } from "../evento/evento.rules.ts";
import type { Caller } from "../handler.ts";
import { findAlvoDoEvento, findEventosPedidos } from "./evento-nosso.rows.ts";
import {
  type AlvoDoEvento,
  findCancelaveis,
  findImpedimentoDoEvento,
  judgeTipo,
  tiposOf,
} from "./evento-nosso.rules.ts";
import { findPermissao } from "./manifestacao.rows.ts";
import type { Impedimento } from "./manifestacao.rules.ts";
import { writeEventoPedido } from "./manifestacao.wire.ts";

type NotaWire = ResultOf<"Nota.getNota">["object"];

/** The fields of a document for other eventos than manifestações, on the wire. */
export type EventosDaNota = Pick<NotaWire, "eventosPedidos" | "eventosPossiveis">;

/** Requested eventos, and those that the company may send; types of another party are left out. */
export async function readEventos(
  sql: Sql,
  { contaId, usuarioId, contaUf }: Caller,
  { id, agora }: { id: string; agora: Date },
): Promise<EventosDaNota> {
  const alvo = await findAlvoDoEvento(sql, contaId, id);
  if (alvo === null) return { eventosPedidos: [], eventosPossiveis: [] };
  const pode = await findPermissao(sql, contaId, usuarioId);
  const quando = { agora, zona: zonaOfUf(contaUf) };
  const judge = (tpEvento: TipoEventoEnviado): Impedimento | null =>
    pode ? findImpedimentoDoEvento(alvo, tpEvento, quando) : { key: "manifestacaoSemPermissao" };
  return {
    eventosPedidos: (await findEventosPedidos(sql, contaId, alvo.chave)).map(writeEventoPedido),
    eventosPossiveis: tiposOf(alvo)
      .filter((tpEvento) => judgeTipo(alvo, tpEvento) === null)
      .map((tpEvento) => writePossivel(alvo, tpEvento, judge(tpEvento))),
  };
}

function writePossivel(
  alvo: AlvoDoEvento,
  tpEvento: TipoEventoEnviado,
  impedimento: Impedimento | null,
): EventosDaNota["eventosPossiveis"][number] {
  const { chave, autorizadaEm } = alvo;
  const prazo = findPrazoEvento({ modelo: chave.slice(20, 22), tpEvento }, autorizadaEm);
  return {
    tpEvento,
    descEvento: nomeOfEvento({ chave, tpEvento, descEvento: "" }),
    ate: prazo?.ate ?? null,
    impedimento: impedimento && formatMensagem(impedimento.key, impedimento.values),
    cancelaveis: tpEvento === "110001" ? findCancelaveis(alvo).map(({ id }) => id) : [],
  };
}
