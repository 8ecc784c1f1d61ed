import { isDeepStrictEqual } from "node:util";
import {
  DEVOLVIDOS,
  type Devolvido,
  type ErroCampo,
  formatMensagem,
  getMethodRow,
  type MethodName,
  paramsLimitOf,
  permissaoOf,
} from "@malote/contract";
import * as z from "zod/mini";
import { Refusal } from "../errors.ts";
import { runInTurn } from "../pace/run-in-turn.ts";
import type { SignedInContext } from "../services/handler.ts";
import { perfisOf } from "./admit.ts";
import { listErros } from "./erros.ts";
import { runHandler } from "./handlers.ts";
import { reviveWire, shapeOf } from "./revive-wire.ts";
import { isTooMuch } from "./weigh.ts";
import { wrapResult } from "./wrap.ts";

type Objeto = Readonly<Record<string, unknown>>;

/**
 * An entity in a call. id: null = a new one; editaveis: fields
 * that the call may set; nome: name of a field in a response.
 */
type Enviada = {
  method: MethodName;
  entidade: Objeto;
  id: string | null;
  editaveis: Objeto;
  nome: (campo: string) => string;
};

/** The entity without unchangeable fields, or errors for those that differ. */
type Acertada<T> = { kind: "ok"; value: T } | { kind: "shape"; erros: ErroCampo[] };

/**
 * Removes unchanged read-only fields from the entity in the params, for calls that accept one.
 * @throws {Refusal} acessoRestrito, and refusals of reading the entity
 */
export async function settleParams(
  ctx: SignedInContext,
  method: MethodName,
  params: unknown,
): Promise<Acertada<unknown>> {
  const devolvido = DEVOLVIDOS[method];
  const row = getMethodRow(method);
  if (devolvido === undefined || !isObjeto(params) || isTooMuch(params, paramsLimitOf(row))) {
    return { kind: "ok", value: params };
  }
  const { campo } = devolvido;
  const entidade = params[campo];
  if (!isObjeto(entidade)) return { kind: "ok", value: params };
  const editaveis = shapeOf(shapeOf(row.params)[campo]);
  const id = isLidaPorId(devolvido) ? (entidade.id ?? null) : null;
  // The schema refuses an invalid id later.
  if (id !== null && !z.safeParse(z.uuid(), id).success) return { kind: "ok", value: params };
  const enviada = { method, entidade, id: id as string | null, editaveis };
  const settled = await settleEntidade(ctx, { ...enviada, nome: (nome) => `${campo}.${nome}` });
  return settled.kind === "ok" ? { kind: "ok", value: { ...params, [campo]: settled.value } } : settled;
}

/**
 * Removes fields that the caller may not change when they equal the stored ones (ADR 0060). They
 * are never written, because another call may change them meanwhile.
 * @throws {Refusal} acessoRestrito, and refusals of reading the entity
 */
export async function settleEntidade(ctx: SignedInContext, enviada: Enviada): Promise<Acertada<Objeto>> {
  const { method, entidade, nome } = enviada;
  const devolvido = DEVOLVIDOS[method];
  if (devolvido === undefined) return { kind: "ok", value: entidade };
  const dados = shapeOf(getMethodRow(devolvido.leitura).result.schema);
  const isReservado = reservadosOf(ctx, method, devolvido);
  const fixos = Object.keys(entidade).filter(
    (campo) =>
      entidade[campo] !== undefined &&
      Object.hasOwn(dados, campo) &&
      (isReservado(campo) || !Object.hasOwn(enviada.editaveis, campo)),
  );
  if (fixos.length === 0) return { kind: "ok", value: entidade };
  const atual = await readAtual(ctx, devolvido, enviada.id);
  const mudados = fixos.filter((campo) => !isComoDado(campo, { enviada, atual, devolvido }));
  const reservado = mudados.find(isReservado);
  if (reservado !== undefined) throw new Refusal("acessoRestrito", { campo: nome(reservado) });
  if (mudados.length > 0) return { kind: "shape", erros: listErros(mudados, (campo) => refuse(nome(campo))) };
  const kept = Object.entries(entidade).filter(([campo]) => !fixos.includes(campo));
  return { kind: "ok", value: Object.fromEntries(kept) };
}

function refuse(campo: string): ErroCampo {
  return { campo, mensagem: formatMensagem("campoFixo", { campo }) };
}

/** Fields that only other profiles may change. */
function reservadosOf(
  { caller }: SignedInContext,
  method: MethodName,
  { campo }: Devolvido,
): (field: string) => boolean {
  const perfis = perfisOf(caller);
  const fields = getMethodRow(method).fields ?? {};
  return (field) => {
    const access = fields[`${campo}.${field}`];
    return access !== undefined && !perfis.some((perfil) => permissaoOf({ access }, perfil) === "sim");
  };
}

/** Whether the entity is read by id; a caller has only one conta. */
function isLidaPorId({ leitura }: Devolvido): boolean {
  return Object.hasOwn(shapeOf(getMethodRow(leitura).params), "id");
}

/** The entity as its reading method returns it; null: not yet created. */
async function readAtual(
  ctx: SignedInContext,
  devolvido: Devolvido,
  id: string | null,
): Promise<Objeto | null> {
  const { leitura } = devolvido;
  const porId = isLidaPorId(devolvido);
  if (porId && id === null) return null;
  return await runInTurn(ctx, async () => {
    const held = await runHandler(leitura, ctx, porId ? { id } : {});
    const result = wrapResult(leitura, held);
    return "object" in result ? (result.object as Objeto) : null;
  });
}

type Comparacao = { enviada: Enviada; atual: Objeto | null; devolvido: Devolvido };

function isComoDado(campo: string, { enviada, atual, devolvido }: Comparacao): boolean {
  const { leitura, vivos } = devolvido;
  const schema = shapeOf(getMethodRow(leitura).result.schema)[campo];
  if (schema === undefined) return false;
  const valor = reviveWire(schema, enviada.entidade[campo]);
  // A new entity may send empty values for fields that it does not have yet.
  if (atual === null) return isNada(valor);
  if (!z.safeParse(schema, valor).success) return false;
  if (vivos[campo] === "muda") return true;
  const [dado, devolta] = [atual[campo], valor].map((each) => withoutVivos(each, campo, vivos));
  return isDeepStrictEqual(devolta, dado) || (vivos[campo] === "cresce" && isAntes(devolta, dado));
}

function isNada(valor: unknown): boolean {
  if (Array.isArray(valor)) return valor.length === 0;
  return valor === null || valor === false || valor === 0 || valor === "";
}

/** Whether a growing field may have had this value earlier. */
function isAntes(valor: unknown, depois: unknown): boolean {
  if (valor === null) return true;
  if (typeof valor === "number" && typeof depois === "number") return valor <= depois;
  return valor instanceof Date && depois instanceof Date && valor <= depois;
}

function withoutVivos(valor: unknown, campo: string, vivos: Devolvido["vivos"]): unknown {
  if (!isObjeto(valor)) return valor;
  return Object.fromEntries(
    Object.entries(valor).filter(([nome]) => vivos[`${campo}.${nome}`] === undefined),
  );
}

function isObjeto(valor: unknown): valor is Objeto {
  return typeof valor === "object" && valor !== null && !Array.isArray(valor) && !(valor instanceof Date);
}
