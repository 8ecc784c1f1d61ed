import { formatMessage, MESSAGES, type ParsedParamsOf } from "@malote/contract";
import { DAY_MS } from "@malote/syntax";
import type { Db } from "../../db/index.ts";
import { Refusal } from "../../errors.ts";
import { lockChaves } from "../documento/documento.rows.ts";
import type { SignedInContext } from "../handler.ts";
import { insertRegistros, type NewRegistro } from "../registro/registro.rows.ts";
import { findMissingByIds, type MissingXml } from "./missing-xml.rows.ts";
import {
  cienciaSince,
  findAddressImpediment,
  findRequestImpediment,
  wasJustRequested,
} from "./missing-xml.rules.ts";
import { countRequestEmail, planRequestEmail, type RequestEmail } from "./plan-request-email.ts";
import { findCaixaOfEmpresa, findSupplierAddresses } from "./supplier-address.rows.ts";
import { findReminderDays, insertXmlRequest } from "./xml-request.rows.ts";

/** The outcome of one document; null = requested. */
export type RequestOutcome = { id: string; mensagem: string | null };

/**
 * Requests XMLs from suppliers: one e-mail for each supplier and empresa, in one transaction. A document that
 * was requested from the same address within a day is not requested again, so a second click sends nothing.
 * @throws {Refusal} if no e-mail can be sent
 */
export async function requestXmls(
  ctx: SignedInContext,
  { ids, para }: ParsedParamsOf<"PedidoXml.pedirXml">,
): Promise<RequestOutcome[]> {
  const { contaId } = ctx.caller;
  if (ctx.config.smtp === null) throw new Refusal("pedidoSemCorreio");
  const now = ctx.clock.now();
  const outcomes = await ctx.database.withConta(contaId, async (db) => {
    const missing = await lockMissing(db, contaId, { ids, now });
    const typed = para?.trim() || null;
    const possible = ids
      .flatMap((id) => missing.get(id) ?? [])
      .filter((m) => findRequestImpediment(m) === null);
    const addresses = await findSupplierAddresses(db, contaId, cnpjsOf(possible));
    if (typed !== null) checkTyped(ctx, { typed, possible, addresses });
    const refused = new Map<string, string>();
    const acts: NewRegistro[] = [];
    for (const group of groupByEmail(possible)) {
      const address = typed ?? addresses.get(group[0]?.cnpjEmitente ?? "")?.[0] ?? null;
      const reason =
        address === null
          ? MESSAGES.pedidoSemEndereco
          : await sendGroup(ctx, db, { group, para: address, now, acts });
      if (reason !== null) for (const { id } of group) refused.set(id, reason);
    }
    // Last, because it locks the conta's chain of acts.
    await insertRegistros(db, contaId, acts);
    return ids.map((id): RequestOutcome => {
      const key = findRequestImpediment(missing.get(id));
      return { id, mensagem: key === null ? (refused.get(id) ?? null) : formatMessage(key) };
    });
  });
  ctx.wake?.();
  return outcomes;
}

/** Missing XMLs by the id of their record, read after the lock of their chaves. */
export async function lockMissing(
  db: Db,
  contaId: string,
  { ids, now }: { ids: readonly string[]; now: Date },
): Promise<Map<string, MissingXml>> {
  const cienciaDesde = cienciaSince(now);
  const before = await findMissingByIds(db, contaId, { ids, cienciaDesde });
  await lockChaves(
    db,
    contaId,
    before.map(({ chave }) => chave),
  );
  const after = await findMissingByIds(db, contaId, { ids, cienciaDesde });
  return new Map(after.map((each) => [each.id, each]));
}

/** The suppliers of documents. */
export function cnpjsOf(missing: readonly MissingXml[]): string[] {
  return [...new Set(missing.map(({ cnpjEmitente }) => cnpjEmitente))];
}

/** The documents of each e-mail: of one supplier for one empresa. */
export function groupByEmail(missing: readonly MissingXml[]): MissingXml[][] {
  const groups = new Map<string, MissingXml[]>();
  for (const each of missing) {
    const key = `${each.cnpjEmitente} ${each.empresaId}`;
    groups.set(key, [...(groups.get(key) ?? []), each]);
  }
  return [...groups.values()];
}

type Typed = {
  typed: string;
  possible: readonly MissingXml[];
  addresses: ReadonlyMap<string, readonly string[]>;
};

function checkTyped({ caller }: SignedInContext, { typed, possible, addresses }: Typed): void {
  const campo = "para";
  const [cnpj, ...others] = cnpjsOf(possible);
  if (others.length > 0) throw new Refusal("pedidoDeVariosFornecedores", { campo });
  const { isManager, contaSandbox: isDemo } = caller;
  const known = addresses.get(cnpj ?? "") ?? [];
  const key = findAddressImpediment({ para: typed, known, isManager, isDemo });
  if (key !== null) throw new Refusal(key, { campo });
}

/** acts: takes the act of the request. */
type Group = { group: readonly MissingXml[]; para: string; now: Date; acts: NewRegistro[] };

/** @returns why nothing was sent; null = planned, or sent already */
async function sendGroup(
  ctx: SignedInContext,
  db: Db,
  { group, para, now, acts }: Group,
): Promise<string | null> {
  const { contaId, usuarioId, nome: usuario } = ctx.caller;
  const missing = group.filter((each) => !wasJustRequested(each, { para, now }));
  const [first] = missing;
  if (first === undefined || first.empresaId === null) return null;
  const { cnpjEmitente, empresaId } = first;
  const responderA = await findCaixaOfEmpresa(db, contaId, empresaId);
  if (responderA === null) throw new Refusal("pedidoSemCaixa");
  const excess = await countRequestEmail(db, contaId, { para, now });
  if (excess !== null) return excess;
  const days = await findReminderDays(db, contaId);
  const pedidoId = await insertXmlRequest(db, contaId, {
    ...{ empresaId, cnpjEmitente, para, usuarioId, usuario, pedidoEm: now },
    lembrarEm: days === 0 ? null : new Date(now.getTime() + days * DAY_MS),
    chaves: missing.map(({ chave }) => chave),
  });
  const email: RequestEmail = { missing, responderA, pedidoPor: usuario, lembrete: null };
  await planRequestEmail(db, contaId, { email, pedidoId, vez: 0, para, now });
  const detalhe = `${missing.length} de ${cnpjEmitente} a ${para}`;
  acts.push({ quando: now, usuarioId, usuario, acao: "pedir-xml", alvo: pedidoId, detalhe });
  return null;
}
