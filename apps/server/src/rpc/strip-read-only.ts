import { isDeepStrictEqual } from "node:util";
import {
  type FieldError,
  formatMessage,
  getMethodRow,
  type MethodName,
  paramsLimitOf,
  permissionOf,
  RETURNED_ENTITIES,
  type ReturnedEntity,
} from "@malote/contract";
import * as z from "zod/mini";
import { Refusal } from "../errors.ts";
import { runInTurn } from "../pace/run-in-turn.ts";
import type { SignedInContext } from "../services/handler.ts";
import { rolesOf } from "./admit.ts";
import { runHandler } from "./handlers.ts";
import { listErrors } from "./list-errors.ts";
import { exceedsLimit } from "./params-size.ts";
import { fieldsOf, reviveWire } from "./revive-wire.ts";
import { wrapResult } from "./wrap-result.ts";

type ObjectValue = Readonly<Record<string, unknown>>;

/**
 * An entity in a call. id: null = a new one; editaveis: fields
 * that the call may set; fieldName: name of a field in a response.
 */
type SentEntity = {
  method: MethodName;
  entidade: ObjectValue;
  id: string | null;
  editaveis: ObjectValue;
  fieldName: (campo: string) => string;
};

/** The entity without unchangeable fields, or errors for those that differ. */
type Stripped<T> = { kind: "ok"; value: T } | { kind: "shape"; erros: FieldError[] };

/**
 * Removes unchanged read-only fields from the entity in the params, for calls that accept one.
 * @throws {Refusal} acessoRestrito, and refusals of reading the entity
 */
export async function stripReadOnlyParams(
  ctx: SignedInContext,
  method: MethodName,
  params: unknown,
): Promise<Stripped<unknown>> {
  const returned = RETURNED_ENTITIES[method];
  const row = getMethodRow(method);
  if (returned === undefined || !isObject(params) || exceedsLimit(params, paramsLimitOf(row))) {
    return { kind: "ok", value: params };
  }
  const { campo } = returned;
  const entidade = params[campo];
  if (!isObject(entidade)) return { kind: "ok", value: params };
  const editaveis = fieldsOf(fieldsOf(row.params)[campo]);
  const id = isReadById(returned) ? (entidade.id ?? null) : null;
  // The schema refuses an invalid id later.
  if (id !== null && !z.safeParse(z.uuid(), id).success) return { kind: "ok", value: params };
  const sent = { method, entidade, id: id as string | null, editaveis };
  const settled = await stripReadOnlyFields(ctx, {
    ...sent,
    fieldName: (fieldName) => `${campo}.${fieldName}`,
  });
  return settled.kind === "ok" ? { kind: "ok", value: { ...params, [campo]: settled.value } } : settled;
}

/**
 * Removes fields that the caller may not change when they equal the stored ones (ADR 0060). They
 * are never written, because another call may change them meanwhile.
 * @throws {Refusal} acessoRestrito, and refusals of reading the entity
 */
export async function stripReadOnlyFields(
  ctx: SignedInContext,
  sent: SentEntity,
): Promise<Stripped<ObjectValue>> {
  const { method, entidade, fieldName } = sent;
  const returned = RETURNED_ENTITIES[method];
  if (returned === undefined) return { kind: "ok", value: entidade };
  const resultFields = fieldsOf(getMethodRow(returned.leitura).result.schema);
  const isReserved = reservedFieldsOf(ctx, method, returned);
  const readOnly = Object.keys(entidade).filter(
    (campo) =>
      entidade[campo] !== undefined &&
      Object.hasOwn(resultFields, campo) &&
      (isReserved(campo) || !Object.hasOwn(sent.editaveis, campo)),
  );
  if (readOnly.length === 0) return { kind: "ok", value: entidade };
  const current = await readCurrent(ctx, returned, sent.id);
  const changed = readOnly.filter((campo) => !isAsStored(campo, { sent, current, returned }));
  const reservedField = changed.find(isReserved);
  if (reservedField !== undefined) throw new Refusal("acessoRestrito", { campo: fieldName(reservedField) });
  if (changed.length > 0)
    return { kind: "shape", erros: listErrors(changed, (campo) => fixedFieldError(fieldName(campo))) };
  const kept = Object.entries(entidade).filter(([campo]) => !readOnly.includes(campo));
  return { kind: "ok", value: Object.fromEntries(kept) };
}

function fixedFieldError(campo: string): FieldError {
  return { campo, mensagem: formatMessage("campoFixo", { campo }) };
}

/** Fields that only other profiles may change. */
function reservedFieldsOf(
  { caller }: SignedInContext,
  method: MethodName,
  { campo }: ReturnedEntity,
): (field: string) => boolean {
  const roles = rolesOf(caller);
  const fields = getMethodRow(method).fields ?? {};
  return (field) => {
    const access = fields[`${campo}.${field}`];
    return access !== undefined && !roles.some((role) => permissionOf({ access }, role) === "sim");
  };
}

/** Whether the entity is read by id; a caller has only one conta. */
function isReadById({ leitura: reading }: ReturnedEntity): boolean {
  return Object.hasOwn(fieldsOf(getMethodRow(reading).params), "id");
}

/** The entity as its reading method returns it; null: not yet created. */
async function readCurrent(
  ctx: SignedInContext,
  returned: ReturnedEntity,
  id: string | null,
): Promise<ObjectValue | null> {
  const { leitura: reading } = returned;
  const isById = isReadById(returned);
  if (isById && id === null) return null;
  return await runInTurn(ctx, async () => {
    const held = await runHandler(reading, ctx, isById ? { id } : {});
    const result = wrapResult(reading, held);
    return "object" in result ? (result.object as ObjectValue) : null;
  });
}

type Comparison = { sent: SentEntity; current: ObjectValue | null; returned: ReturnedEntity };

function isAsStored(campo: string, { sent, current, returned }: Comparison): boolean {
  const { leitura: reading, vivos } = returned;
  const schema = fieldsOf(getMethodRow(reading).result.schema)[campo];
  if (schema === undefined) return false;
  const value = reviveWire(schema, sent.entidade[campo]);
  // A new entity may send empty values for fields that it does not have yet.
  if (current === null) return isEmpty(value);
  if (!z.safeParse(schema, value).success) return false;
  if (vivos[campo] === "muda") return true;
  const [storedValue, sentValue] = [current[campo], value].map((each) =>
    withoutChangingFields(each, campo, vivos),
  );
  return (
    isDeepStrictEqual(sentValue, storedValue) ||
    (vivos[campo] === "cresce" && isEarlierOrEqual(sentValue, storedValue))
  );
}

function isEmpty(value: unknown): boolean {
  if (Array.isArray(value)) return value.length === 0;
  return value === null || value === false || value === 0 || value === "";
}

/** Whether a growing field may have had this value earlier. */
function isEarlierOrEqual(value: unknown, later: unknown): boolean {
  if (value === null) return true;
  if (typeof value === "number" && typeof later === "number") return value <= later;
  return value instanceof Date && later instanceof Date && value <= later;
}

function withoutChangingFields(value: unknown, campo: string, vivos: ReturnedEntity["vivos"]): unknown {
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).filter(([fieldName]) => vivos[`${campo}.${fieldName}`] === undefined),
  );
}

function isObject(value: unknown): value is ObjectValue {
  return typeof value === "object" && value !== null && !Array.isArray(value) && !(value instanceof Date);
}
