import { paramsLimitOf, type RestRow } from "@malote/contract";
import * as z from "zod/mini";
import { exceedsLimit } from "../../rpc/params-size.ts";
import { fieldsOf } from "../../rpc/revive-wire.ts";
import { stripReadOnlyFields } from "../../rpc/strip-read-only.ts";
import type { SignedInContext } from "../../services/handler.ts";
import { Problem } from "./problem.ts";

/**
 * Removes unchanged read-only fields from a body, where the
 * route accepts an entity as another returns it (ADR 0060).
 * @throws {Problema} restPedidoInvalido for read-only fields that were changed
 * @throws {Refusal} refusals of reading the entity
 */
export async function stripReadOnlyBody(
  ctx: SignedInContext,
  row: RestRow,
  { body, caminho }: { body: unknown; caminho: unknown },
): Promise<unknown> {
  const { gemeo, corpo } = row;
  if (gemeo === null || corpo === undefined || !isObject(body)) return body;
  const id = isObject(caminho) && caminho.id !== undefined ? caminho.id : (body.id ?? null);
  const isId = id === null || z.safeParse(z.uuid(), id).success;
  if (!isId || exceedsLimit(body, paramsLimitOf(row))) return body;
  const sent = { method: gemeo, entidade: body, id: id as string | null, editaveis: fieldsOf(corpo) };
  const settled = await stripReadOnlyFields(ctx, { ...sent, fieldName: (field) => field });
  if (settled.kind === "ok") return settled.value;
  throw new Problem(400, "restPedidoInvalido", { erros: settled.erros });
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
