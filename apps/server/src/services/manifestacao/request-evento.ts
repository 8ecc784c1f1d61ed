import type { ParsedParamsOf } from "@malote/contract";
import { type EventoDetail, findEndpoint } from "@malote/sefaz";
import { parseChaveAcesso, splitChaveAcesso, zonaOfUf } from "@malote/syntax";
import type { Sql } from "../../db/index.ts";
import { Refusal } from "../../errors.ts";
import { lockChaves } from "../documento/documento.rows.ts";
import { nomeOfEvento } from "../evento/evento.rules.ts";
import type { SignedInContext } from "../handler.ts";
import { insertRegistros } from "../registro/registro.rows.ts";
import { planTarefas } from "../tarefa/tarefa.rows.ts";
import { checkItens } from "./check-itens.ts";
import { readDizeres } from "./dizeres.rules.ts";
import { findAlvoDoEvento, insertEventoNosso } from "./evento-nosso.rows.ts";
import {
  type AlvoDoEvento,
  findCancelaveis,
  findDesacordo,
  findImpedimentoDoEvento,
  judgeTipo,
  nextNSeqOf,
} from "./evento-nosso.rules.ts";
import { findPermissao } from "./manifestacao.rows.ts";
import { toManifesto } from "./to-manifesto.ts";

type PedidoDeEvento = ParsedParamsOf<"Nota.sendEvento">;

/**
 * Requests an evento that is no manifestação: the worker signs and sends it. An equal pending request is
 * reused.
 * @returns the id of the request
 * @throws {Refusal} why it may not be requested
 */
export async function requestEvento(ctx: SignedInContext, pedido: PedidoDeEvento): Promise<string> {
  const { contaId, usuarioId } = ctx.caller;
  await ctx.database.withContaSql(contaId, async (sql) => {
    if (!(await findPermissao(sql, contaId, usuarioId))) throw new Refusal("manifestacaoSemPermissao");
    const alvo = await findAlvoDoEvento(sql, contaId, pedido.id);
    if (alvo === null) throw new Refusal("notaNaoEncontrada");
    const impedimento = judgeTipo(alvo, pedido.tpEvento);
    if (impedimento) throw new Refusal(impedimento.key, { ...impedimento });
  });
  const dizeres = readDizeres(pedido);
  const { itens } = dizeres;
  // Outside any transaction: the document is parsed again.
  if (itens !== undefined) await checkItens(ctx, { contaId, id: pedido.id, itens });
  const id = await ctx.database.withContaSql(contaId, async (sql) => {
    const visto = await findAlvoDoEvento(sql, contaId, pedido.id);
    if (visto === null) throw new Refusal("notaNaoEncontrada");
    await lockChaves(sql, contaId, [visto.chave]);
    const alvo = (await findAlvoDoEvento(sql, contaId, pedido.id)) ?? visto;
    return findIgual(alvo, pedido, dizeres) ?? (await keepEvento(ctx, { sql, alvo, pedido, dizeres }));
  });
  ctx.wake?.();
  return id;
}

/** The id of an equal pending request. */
function findIgual(alvo: AlvoDoEvento, { tpEvento }: PedidoDeEvento, dizeres: EventoDetail): string | null {
  if (tpEvento === "110001" || tpEvento === "610111") return null;
  const igual = alvo.pedidos.find(
    (each) => each.estado === "pendente" && each.tpEvento === tpEvento && same(each.dizeres, dizeres),
  );
  return igual?.id ?? null;
}

// jsonb does not keep the order of keys.
function same(a: EventoDetail, b: EventoDetail): boolean {
  const { justificativa, aceita } = a;
  const flat = ({ itens = [] }: EventoDetail): string =>
    JSON.stringify(itens.map((item) => Object.entries(item).toSorted(([x], [y]) => (x < y ? -1 : 1))));
  return justificativa === b.justificativa && aceita === b.aceita && flat(a) === flat(b);
}

type Aceite = { sql: Sql; alvo: AlvoDoEvento; pedido: PedidoDeEvento; dizeres: EventoDetail };

async function keepEvento(ctx: SignedInContext, { sql, alvo, pedido, dizeres }: Aceite): Promise<string> {
  const { contaId, contaUf, usuarioId, nome: usuario } = ctx.caller;
  const agora = ctx.clock.now();
  const { tpEvento } = pedido;
  const impedimento = findImpedimentoDoEvento(alvo, tpEvento, { agora, zona: zonaOfUf(contaUf) });
  if (impedimento) throw new Refusal(impedimento.key, { ...impedimento });
  const { empresa, chave, autorizadaEm } = alvo;
  if (empresa === null) throw new Refusal("eventoSoDestinatario");
  const completos = { ...dizeres, ...findCancelado(alvo, pedido) };
  const nSeq = nextNSeqOf(alvo, tpEvento);
  const novo = { empresaId: empresa.id, chave, tpEvento, nSeq, dizeres: completos, autorizadaEm };
  const id = await insertEventoNosso(sql, contaId, { novo, usuarioId, usuario, agora });
  if (id === null) throw new Refusal("eventoEmEnvio");
  const autorizador = autorizadorOf(chave, tpEvento);
  await planTarefas(sql, contaId, [toManifesto(id, { venceEm: agora, autorizador })]);
  const nome = nomeOfEvento({ chave, tpEvento, descEvento: "" });
  const detalhe = [nome, dizeres.justificativa].filter(Boolean).join(": ");
  const ato = { quando: agora, usuarioId, usuario, acao: "enviar-evento", alvo: alvo.id, detalhe } as const;
  await insertRegistros(sql, contaId, [ato]);
  return id;
}

/** The evento that this one cancels, with its protocolo. */
function findCancelado(alvo: AlvoDoEvento, { tpEvento, eventoId }: PedidoDeEvento): EventoDetail {
  if (tpEvento !== "110001" && tpEvento !== "610111") return {};
  const alvoDele =
    tpEvento === "610111" ? findDesacordo(alvo) : findCancelaveis(alvo).find(({ id }) => id === eventoId);
  if (!alvoDele?.protocolo) throw new Refusal("eventoNaoEncontrado", { campo: "eventoId" });
  return { eventoCancelado: { tpEvento: alvoDele.tpEvento, protocolo: alvoDele.protocolo } };
}

function autorizadorOf(chave: string, tpEvento: string): string {
  const servico = tpEvento.startsWith("61") ? "recepcaoEvento" : "recepcaoEventoSvrs";
  const destino = { ...splitChaveAcesso(parseChaveAcesso(chave)), ambiente: "1", servico } as const;
  return findEndpoint(destino)?.autorizador ?? "AN";
}
