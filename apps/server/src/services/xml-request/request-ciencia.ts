import { formatMessage, type ParsedParamsOf } from "@malote/contract";
import { zoneOfUf } from "@malote/syntax";
import type { Db } from "../../db/index.ts";
import { Refusal } from "../../errors.ts";
import type { SignedInContext } from "../handler.ts";
import { findWithoutManifestacao } from "../manifestacao/ciencia.rows.ts";
import { canManifest, insertManifestacoes } from "../manifestacao/manifestacao.rows.ts";
import {
  CIENCIA,
  type Impediment,
  MANIFESTACAO_NAMES,
  type ZonedNow,
} from "../manifestacao/manifestacao.rules.ts";
import { toSendTask } from "../manifestacao/to-send-task.ts";
import { insertRegistros } from "../registro/registro.rows.ts";
import { planTasks } from "../task/task.rows.ts";
import type { MissingXml } from "./missing-xml.rows.ts";
import { findCienciaImpediment } from "./missing-xml.rules.ts";
import { lockMissing, type RequestOutcome } from "./request-xml.ts";

/**
 * Why each of these documents accepts no ciência now; null if it does. The same judgement counts the
 * documents on the screen and accepts the requests.
 */
export async function judgeCiencias(
  db: Db,
  contaId: string,
  { missing, when }: { missing: readonly MissingXml[]; when: ZonedNow },
): Promise<Map<string, Impediment | null>> {
  const judged = new Map(missing.map((each) => [each.id, findCienciaImpediment(each, when)]));
  const possible = missing.filter(({ id }) => judged.get(id) === null);
  const empresas = new Set(possible.flatMap(({ empresaId }) => empresaId ?? []));
  for (const empresaId of empresas) {
    const ofEmpresa = possible.filter((each) => each.empresaId === empresaId);
    const chaves = ofEmpresa.map(({ chave }) => chave);
    const free = new Set(
      await findWithoutManifestacao(db, contaId, { empresaId, chaves, despiteFailed: true }),
    );
    for (const { id, chave } of ofEmpresa) {
      if (!free.has(chave)) judged.set(id, { key: "cienciaRepetida" });
    }
  }
  return judged;
}

/**
 * Requests the ciência of NF-e whose XML is missing: the worker sends it, and SEFAZ's distribution delivers
 * the XML afterwards.
 * @throws {Refusal} manifestacaoSemPermissao; xmlJaChegou, if none of them is missing
 */
export async function requestCiencias(
  ctx: SignedInContext,
  { ids }: ParsedParamsOf<"PedidoXml.darCiencia">,
): Promise<RequestOutcome[]> {
  const { contaId, contaUf, usuarioId, nome: usuario } = ctx.caller;
  const when = { now: ctx.clock.now(), zona: zoneOfUf(contaUf) };
  const outcomes = await ctx.database.withConta(contaId, async (db) => {
    if (!(await canManifest(db, contaId, usuarioId))) throw new Refusal("manifestacaoSemPermissao");
    const missing = await lockMissing(db, contaId, { ids, now: when.now });
    if (missing.size === 0) throw new Refusal("xmlJaChegou");
    const judged = await judgeCiencias(db, contaId, { missing: [...missing.values()], when });
    const accepted = [...missing.values()].filter(({ id }) => judged.get(id) === null);
    const requester = { usuarioId, usuario, now: when.now };
    await saveCiencias(db, contaId, { accepted, ...requester });
    return ids.map((id): RequestOutcome => {
      const impediment = missing.has(id) ? judged.get(id) : { key: "xmlJaChegou" as const };
      return { id, mensagem: impediment ? formatMessage(impediment.key, impediment.values) : null };
    });
  });
  ctx.wake?.();
  return outcomes;
}

type Accepted = { accepted: readonly MissingXml[]; usuarioId: string; usuario: string; now: Date };

async function saveCiencias(
  db: Db,
  contaId: string,
  { accepted, usuarioId, usuario, now }: Accepted,
): Promise<void> {
  const newRequests = accepted.flatMap(({ empresaId, chave, dataEvento: autorizadaEm }) =>
    empresaId === null
      ? []
      : [{ empresaId, chave, status: CIENCIA, nSeq: 1, justificativa: null, autorizadaEm } as const],
  );
  const kept = await insertManifestacoes(db, contaId, { newRequests, usuarioId, usuario, now });
  await planTasks(
    db,
    contaId,
    kept.map(({ id }) => toSendTask(id, { venceEm: now })),
  );
  const detalhe = MANIFESTACAO_NAMES[CIENCIA];
  await insertRegistros(
    db,
    contaId,
    accepted.map(({ id }) => ({ quando: now, usuarioId, usuario, acao: "manifestar", alvo: id, detalhe })),
  );
}
