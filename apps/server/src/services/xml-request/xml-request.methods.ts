import { LOTE_MAX, type ParsedParamsOf, type ResultOf } from "@malote/contract";
import { zoneOfUf } from "@malote/syntax";
import { Refusal } from "../../errors.ts";
import { writeXmlRequest } from "../../mail/xml-request-email.ts";
import { checkAuditorFilter } from "../auditor/auditor.rules.ts";
import type { Handlers, SignedInContext } from "../handler.ts";
import { readPage } from "../list/list.rules.ts";
import { findDocumentosByName } from "../nota/list/nota-filter.rows.ts";
import { registerAct } from "../registro/register-act.ts";
import { setOutsideRequest } from "./mark-outside.ts";
import { findMissingByIds, findMissingXmls, MISSING_MAX, type MissingXml } from "./missing-xml.rows.ts";
import { cienciaSince, findRequestImpediment, groupBySupplier, stateOf, sumOf } from "./missing-xml.rules.ts";
import { toEmailData } from "./plan-request-email.ts";
import { judgeCiencias, requestCiencias } from "./request-ciencia.ts";
import { cnpjsOf, groupByEmail, requestXmls } from "./request-xml.ts";
import { findCaixaOfEmpresa, findSupplierAddresses } from "./supplier-address.rows.ts";
import { findReminderDays, saveReminderDays } from "./xml-request.rows.ts";
import { type CienciaImpediments, writeSupplier } from "./xml-request.wire.ts";

export const pedidoXmlMethods = {
  "PedidoXml.getListFornecedor": async (ctx, params) => await listSuppliers(ctx, params),

  "PedidoXml.getCarta": async (ctx, { ids }) => {
    const emails = await previewLetters(ctx, ids);
    return { results: emails, totalCount: emails.length };
  },

  "PedidoXml.pedirXml": async (ctx, params) => {
    const results = await requestXmls(ctx, { ...params, ids: [...new Set(params.ids)] });
    return { results, totalCount: results.length };
  },

  "PedidoXml.setPedidoPorFora": async (ctx, params) => {
    await setOutsideRequest(ctx, params);
    return {};
  },

  "PedidoXml.darCiencia": async (ctx, { ids }) => {
    const results = await requestCiencias(ctx, { ids: [...new Set(ids)] });
    return { results, totalCount: results.length };
  },

  "PedidoXml.setLembrete": async (ctx, { dias }) => {
    const { contaId } = ctx.caller;
    await ctx.database.withConta(contaId, async (db) => {
      if (!(await saveReminderDays(db, contaId, dias))) return;
      await registerAct(ctx, db, { acao: "alterar-lembrete-xml", alvo: contaId, detalhe: String(dias) });
    });
    return { object: { dias } };
  },
} satisfies Handlers<"PedidoXml">;

type Suppliers = ResultOf<"PedidoXml.getListFornecedor">;

/** A page of suppliers, and the totals of the whole filter. */
async function listSuppliers(
  ctx: SignedInContext,
  params: ParsedParamsOf<"PedidoXml.getListFornecedor">,
): Promise<Suppliers> {
  const { contaId, contaUf, isManifestante } = ctx.caller;
  const filtro = params.searchFilter ?? {};
  checkAuditorFilter(filtro);
  const { limit, offset } = readPage(params);
  const when = { now: ctx.clock.now(), zona: zoneOfUf(contaUf) };
  return await ctx.database.withConta(contaId, async (db) => {
    const nomes = await findDocumentosByName(db, pickNames(filtro));
    const scope = { filtro, zona: when.zona, nomes, cienciaDesde: cienciaSince(when.now) };
    const all = await findMissingXmls(db, contaId, scope);
    const groups = groupBySupplier(all);
    const addresses = await findSupplierAddresses(db, contaId, cnpjsOf(all));
    const paraOf = (cnpj: string): string | null => addresses.get(cnpj)?.[0] ?? null;
    const ciencias: CienciaImpediments = isManifestante
      ? await judgeCiencias(db, contaId, { missing: all, when })
      : new Map(all.map(({ id }) => [id, { key: "manifestacaoSemPermissao" }]));
    const aPedir = groups.flatMap((each) => (paraOf(each.cnpjEmitente) === null ? [] : each.aPedir));
    return {
      results: groups
        .slice(offset, offset + limit)
        .map((group) => writeSupplier(group, { para: paraOf(group.cnpjEmitente), ciencias })),
      totalCount: groups.length,
      totalExato: all.length < MISSING_MAX,
      object: {
        documentos: all.length,
        soma: sumOf(all),
        pedidos: all.filter((each) => stateOf(each) === "pedido").length,
        aPedir: idsOf(aPedir),
        noPrazo: idsOf(all.filter(({ id }) => ciencias.get(id) === null)),
        lembreteDias: await findReminderDays(db, contaId),
      },
    };
  });
}

function pickNames({
  texto,
  nomeEmitente,
}: NonNullable<ParsedParamsOf<"Auditor.getListAuditor">["searchFilter"]>) {
  return {
    ...(texto === undefined ? {} : { texto }),
    ...(nomeEmitente === undefined ? {} : { nomeEmitente }),
  };
}

function idsOf(missing: readonly MissingXml[]): string[] {
  return missing.slice(0, LOTE_MAX).map(({ id }) => id);
}

/** The e-mails that a request of these documents sends. */
async function previewLetters(
  ctx: SignedInContext,
  ids: readonly string[],
): Promise<ResultOf<"PedidoXml.getCarta">["results"]> {
  const { contaId, contaUf, nome: pedidoPor } = ctx.caller;
  const cienciaDesde = cienciaSince(ctx.clock.now());
  return await ctx.database.withConta(contaId, async (db) => {
    const found = await findMissingByIds(db, contaId, { ids, cienciaDesde });
    if (found.length === 0) throw new Refusal("xmlJaChegou");
    const possible = found.filter((each) => findRequestImpediment(each) === null);
    const addresses = await findSupplierAddresses(db, contaId, cnpjsOf(possible));
    const emails: ResultOf<"PedidoXml.getCarta">["results"] = [];
    for (const missing of groupByEmail(possible)) {
      const [{ cnpjEmitente = "", empresaId = null } = {}] = missing;
      const responderA = empresaId === null ? null : await findCaixaOfEmpresa(db, contaId, empresaId);
      if (responderA === null) throw new Refusal("pedidoSemCaixa");
      const email = toEmailData({ missing, responderA, pedidoPor, lembrete: null });
      const { assunto, texto } = writeXmlRequest(email, zoneOfUf(contaUf));
      emails.push({
        ...{ cnpjEmitente, nomeEmitente: email.nomeEmitente, empresaNome: email.empresa.nome },
        ...{ enderecos: addresses.get(cnpjEmitente) ?? [], responderA, assunto, texto },
        ids: missing.map(({ id }) => id),
      });
    }
    return emails;
  });
}
