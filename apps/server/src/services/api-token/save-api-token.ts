import { API_TOKENS_MAX, type ParsedParamsOf } from "@malote/contract";
import { dayInZone, formatDate, zoneOfUf } from "@malote/syntax";
import type { Db } from "../../db/index.ts";
import { Refusal } from "../../errors.ts";
import type { SignedInContext } from "../handler.ts";
import { planAccessChangeEmails } from "../usuario/notify-access-change.ts";
import { countEmpresas, type LockedUsuario } from "../usuario/usuario-profile.rows.ts";
import { recordEntries } from "../usuario/usuario-registro.ts";
import {
  type ApiTokenFields,
  findOtherNames,
  insertApiToken,
  type LockedApiToken,
  lockApiToken,
  updateApiToken,
} from "./api-token.rows.ts";
import { describeAccess, isWider, lastExpiryDay, sortEscopos } from "./api-token.rules.ts";
import {
  countNewSecret,
  createSecret,
  lockTokenManager,
  requireManifestarPermission,
} from "./create-secret.ts";

type TokenRequest = ParsedParamsOf<"ApiToken.saveApiToken">["apiToken"];

/** The validated request, before any lock. */
type TokenChange = ApiTokenFields & { now: Date };

/**
 * Creates a token, returned whole only now; with an id, changes its access and expiry.
 * @throws {Refusal} apiTokenNaoEncontrado, apiTokensDemais, apiTokenNomeEmUso, apiTokenValidade,
 * empresaNaoEncontrada, manifestacaoSemPermissao, muitosPedidosSenha
 */
export async function saveApiToken(
  ctx: SignedInContext,
  { id, ...request }: TokenRequest,
): Promise<{ id: string; token: string | null }> {
  const { contaId } = ctx.caller;
  const change = readRequest(ctx, request);
  await countNewSecret(ctx);
  return await ctx.database.withConta(contaId, async (db) => {
    const usuario = await lockTokenManager(ctx, db);
    const before = id ? await lockApiToken(db, contaId, { id }) : null;
    if (id && before === null) throw new Refusal("apiTokenNaoEncontrado");
    await validateChange(db, { contaId, usuario, before, change });
    if (before === null) return await createToken(ctx, db, { usuario, change });
    await changeToken(ctx, db, { usuario, before, change });
    return { id: before.id, token: null };
  });
}

function readRequest(
  ctx: SignedInContext,
  { nome, escopos, empresas, validade }: Omit<TokenRequest, "id">,
): TokenChange {
  const zona = zoneOfUf(ctx.caller.contaUf);
  const now = ctx.clock.now();
  return {
    nome: nome.trim(),
    escopos: sortEscopos(escopos),
    empresas: empresas === null ? null : [...new Set(empresas)],
    validade: validade ?? null,
    zona,
    now,
  };
}

type ChangeCheck = {
  contaId: string;
  usuario: LockedUsuario;
  before: LockedApiToken | null;
  change: TokenChange;
};

async function validateChange(db: Db, { contaId, usuario, before, change }: ChangeCheck): Promise<void> {
  const { nome, escopos, empresas, validade, zona, now } = change;
  const today = dayInZone(now, zona);
  const lastDay = lastExpiryDay(today);
  // An unchanged day is not checked, so that an expired token may be renamed.
  const hasChanged = validade !== (before === null ? null : lastDayOf(before, zona));
  if (validade !== null && hasChanged && (validade < today || validade > lastDay)) {
    const campo = "apiToken.validade";
    throw new Refusal("apiTokenValidade", { campo, values: { limite: formatDate(lastDay) } });
  }
  // Resources of the whole conta, such as users, mailboxes and audit records, are not divided by company.
  if (empresas !== null && escopos.includes("admin")) {
    throw new Refusal("apiTokenGerenteRestrito", { campo: "apiToken.empresas" });
  }
  const names = await findOtherNames(db, contaId, before?.id ?? null);
  if (names.includes(nome.toLowerCase())) throw new Refusal("apiTokenNomeEmUso", { campo: "apiToken.nome" });
  if (before === null && names.length >= API_TOKENS_MAX) {
    throw new Refusal("apiTokensDemais", { values: { limite: API_TOKENS_MAX } });
  }
  if (empresas !== null && (await countEmpresas(db, contaId, empresas)) < empresas.length) {
    throw new Refusal("empresaNaoEncontrada", { campo: "apiToken.empresas" });
  }
  const addedScopes = escopos.filter((escopo) => !before?.escopos.includes(escopo));
  requireManifestarPermission(usuario, addedScopes, "apiToken.escopos");
}

/** Last day of a token, in its conta's zone; null: it does not expire. */
function lastDayOf({ expiraEm }: LockedApiToken, zona: string): string | null {
  return expiraEm === null ? null : dayInZone(new Date(expiraEm.getTime() - 1), zona);
}

type NewToken = { usuario: LockedUsuario; change: TokenChange };

async function createToken(
  ctx: SignedInContext,
  db: Db,
  { usuario, change }: NewToken,
): Promise<{ id: string; token: string }> {
  const { contaId } = ctx.caller;
  const { nome, now } = change;
  const id = await insertApiToken(db, contaId, { ...change, usuarioId: usuario.id, principal: false });
  const secret = { usuario, tokenId: id, nome, anteriorAte: now, now };
  const { token, mascara: mask } = await createSecret(ctx, db, secret);
  const detail = `${describeToken(change)}; ${mask}`;
  await recordEntries(ctx, db, [{ acao: "gerar-api-token", alvo: id, detalhe: detail }]);
  return { id, token };
}

async function changeToken(
  ctx: SignedInContext,
  db: Db,
  { usuario, before, change }: NewToken & { before: LockedApiToken },
): Promise<void> {
  const { contaId, nome: callerName } = ctx.caller;
  const { id } = before;
  const { zona, now } = change;
  const [previousText, nextText] = [
    describeToken({ ...before, validade: lastDayOf(before, zona) }),
    describeToken(change),
  ];
  if (previousText === nextText && JSON.stringify(before.empresas) === JSON.stringify(change.empresas))
    return;
  await updateApiToken(db, contaId, { ...change, id });
  if (isWider(before, change)) {
    const email = { usuario, oQue: "api-token-mudado", quem: callerName, now, token: change.nome } as const;
    await planAccessChangeEmails(db, contaId, email);
  }
  await recordEntries(ctx, db, [
    { acao: "alterar-api-token", alvo: id, detalhe: `${previousText} → ${nextText}` },
  ]);
}

function describeToken(token: Pick<ApiTokenFields, "nome" | "escopos" | "empresas" | "validade">): string {
  return describeAccess(token, token.validade === null ? null : formatDate(token.validade));
}
