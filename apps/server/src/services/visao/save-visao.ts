import { VISOES_COMPARTILHADAS_MAX, VISOES_CONTA_MAX, VISOES_MAX, type VisaoLista } from "@malote/contract";
import { type Db, newId } from "../../db/index.ts";
import { Refusal } from "../../errors.ts";
import { lockConta } from "../conta/conta.rows.ts";
import type { SignedInContext } from "../handler.ts";
import { registerAct } from "../registro/register-act.ts";
import {
  countVisoes,
  findOwnVisoes,
  findVisao,
  insertVisao,
  setDefaultVisao,
  updateVisao,
  type VisaoRow,
} from "./visao.rows.ts";
import {
  freeNameOf,
  type ImportedVisao,
  isSameName,
  isSameVisao,
  mayChange,
  type VisaoInput,
} from "./visao.rules.ts";

/**
 * Saves a view of the caller, or changes one that the caller may change.
 * @returns it as it is now
 * @throws {Refusal} visaoNaoEncontrada, visaoDeOutraPessoa, visaoNomeRepetido, and beyond a limit
 */
export async function saveVisao(ctx: SignedInContext, db: Db, input: VisaoInput): Promise<VisaoRow> {
  const { contaId, usuarioId, nome: dono } = ctx.caller;
  // Orders the writers of a conta: counts and names hold until the end of the transaction.
  await lockConta(db, contaId);
  const { id, lista, ...shown } = input;
  const now = ctx.clock.now();
  const visao = { ...shown, nome: shown.nome.trim(), densidade: shown.densidade ?? null };
  if (!id) {
    const newVisao = { ...visao, id: newId(), usuarioId, lista };
    await refuseName(db, contaId, newVisao);
    await refuseTooMany(db, contaId, { usuarioId, lista, isShared: visao.compartilhada, isNew: true });
    await insertVisao(db, contaId, { ...newVisao, now });
    if (visao.compartilhada) await registerChange(ctx, db, "compartilhar-visao", newVisao);
    return { ...newVisao, dono, padrao: false, alteradaEm: now };
  }
  const stored = await findChangeable(ctx, db, id);
  const isShared = visao.compartilhada && !stored.compartilhada;
  await refuseName(db, contaId, { ...visao, id, usuarioId: stored.usuarioId, lista: stored.lista });
  if (isShared) await refuseTooMany(db, contaId, { ...stored, isShared, isNew: false });
  await updateVisao(db, contaId, { ...visao, id, now });
  if (isShared) await registerChange(ctx, db, "compartilhar-visao", { ...visao, id });
  else if (stored.compartilhada) await registerChange(ctx, db, "alterar-visao", { ...visao, id });
  return { ...stored, ...visao, alteradaEm: now };
}

/** @throws {Refusal} visaoNaoEncontrada, visaoDeOutraPessoa */
export async function findChangeable(
  { caller }: Pick<SignedInContext, "caller">,
  db: Db,
  id: string,
): Promise<VisaoRow> {
  const { contaId, usuarioId } = caller;
  const stored = await findVisao(db, contaId, { usuarioId, id });
  if (stored === null) throw new Refusal("visaoNaoEncontrada");
  if (!mayChange(caller, stored)) throw new Refusal("visaoDeOutraPessoa");
  return stored;
}

/** Records a change of what the users of the conta share. */
export async function registerChange(
  ctx: SignedInContext,
  db: Db,
  acao: "compartilhar-visao" | "alterar-visao" | "excluir-visao",
  { id, nome }: { id: string; nome: string },
): Promise<void> {
  await registerAct(ctx, db, { acao, alvo: id, detalhe: nome });
}

type NamedVisao = { id: string; usuarioId: string; lista: VisaoLista; nome: string };

async function refuseName(db: Db, contaId: string, visao: NamedVisao): Promise<void> {
  const others = (await findOwnVisoes(db, contaId, visao)).filter(({ id }) => id !== visao.id);
  if (!others.some(({ nome }) => isSameName(nome, visao.nome))) return;
  throw new Refusal("visaoNomeRepetido", { campo: "visao.nome" });
}

type Addition = { usuarioId: string; lista: VisaoLista; isShared: boolean; isNew: boolean };

async function refuseTooMany(
  db: Db,
  contaId: string,
  { usuarioId, lista, isShared, isNew }: Addition,
): Promise<void> {
  const { todas: all, compartilhadas: shared } = await countVisoes(db, contaId);
  if (isShared && shared >= VISOES_COMPARTILHADAS_MAX) {
    throw new Refusal("visoesCompartilhadasDemais", { values: { limite: VISOES_COMPARTILHADAS_MAX } });
  }
  if (!isNew) return;
  if ((await findOwnVisoes(db, contaId, { usuarioId, lista })).length >= VISOES_MAX) {
    throw new Refusal("visoesDemais", { values: { limite: VISOES_MAX } });
  }
  if (all >= VISOES_CONTA_MAX) {
    throw new Refusal("visoesDaContaDemais", { values: { limite: VISOES_CONTA_MAX } });
  }
}

type Import = { lista: VisaoLista; visoes: readonly ImportedVisao[]; padrao?: string | null | undefined };

/**
 * Stores the views that a browser kept. Their ids make a repetition harmless; a view that another browser
 * brought with the same name and content is not stored twice.
 */
export async function importVisoes(
  { caller, clock }: SignedInContext,
  db: Db,
  { lista, visoes, padrao }: Import,
): Promise<void> {
  const { contaId, usuarioId } = caller;
  await lockConta(db, contaId);
  const own = await findOwnVisoes(db, contaId, { usuarioId, lista });
  const room = Math.min(VISOES_MAX - own.length, VISOES_CONTA_MAX - (await countVisoes(db, contaId)).todas);
  /** The stored view that an imported one has become. */
  const storedIds = new Map<string, string>();
  let added = 0;
  for (const imported of visoes) {
    const known = own.find((each) => each.id === imported.id || isSameVisao(each, imported));
    if (known) storedIds.set(imported.id, known.id);
    if (known || added >= room) continue;
    const nome = freeNameOf(
      imported.nome.trim(),
      own.map((each) => each.nome),
    );
    const visao = { ...imported, nome, densidade: imported.densidade ?? null };
    const row = { ...visao, usuarioId, lista, compartilhada: false, now: clock.now() };
    if (!(await insertVisao(db, contaId, row))) continue;
    own.push(visao);
    storedIds.set(imported.id, imported.id);
    added += 1;
  }
  const id = storedIds.get(padrao ?? "");
  if (id !== undefined) await setDefaultVisao(db, contaId, { usuarioId, lista, id });
}
