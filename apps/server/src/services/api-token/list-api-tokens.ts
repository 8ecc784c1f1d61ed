import type { ResultOf } from "@malote/contract";
import { dayInZone, zoneOfUf } from "@malote/syntax";
import { Refusal } from "../../errors.ts";
import type { SignedInContext } from "../handler.ts";
import { type ApiTokenRow, findApiTokens } from "./api-token.rows.ts";

/** A token on the wire. */
export type ApiTokenItem = ResultOf<"ApiToken.getListApiToken">["results"][number];

/** Tokens of the conta that are not revoked, the main one first. */
export async function listApiTokens(ctx: SignedInContext, id: string | null = null): Promise<ApiTokenItem[]> {
  const { contaId, contaUf } = ctx.caller;
  const now = ctx.clock.now();
  const today = dayInZone(now, zoneOfUf(contaUf));
  const rows = await ctx.database.withConta(contaId, (db) => findApiTokens(db, contaId, { now, today, id }));
  return rows.map((row) => writeApiToken(row, now));
}

/** One token.   @throws {Refusal} apiTokenNaoEncontrado */
export async function getApiToken(ctx: SignedInContext, id: string): Promise<ApiTokenItem> {
  const [token] = await listApiTokens(ctx, id);
  if (token === undefined) throw new Refusal("apiTokenNaoEncontrado");
  return token;
}

function writeApiToken(row: ApiTokenRow, now: Date): ApiTokenItem {
  const used = row.segredos.filter(({ ultimoUso }) => ultimoUso !== null);
  const last = used.toSorted((a, b) => Number(b.ultimoUso) - Number(a.ultimoUso))[0];
  return {
    ...row,
    expirado: row.expiraEm !== null && row.expiraEm <= now,
    ultimoUso: last?.ultimoUso ?? null,
    ultimoIp: last?.ultimoIp ?? null,
  };
}
