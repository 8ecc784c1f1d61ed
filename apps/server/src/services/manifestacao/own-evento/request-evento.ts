import type { ParsedParamsOf } from "@malote/contract";
import { type EventoDetail, findEndpoint } from "@malote/sefaz";
import { parseChaveAcesso, splitChaveAcesso, zoneOfUf } from "@malote/syntax";
import type { Db } from "../../../db/index.ts";
import { Refusal } from "../../../errors.ts";
import { lockChaves } from "../../documento/documento.rows.ts";
import { nameOfEvento } from "../../evento/evento.rules.ts";
import type { SignedInContext } from "../../handler.ts";
import { insertRegistros } from "../../registro/registro.rows.ts";
import { planTasks } from "../../task/task.rows.ts";
import { canManifest } from "../manifestacao.rows.ts";
import { toSendTask } from "../to-send-task.ts";
import { findEventoTarget, insertOwnEvento } from "./own-evento.rows.ts";
import {
  type EventoTarget,
  findCancellable,
  findDesacordo,
  findEventoImpediment,
  judgeType,
  nextNSeqOf,
} from "./own-evento.rules.ts";
import { readStatements } from "./statements.rules.ts";

type EventoRequest = ParsedParamsOf<"Nota.sendEvento">;
type RequestedItem = NonNullable<EventoDetail["itens"]>[number];

/** Compares items with those of the stored document of a nota.   @throws {Refusal} for a foreign item */
export type CheckItems = (
  ctx: SignedInContext,
  nota: { contaId: string; id: string; items: readonly RequestedItem[] },
) => Promise<void>;

/**
 * Requests an evento that is no manifestação: the worker signs and sends it. An equal pending request is
 * reused.
 * @returns the id of the request
 * @throws {Refusal} why it may not be requested
 */
export async function requestEvento(
  ctx: SignedInContext,
  request: EventoRequest,
  checkItems: CheckItems,
): Promise<string> {
  const { contaId, usuarioId } = ctx.caller;
  await ctx.database.withConta(contaId, async (db) => {
    if (!(await canManifest(db, contaId, usuarioId))) throw new Refusal("manifestacaoSemPermissao");
    const target = await findEventoTarget(db, contaId, request.id);
    if (target === null) throw new Refusal("notaNaoEncontrada");
    const impediment = judgeType(target, request.tpEvento);
    if (impediment) throw new Refusal(impediment.key, { ...impediment });
  });
  const statements = readStatements(request);
  const { itens: items } = statements;
  // Outside any transaction: the document is parsed again.
  if (items !== undefined) await checkItems(ctx, { contaId, id: request.id, items });
  const id = await ctx.database.withConta(contaId, async (db) => {
    const found = await findEventoTarget(db, contaId, request.id);
    if (found === null) throw new Refusal("notaNaoEncontrada");
    await lockChaves(db, contaId, [found.chave]);
    const target = (await findEventoTarget(db, contaId, request.id)) ?? found;
    return (
      findEqualRequest(target, request, statements) ??
      (await saveRequest(ctx, { db, alvo: target, request, dizeres: statements }))
    );
  });
  ctx.wake?.();
  return id;
}

/** The id of an equal pending request. */
function findEqualRequest(
  target: EventoTarget,
  { tpEvento }: EventoRequest,
  statements: EventoDetail,
): string | null {
  if (tpEvento === "110001" || tpEvento === "610111") return null;
  const equal = target.pedidos.find(
    (each) =>
      each.estado === "pendente" &&
      each.tpEvento === tpEvento &&
      haveSameStatements(each.dizeres, statements),
  );
  return equal?.id ?? null;
}

// jsonb does not keep the order of keys.
function haveSameStatements(a: EventoDetail, b: EventoDetail): boolean {
  const { justificativa, aceita } = a;
  const flat = ({ itens: items = [] }: EventoDetail): string =>
    JSON.stringify(items.map((item) => Object.entries(item).toSorted(([x], [y]) => (x < y ? -1 : 1))));
  return justificativa === b.justificativa && aceita === b.aceita && flat(a) === flat(b);
}

type AcceptedRequest = { db: Db; alvo: EventoTarget; request: EventoRequest; dizeres: EventoDetail };

async function saveRequest(
  ctx: SignedInContext,
  { db, alvo: target, request, dizeres: statements }: AcceptedRequest,
): Promise<string> {
  const { contaId, contaUf, usuarioId, nome: usuario } = ctx.caller;
  const now = ctx.clock.now();
  const { tpEvento } = request;
  const impediment = findEventoImpediment(target, tpEvento, { now, zona: zoneOfUf(contaUf) });
  if (impediment) throw new Refusal(impediment.key, { ...impediment });
  const { empresa, chave, autorizadaEm } = target;
  if (empresa === null) throw new Refusal("eventoSoDestinatario");
  const allStatements = { ...statements, ...findCancelledEvento(target, request) };
  const nSeq = nextNSeqOf(target, tpEvento);
  const newEvento = { empresaId: empresa.id, chave, tpEvento, nSeq, dizeres: allStatements, autorizadaEm };
  const id = await insertOwnEvento(db, contaId, { newEvento, usuarioId, usuario, now });
  if (id === null) throw new Refusal("eventoEmEnvio");
  const autorizador = autorizadorOf(chave, tpEvento);
  await planTasks(db, contaId, [toSendTask(id, { venceEm: now, autorizador })]);
  const name = nameOfEvento({ chave, tpEvento, descEvento: "" });
  const detail = [name, statements.justificativa].filter(Boolean).join(": ");
  const act = {
    quando: now,
    usuarioId,
    usuario,
    acao: "enviar-evento",
    alvo: target.id,
    detalhe: detail,
  } as const;
  await insertRegistros(db, contaId, [act]);
  return id;
}

/** The evento that this one cancels, with its protocolo. */
function findCancelledEvento(target: EventoTarget, { tpEvento, eventoId }: EventoRequest): EventoDetail {
  if (tpEvento !== "110001" && tpEvento !== "610111") return {};
  const cancelled =
    tpEvento === "610111" ? findDesacordo(target) : findCancellable(target).find(({ id }) => id === eventoId);
  if (!cancelled?.protocolo) throw new Refusal("eventoNaoEncontrado", { campo: "eventoId" });
  return { eventoCancelado: { tpEvento: cancelled.tpEvento, protocolo: cancelled.protocolo } };
}

function autorizadorOf(chave: string, tpEvento: string): string {
  const service = tpEvento.startsWith("61") ? "recepcaoEvento" : "recepcaoEventoSvrs";
  const endpointQuery = {
    ...splitChaveAcesso(parseChaveAcesso(chave)),
    ambiente: "1",
    servico: service,
  } as const;
  return findEndpoint(endpointQuery)?.autorizador ?? "AN";
}
