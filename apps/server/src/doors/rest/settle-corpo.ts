import { paramsLimitOf, type RestRow } from "@malote/contract";
import * as z from "zod/mini";
import { shapeOf } from "../../rpc/revive-wire.ts";
import { settleEntidade } from "../../rpc/settle-devolvido.ts";
import { isTooMuch } from "../../rpc/weigh.ts";
import type { SignedInContext } from "../../services/handler.ts";
import { Problema } from "./problema.ts";

/**
 * Removes unchanged read-only fields from a body, where the
 * route accepts an entity as another returns it (ADR 0060).
 * @throws {Problema} restPedidoInvalido for read-only fields that were changed
 * @throws {Refusal} refusals of reading the entity
 */
export async function settleCorpo(
  ctx: SignedInContext,
  row: RestRow,
  { body, caminho }: { body: unknown; caminho: unknown },
): Promise<unknown> {
  const { gemeo, corpo } = row;
  if (gemeo === null || corpo === undefined || !isObjeto(body)) return body;
  const id = isObjeto(caminho) && caminho.id !== undefined ? caminho.id : (body.id ?? null);
  const isId = id === null || z.safeParse(z.uuid(), id).success;
  if (!isId || isTooMuch(body, paramsLimitOf(row))) return body;
  const enviada = { method: gemeo, entidade: body, id: id as string | null, editaveis: shapeOf(corpo) };
  const settled = await settleEntidade(ctx, { ...enviada, nome: (nome) => nome });
  if (settled.kind === "ok") return settled.value;
  throw new Problema(400, "restPedidoInvalido", { erros: settled.erros });
}

function isObjeto(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
