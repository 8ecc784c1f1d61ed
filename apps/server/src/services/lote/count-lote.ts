import { formatMessage, LOTE_MARCAS, LOTE_REASONS, type ResultOf } from "@malote/contract";
import { parseAmount, zoneOfUf } from "@malote/syntax";
import type { Db } from "../../db/index.ts";
import type { SignedInContext } from "../handler.ts";
import { canManifest, findTargets } from "../manifestacao/manifestacao.rows.ts";
import {
  findImpediment,
  isRequested,
  type ManifestacaoStatus,
  type ManifestacaoTarget,
  type ZonedNow,
} from "../manifestacao/manifestacao.rules.ts";
import { countTargets } from "./count-lote.rows.ts";

type Contagem = ResultOf<"Lote.getContagem">["object"];
type Option = Contagem["manifestacoes"][number];

const STATUSES: readonly ManifestacaoStatus[] = [1, 4, 2, 3];
/** Reasons listed of one option. */
const REASONS_MAX = 4;

/** Counts what each act would find in some documents. */
export async function countLote(ctx: SignedInContext, db: Db, ids: readonly string[]): Promise<Contagem> {
  const { contaId, usuarioId, contaUf } = ctx.caller;
  const { total, soma, quarentena, divergentes, marcas } = await countTargets(db, contaId, ids);
  const targets = await findTargets(db, contaId, ids);
  const when = { now: ctx.clock.now(), zona: zoneOfUf(contaUf) };
  const isAllowed = ctx.caller.isPerson && (await canManifest(db, contaId, usuarioId));
  return {
    ...{ total, valorTotal: parseAmount(soma ?? "0") ?? "0.00", quarentena, divergentes },
    marcas: LOTE_MARCAS.map((marca) => ({
      marca,
      marcados: marcas[marca],
      semMarca: total - quarentena - marcas[marca],
    })),
    manifestacoes: STATUSES.map((status) => countOption(targets, status, when)),
    manifestacaoImpedida: isAllowed ? null : formatMessage("manifestacaoSemPermissao"),
  };
}

function countOption(
  targets: readonly ManifestacaoTarget[],
  status: ManifestacaoStatus,
  when: ZonedNow,
): Option {
  const counts = new Map<string, number>();
  let aceitam = 0;
  for (const target of targets) {
    const impediment = isRequested(target, { status, justificativa: null })
      ? ({ key: "manifestacaoEmEnvio" } as const)
      : findImpediment(target, status, when);
    if (impediment === null) {
      aceitam += 1;
      continue;
    }
    const reason = LOTE_REASONS[impediment.key] ?? formatMessage(impediment.key);
    counts.set(reason, (counts.get(reason) ?? 0) + 1);
  }
  const motivos = [...counts].map(([mensagem, quantidade]) => ({ mensagem, quantidade }));
  return {
    status,
    aceitam,
    motivos: motivos.toSorted((a, b) => b.quantidade - a.quantidade).slice(0, REASONS_MAX),
  };
}
