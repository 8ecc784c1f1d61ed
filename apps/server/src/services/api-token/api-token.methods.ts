import type { Handlers } from "../handler.ts";
import { getApiToken, listApiTokens } from "./list-api-tokens.ts";
import { revokeApiToken, rotateApiToken } from "./rotate-api-token.ts";
import { saveApiToken } from "./save-api-token.ts";

export const apiTokenMethods = {
  "ApiToken.getListApiToken": async (ctx) => {
    const results = await listApiTokens(ctx);
    return { results, totalCount: results.length };
  },

  "ApiToken.saveApiToken": async (ctx, { apiToken }) => {
    const { id, token } = await saveApiToken(ctx, apiToken);
    ctx.wake?.();
    const object = { ...(await getApiToken(ctx, id)), token };
    return { object, mensagem: token === null ? "apiTokenSalvo" : "apiTokenGerado" };
  },

  "ApiToken.rotateApiToken": async (ctx, { id, gracaHoras }) => {
    const token = await rotateApiToken(ctx, { id, gracaHoras });
    ctx.wake?.();
    return { object: { ...(await getApiToken(ctx, id)), token }, mensagem: "apiTokenGerado" };
  },

  "ApiToken.revokeApiToken": async (ctx, { id }) => {
    await revokeApiToken(ctx, id);
    return { mensagem: "apiTokenRevogado" };
  },
} satisfies Handlers<"ApiToken">;
